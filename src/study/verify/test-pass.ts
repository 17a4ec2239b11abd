// The tests on one rewritten project, held against the untouched one.
import { applyChanges, type TreeChanges } from "../../core/file-tree.ts";
import { rewriteEverywhere, type EverywhereInput } from "../../code/spt/index.ts";
import { findCause } from "./find-cause.ts";
import { changedOutcomes, isTest, type Baseline, type ChangedOutcome } from "./observation.ts";
import type { PassTests, SuiteRequest } from "./project-check.ts";
import type { TestBatch } from "./test-batches.ts";

export interface PassRequest {
  readonly pass: string;
  readonly input: EverywhereInput;
  readonly changes: TreeChanges;
  readonly suite: SuiteRequest;
  readonly baselines: ReadonlyMap<TestBatch, Baseline>;
  /** Whether a batch can be touched by the changes. */
  readonly isWanted: (batch: TestBatch) => boolean;
  readonly notice: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Runs the batches, and reduces what changed. */
export async function testPass(request: PassRequest): Promise<PassTests> {
  const { input, changes, suite, baselines, notice, pass } = request;
  const tree = applyChanges(input.tree, changes);
  const wanted = changes.size === 0 ? [] : suite.batches.filter(request.isWanted);
  const changed: (ChangedOutcome & { readonly batch: TestBatch })[] = [];
  const unsteady: string[] = [];
  let durationMs = 0;
  let compared = 0;
  for (const [index, batch] of wanted.entries()) {
    request.signal.throwIfAborted();
    notice(`${pass}: ${batch.name} (${index + 1} of ${wanted.length})\n`);
    const baseline = baselines.get(batch);
    if (baseline === undefined) continue;
    const first = await suite.runner.observe(tree, batch);
    durationMs += first.durationMs;
    compared += [...baseline.stable.keys()].filter(isTest).length;
    const seen = changedOutcomes(batch.name, baseline, first);
    if (seen.length === 0) continue;
    // A test may be unsteady without having shown it on the untouched project.
    const again = changedOutcomes(batch.name, baseline, await suite.runner.observe(tree, batch, 2));
    for (const outcome of seen) {
      if (again.some(({ test }) => test === outcome.test)) changed.push({ ...outcome, batch });
      else unsteady.push(outcome.test);
    }
  }
  const causes = await causesOf(changed, request);
  return {
    batches: wanted.length,
    ...{ durationMs, compared, unsteady, causes },
    changed: changed.map(({ test, before, after }) => ({ test, before, after })),
  };
}

/** One outcome after another is reduced, until each is explained or enough causes are known. */
async function causesOf(
  changed: readonly (ChangedOutcome & { readonly batch: TestBatch })[],
  { input, changes, suite, baselines, notice }: PassRequest,
): Promise<PassTests["causes"]> {
  const causes: PassTests["causes"][number][] = [];
  // The end of a batch follows from its tests.
  let open = [...changed].sort((a, b) => Number(isTest(b.test)) - Number(isTest(a.test)));
  while (open[0] !== undefined && causes.length < suite.maxCauses) {
    const { test, batch } = open[0];
    const baseline = baselines.get(batch);
    if (baseline === undefined) break;
    notice(`looking for what changes ${test}\n`);
    const changedBy = async (part: TreeChanges): Promise<Set<string>> => {
      if (part.size === 0) return new Set();
      const seen = await suite.runner.observe(applyChanges(input.tree, part), batch);
      return new Set(changedOutcomes(batch.name, baseline, seen).map((outcome) => outcome.test));
    };
    const found = await findCause(changes, {
      rewrite: (path, keeps) => rewriteEverywhere(path, input, keeps),
      mode: (path) => input.tree.get(path)?.mode ?? "100644",
      fails: async (part) => (await changedBy(part)).has(test),
      maxRuns: suite.maxSearchRuns,
    });
    const explained = await changedBy(found.changes);
    explained.add(test);
    const isExplained = (outcome: (typeof open)[number]) =>
      outcome.batch === batch && explained.has(outcome.test);
    causes.push({
      tests: open.filter(isExplained).map((outcome) => outcome.test),
      rewrites: found.rewrites,
    });
    open = open.filter((outcome) => !isExplained(outcome));
  }
  return causes;
}
