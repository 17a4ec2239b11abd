import { testSandbox } from "../testing/test-sandbox.ts";
import { IMAGE_VARIABLE } from "./image-name.ts";
import { podmanSandbox } from "./podman.ts";

await testSandbox(podmanSandbox, {
  compiled: new URL("../../dist/sandboxes/podman.js", import.meta.url),
  image: process.env[IMAGE_VARIABLE] ?? "plumbline-test",
});
