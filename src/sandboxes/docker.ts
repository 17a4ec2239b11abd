// Containers of Docker, through its API.
import { containerBackend } from "./container-backend.ts";
import { engineAddress } from "./engine-here.ts";
import { defineSandbox } from "./sandbox.ts";

export const dockerSandbox = defineSandbox({
  id: "docker",
  summary: "Containers of Docker, from any image, without network.",
  ...containerBackend("docker", () => engineAddress("docker")),
});
