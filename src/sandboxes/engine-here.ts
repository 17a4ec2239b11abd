// The container engine of this machine and user, by its id.
import { homedir } from "node:os";

import { connectEngine } from "./container-engine.ts";
import type { ContainerEngine, EngineId } from "./container-engine.ts";
import { dockerAddress, podmanAddress } from "./engine-address.ts";
import type { EngineAddress } from "./engine-address.ts";

/** Throws where no engine can be looked for. */
export function engineAddress(id: EngineId): EngineAddress {
  const isRoot = process.getuid?.() === 0;
  const surroundings = { env: process.env, home: homedir(), isRoot };
  return id === "docker" ? dockerAddress(surroundings) : podmanAddress(surroundings);
}

/** Throws where nothing answers. */
export function engineHere(id: EngineId): Promise<ContainerEngine> {
  return connectEngine(id, engineAddress(id));
}
