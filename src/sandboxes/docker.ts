// Containers of Docker, through its API.
import { homedir } from "node:os";

import { containerBackend } from "./container-backend.ts";
import { dockerAddress } from "./engine-address.ts";
import { defineSandbox } from "./sandbox.ts";

export const dockerSandbox = defineSandbox({
  id: "docker",
  summary: "Containers of Docker, from any image, without network.",
  ...containerBackend("docker", () =>
    dockerAddress({ env: process.env, home: homedir(), isRoot: process.getuid?.() === 0 }),
  ),
});
