import { testSandbox } from "../testing/test-sandbox.ts";
import { bubblewrapSandbox } from "./bubblewrap.ts";

await testSandbox(bubblewrapSandbox, {
  compiled: new URL("../../dist/sandboxes/bubblewrap.js", import.meta.url),
});
