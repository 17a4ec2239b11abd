// Where the commands of an instance run: in its image, in an environment prepared for it, or with
// what the sandbox has. All runs of a study on an instance have the same setting.
import type { Instance } from "../../core/instance.ts";
import type { FileTree } from "../../core/file-tree.ts";
import type { Isolation } from "../../core/run.ts";
import type { ReadOnlyMount, SandboxLimits, SandboxSpec } from "../../sandboxes/sandbox.ts";

export interface Setting {
  /** What a sandbox is asked for, beside its limits. */
  readonly spec: Pick<SandboxSpec, "image" | "workdir" | "mounts" | "env" | "reachSocket">;
  /** Whether it is the image that the benchmark made for the instance. */
  readonly inImage: boolean;
  /** The engine's id of the image that the base tree was read from; null: it came from elsewhere. */
  readonly imageId: string | null;
  /** Bash, run in each work tree before anyone works there; empty: nothing. */
  readonly prepare: string;
  /** What was prepared here; null where nothing was. */
  readonly environment: NonNullable<Isolation["environment"]> | null;
}

/**
 * The limits that hold in a setting. A tree that lies in an image cannot lie in a file system of
 * limited size.
 */
export function limitsIn({ spec }: Setting, limits: SandboxLimits): SandboxLimits {
  if (spec.workdir === undefined) return limits;
  return Object.fromEntries(Object.entries(limits).filter(([name]) => name !== "diskBytes"));
}

/** The setting of an agent that runs inside: with its own program, and the way to its model. */
export function settingFor(
  setting: Setting,
  mounts: readonly ReadOnlyMount[],
  gateway: string | null,
): Setting {
  if (gateway === null) return setting;
  const { spec } = setting;
  const own = { mounts: [...(spec.mounts ?? []), ...mounts], reachSocket: gateway };
  return { ...setting, spec: { ...spec, ...own } };
}

/** Finds, or makes, the setting of an instance of a benchmark. */
export type FindSetting = (
  benchmark: string,
  instance: Instance,
  base: FileTree,
) => Promise<Setting>;

/** What the sandbox has is enough. */
export const PLAIN_SETTING: Setting = {
  spec: {},
  inImage: false,
  imageId: null,
  prepare: "",
  environment: null,
};
