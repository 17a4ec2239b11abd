// Containers of Podman, through the service that speaks Docker's API (`podman system service`).
import { containerBackend } from "./container-backend.ts";
import { engineAddress } from "./engine-here.ts";
import { defineSandbox } from "./sandbox.ts";

export const podmanSandbox = defineSandbox({
  id: "podman",
  summary: "Containers of Podman, from any image, without network.",
  ...containerBackend("podman", () => engineAddress("podman")),
});
