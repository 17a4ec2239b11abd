// What the tests of a project do before anything is rewritten: which outcomes are steady enough to be
// held against, and whether the tests test this copy of the project at all.
import { PlumblineError } from "../../core/errors.ts";
import { applyChanges } from "../../core/file-tree.ts";
import { rewritableFiles } from "../../code/spt/index.ts";
import {
  baselineOf,
  isTest,
  passedInBoth,
  type Baseline,
  type Observation,
} from "./observation.ts";
import type { ProjectCheckRequest, SuiteRequest } from "./project-check.ts";
import type { SuiteShare, TestBatch } from "./test-batches.ts";

export interface SuiteCheck {
  /** Null where the test command alone decides which tests run. */
  readonly share: SuiteShare | null;
  readonly batches: number;
  readonly tests: number;
  /** Tests that do the same in every untouched run. */
  readonly stable: number;
  /** Stable tests by outcome: one that is skipped shows little. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly flaky: readonly string[];
  /** Stable tests that pass with every rewritable file broken: they show nothing. */
  readonly independent: number;
  readonly runs: number;
  /** Of one untouched run. */
  readonly durationMs: number;
}

export interface Untouched {
  readonly baselines: ReadonlyMap<TestBatch, Baseline>;
  readonly check: SuiteCheck;
}

/** Runs the untouched project so often, and once with everything in it broken. */
export async function observeUntouched(
  request: ProjectCheckRequest,
  suite: SuiteRequest,
): Promise<Untouched> {
  const { notice, signal } = request;
  const { tree } = request.rewriting;
  const { runner, batches, baselineRuns } = suite;
  const observed = new Map(batches.map((batch) => [batch, []] as [TestBatch, Observation[]]));
  for (let run = 1; run <= baselineRuns; run++) {
    for (const [index, batch] of batches.entries()) {
      signal.throwIfAborted();
      notice(`untouched, run ${run}: ${batch.name} (${index + 1} of ${batches.length})\n`);
      observed.get(batch)?.push(await runner.observe(tree, batch, run));
    }
  }
  const baselines = new Map(
    Array.from(observed, ([batch, runs]) => [batch, baselineOf(batch.name, runs)]),
  );
  const found = [...baselines.values()];
  const statuses = found.flatMap((baseline) =>
    [...baseline.stable].filter(([name]) => isTest(name)).map(([, status]) => status),
  );
  const stable = statuses.length;
  const outcomes: Record<string, number> = {};
  for (const status of statuses) outcomes[status] = (outcomes[status] ?? 0) + 1;
  const flaky = found.flatMap((baseline) => [...baseline.flaky]);
  if (stable === 0) throw noTests(runner.logTail(tree, batches[0] as TestBatch));
  const independent = await countIndependent(request, suite, baselines);
  const firstRuns = [...observed.values()].map(([first]) => first?.durationMs ?? 0);
  const check = {
    share: suite.share,
    batches: batches.length,
    tests: stable + flaky.filter(isTest).length,
    ...{ stable, outcomes, flaky, independent, runs: baselineRuns },
    durationMs: firstRuns.reduce((total, ms) => total + ms, 0),
  };
  return { baselines, check };
}

/** In place of every file that could be rewritten. */
const BROKEN = Buffer.from('raise ImportError("this file was broken on purpose")\n');

/**
 * Tests that pass with the project broken would also pass on any rewrite. When all of them do, they
 * test another copy of it.
 */
async function countIndependent(
  { rewriting, notice, signal }: ProjectCheckRequest,
  { runner, batches }: SuiteRequest,
  baselines: ReadonlyMap<TestBatch, Baseline>,
): Promise<number> {
  const { tree } = rewriting;
  notice("the project broken on purpose: do its tests notice?\n");
  const changes = new Map(
    rewritableFiles(rewriting).map((path) => [
      path,
      { bytes: BROKEN, mode: tree.get(path)?.mode ?? "100644" },
    ]),
  );
  const broken = applyChanges(tree, changes);
  let passed = 0;
  let independent = 0;
  for (const batch of batches) {
    signal.throwIfAborted();
    const baseline = baselines.get(batch);
    if (baseline === undefined) continue;
    passed += [...baseline.stable.values()].filter((status) => status === "PASSED").length;
    independent += passedInBoth(baseline, await runner.observe(broken, batch));
  }
  if (passed === 0 || independent < passed) return independent;
  const message = "All tests pass with every file of the project broken: they test another copy.";
  throw new PlumblineError("project-not-tested", "usage", message, {
    hint: "an environment in which the project itself is not installed, or --env PYTHONPATH={project}/src",
  });
}

function noTests(tail: string): PlumblineError {
  const message = `The test command shows no test. It ends in:\n${tail}\n`;
  return new PlumblineError("no-tests", "usage", message, {
    hint: "a command that prints a line for each test (pytest -v, python3 -m unittest -v), and --parser",
  });
}
