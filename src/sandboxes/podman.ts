// Containers of Podman, through the service that speaks Docker's API (`podman system service`).
import { homedir } from "node:os";

import { containerBackend } from "./container-backend.ts";
import { podmanAddress } from "./engine-address.ts";
import { defineSandbox } from "./sandbox.ts";

export const podmanSandbox = defineSandbox({
  id: "podman",
  summary: "Containers of Podman, from any image, without network.",
  ...containerBackend("podman", () =>
    podmanAddress({ env: process.env, home: homedir(), isRoot: process.getuid?.() === 0 }),
  ),
});
