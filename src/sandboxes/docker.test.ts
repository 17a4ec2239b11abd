import { testSandbox } from "../testing/test-sandbox.ts";
import { IMAGE_VARIABLE } from "./image-name.ts";
import { dockerSandbox } from "./docker.ts";

await testSandbox(dockerSandbox, {
  compiled: new URL("../../dist/sandboxes/docker.js", import.meta.url),
  image: process.env[IMAGE_VARIABLE] ?? "plumbline-test",
});
