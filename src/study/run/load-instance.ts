// An instance with all that its conditions are made from, read once.
import { LRUCache } from "lru-cache";
import type { FileTree } from "../../core/file-tree.ts";
import type { CommitIdentity, Instance } from "../../core/instance.ts";
import { PlumblineError } from "../../core/errors.ts";
import { nearestName } from "../../core/nearest-name.ts";
import type { Benchmark } from "../../benchmarks/benchmark.ts";
import { filesOfTestIds, parsePatch, touchedFiles } from "../../code/patch/index.ts";
import { ModuleCache, exclusions } from "../../code/spt/index.ts";
import { lastIsolation } from "../../store/read-run.ts";
import type { StateKey } from "../../store/state-store.ts";
import { typeFactStore } from "../../store/type-fact-store.ts";
import { baseTree } from "./base-tree.ts";
import { instanceKeywords } from "./instance-keywords.ts";
import type { InstanceKeywords } from "./instance-keywords.ts";
import type { RunContext } from "./run-context.ts";
import { planned } from "./run-context.ts";
import { sameSetting } from "./same-setting.ts";
import type { Setting } from "./setting.ts";

export interface LoadedInstance {
  readonly instance: Instance;
  readonly base: FileTree;
  readonly identity: CommitIdentity;
  /** Made when they are first asked for: not every condition uses them. */
  readonly keywords: () => Promise<InstanceKeywords>;
  /** Where its commands run. */
  readonly setting: Setting;
  readonly modules: ModuleCache;
  /** Why a path must not be rewritten, or null. */
  readonly excluded: (path: string) => string | null;
}

type InstanceKey = Pick<StateKey, "benchmark" | "instanceId">;

const CACHED_INSTANCES = 64;

/** Loads instances of a study's benchmarks; the same one is loaded once. */
export function instanceLoader(context: RunContext): (key: InstanceKey) => Promise<LoadedInstance> {
  const cache = new LRUCache<string, LoadedInstance, InstanceKey>({
    max: CACHED_INSTANCES,
    fetchMethod: (_id, _stale, { context: key }) => loadInstance(context, key),
  });
  return (key) => cache.forceFetch(`${key.benchmark}:${key.instanceId}`, { context: key });
}

async function loadInstance(context: RunContext, key: InstanceKey): Promise<LoadedInstance> {
  const benchmark = planned(context.benchmarks, key.benchmark);
  const instance = await findInstance(benchmark, key.instanceId);
  const tree = await baseTree(context, benchmark, instance);
  const setting = await context.findSetting(key.benchmark, instance, tree.files);
  const known = lastIsolation(context.db, key);
  let keywords: Promise<InstanceKeywords> | null = null;
  return {
    instance,
    base: tree.files,
    identity: tree.commit,
    setting: sameSetting(instance, { ...setting, imageId: tree.imageId }, known),
    keywords: () => (keywords ??= instanceKeywords(context, instance, tree.files)),
    modules: new ModuleCache(typeFactStore()),
    excluded: exclusions({
      testPatchFiles: touchedFiles(parsePatch(instance.test_patch)),
      testIdFiles: filesOfTestIds([...instance.FAIL_TO_PASS, ...instance.PASS_TO_PASS], tree.files),
      isBenchmarkTest: (path) => benchmark.isTestPath(path, instance),
      exclude: context.exclude,
    }),
  };
}

/** An instance by id. Throws a usage error with the nearest id. */
export async function findInstance(benchmark: Benchmark, id: string): Promise<Instance> {
  const instances = await benchmark.instances();
  const found = instances.find(({ instance_id }) => instance_id === id);
  if (found !== undefined) return found;
  const nearest = nearestName(
    id,
    instances.map(({ instance_id }) => instance_id),
  );
  throw new PlumblineError(
    "unknown-instance",
    "usage",
    `${benchmark.id} has no instance "${id}".`,
    nearest === null ? {} : { hint: `"${nearest}"` },
  );
}
