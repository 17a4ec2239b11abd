// A sandbox that keeps less than was asked of it would make a measurement that says one thing and
// is another. So what cannot be kept is refused before anything is made.
import { SandboxError } from "./sandbox.ts";
import type { SandboxLimits, SandboxSpec } from "./sandbox.ts";

export function refuseLimits(
  backend: string,
  asked: SandboxLimits,
  kept: readonly (keyof SandboxLimits)[],
): void {
  const names = ["memoryBytes", "processes", "diskBytes"] as const;
  const missing = names.filter((name) => asked[name] !== undefined && !kept.includes(name));
  if (missing.length === 0) return;
  throw new SandboxError(
    "limit-not-kept",
    `The ${backend} sandbox cannot keep ${missing.join(" and ")} on this machine.`,
    { hint: `leave the limit out, or see \`plumbline doctor\` for sandboxes that keep it` },
  );
}

/** Without its mounts a command would find other programs, or none. */
export function refuseMounts(backend: string, { mounts = [] }: SandboxSpec): void {
  const [first] = mounts;
  if (first === undefined) return;
  throw new SandboxError("no-mounts", `The ${backend} sandbox cannot mount ${first.outside}.`, {
    hint: "use the bubblewrap sandbox, or docker or podman on this machine",
  });
}

/** Without its image an instance's tests would run against something else. */
export function refuseImage(backend: string, spec: SandboxSpec): void {
  if (spec.image === undefined) return;
  throw new SandboxError("no-images", `The ${backend} sandbox runs no images (${spec.image}).`, {
    hint: "use a sandbox that runs containers",
  });
}
