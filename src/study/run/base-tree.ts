// The tree that the conditions of an instance start from: the benchmark's own files, or those that
// lie in the instance's image.
import type { Benchmark } from "../../benchmarks/benchmark.ts";
import type { FileTree } from "../../core/file-tree.ts";
import type { CommitIdentity, Instance } from "../../core/instance.ts";
import { readImageTree } from "../../sandboxes/image-tree.ts";
import { inSandbox } from "./prepare-state.ts";
import type { RunContext } from "./run-context.ts";
import { PLAIN_SETTING } from "./setting.ts";

export interface LoadedTree {
  readonly files: FileTree;
  readonly commit: CommitIdentity;
  /** The image that it was read from, by the engine's own id; null where it came from elsewhere. */
  readonly imageId: string | null;
}

/** Throws an environment error where there is no such tree, or nothing here runs its image. */
export async function baseTree(
  context: Pick<RunContext, "backend" | "runsImages" | "sandboxLimits" | "retries" | "signal">,
  benchmark: Benchmark,
  instance: Instance,
): Promise<LoadedTree> {
  const tree = await benchmark.baseTree(instance, context.runsImages);
  if (tree.kind === "files") return { files: tree.files, commit: tree.commit, imageId: null };
  const { image, workdir } = tree;
  const key = { instanceId: instance.instance_id, condition: "base" };
  const setting = { ...PLAIN_SETTING, spec: { image, workdir }, inImage: true };
  return inSandbox(context, key, setting, async (sandbox) => ({
    ...(await readImageTree(sandbox, instance.base_commit)),
    imageId: sandbox.isolation.container?.imageId ?? null,
  }));
}
