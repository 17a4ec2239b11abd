// A benchmark by the words of a study file or of a command: its kind found, opened with its options,
// and its instances selected.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Benchmark, BenchmarkMeans } from "../benchmarks/benchmark.ts";
import { benchmarks as benchmarkRegistry } from "../benchmarks/registry.ts";
import { DEFAULT_HUB } from "../benchmarks/source/hub.ts";
import { PlumblineError, systemErrorCode } from "../core/errors.ts";
import type { Instance } from "../core/instance.ts";
import { byteCache } from "../store/byte-cache.ts";
import { cacheFolder } from "../store/cache-folder.ts";
import { parseResolvedIds } from "../study/plan/resolved-ids.ts";
import { selectInstances } from "../study/plan/select-instances.ts";
import type { Selected } from "../study/plan/select-instances.ts";
import type { Selection } from "../study/plan/selection.ts";
import { selectionSchema } from "../study/plan/selection.ts";
import type { BenchmarkEntry } from "../study/plan/study-file.ts";
import { isRewritable } from "../study/run/is-rewritable.ts";
import { loadMember } from "./load-members.ts";

export interface Surroundings {
  readonly notice: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** Nothing is asked of the network; also by PLUMBLINE_OFFLINE=1. */
  readonly offline?: boolean;
}

/** Opens what an entry of a study names. */
export async function openBenchmark(
  entry: BenchmarkEntry,
  surroundings: Surroundings,
): Promise<Benchmark> {
  const means = benchmarkMeans(surroundings);
  // `suite` is the starter's `from`, under any id.
  const kindId = entry.suite === undefined ? entry.id : "starter";
  const kind = await loadMember(benchmarkRegistry, kindId, "benchmark");
  return kind.open(
    {
      name: entry.name ?? entry.id,
      from: entry.suite ?? entry.from,
      ...{ revision: entry.revision, split: entry.split },
      repos: entry.repos === undefined ? undefined : resolve(entry.repos),
      environments: entry.environments === undefined ? undefined : resolve(entry.environments),
      proScripts: entry.pro_scripts === undefined ? undefined : resolve(entry.pro_scripts),
    },
    means,
  );
}

/** Whether nothing may be asked of the network. */
export function isOffline({ offline }: { readonly offline?: boolean | undefined }): boolean {
  return offline === true || process.env["PLUMBLINE_OFFLINE"] === "1";
}

function benchmarkMeans({ notice, signal, offline }: Surroundings): BenchmarkMeans {
  const folder = cacheFolder();
  const { PLUMBLINE_HUB, HF_ENDPOINT } = process.env;
  return {
    cache: byteCache(join(folder, "datasets")),
    cloneFolder: join(folder, "repositories"),
    offline: isOffline({ offline }),
    hub: (PLUMBLINE_HUB ?? HF_ENDPOINT ?? DEFAULT_HUB).replace(/\/+$/, ""),
    ...{ notice, signal },
  };
}

/** The instances that an entry asks for: its ids, then its rule. */
export async function selectFrom(
  benchmark: Benchmark,
  { instances, select }: Pick<BenchmarkEntry, "instances" | "select">,
  seed: string | number,
): Promise<Selected> {
  const rule: Selection = select ?? selectionSchema.parse({});
  const ids = rule.ids ?? instances ?? undefined;
  return selectInstances({
    benchmark: benchmark.id,
    instances: await benchmark.instances(),
    rule: ids === undefined ? rule : { ...rule, ids },
    seed,
    resolved: rule.resolved_by === undefined ? null : readResolved(rule.resolved_by),
    isRewritable: (instance: Instance) => isRewritable(benchmark, instance),
  });
}

function readResolved(path: string): ReadonlySet<string> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    const why = systemErrorCode(cause) ?? "unknown";
    throw new PlumblineError("unreadable-file", "usage", `${path} can't be read (${why}).`, {
      hint: "resolved_by with the path of a reference agent's results",
      cause,
    });
  }
  return parseResolvedIds(text, path);
}
