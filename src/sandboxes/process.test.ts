import { testSandbox } from "../testing/test-sandbox.ts";
import { processSandbox } from "./process.ts";

await testSandbox(processSandbox, {
  compiled: new URL("../../dist/sandboxes/process.js", import.meta.url),
});
