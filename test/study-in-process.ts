// A study carried out by the test's own process, so that a test can put its own transformations in
// the place of the catalogue. Commands run in the plain process sandbox.
import { agents } from "../src/agents/registry.ts";
import { planOf } from "../src/cli/open-study.ts";
import { loadMembers } from "../src/cli/load-members.ts";
import type { Transformation } from "../src/code/spt/index.ts";
import { systemClock } from "../src/core/clock.ts";
import { parsers } from "../src/grading/parsers/registry.ts";
import { processSandbox } from "../src/sandboxes/process.ts";
import type { StudyDatabase } from "../src/store/database.ts";
import { addRuns } from "../src/store/run-store.ts";
import { openStudyFolder, storeStudyFile } from "../src/store/study-folder.ts";
import { NULL_RUN } from "../src/study/plan/study-agents.ts";
import type { StudyFile } from "../src/study/plan/study-file.ts";
import { PLAIN_SETTING } from "../src/study/run/setting.ts";
import { runQueue } from "../src/study/queue/run-queue.ts";
import { preparedStates } from "../src/study/run/prepared-states.ts";
import type { RunContext } from "../src/study/run/run-context.ts";

export interface InProcessOptions {
  readonly catalogue?: readonly Transformation[];
  /** Called at each named point of a run's life. */
  readonly onPoint?: (point: string) => void;
  readonly workers?: number;
}

export interface CarriedOut extends AsyncDisposable {
  readonly db: StudyDatabase;
  readonly context: RunContext;
}

/** Opens `study` in `folder` and carries it out. */
export async function carryOut(
  study: StudyFile,
  folder: string,
  options: InProcessOptions = {},
): Promise<CarriedOut> {
  const { plan, benchmarks } = await planOf(study);
  const opened = openStudyFolder(folder);
  const { db } = opened;
  const all = await loadMembers(agents);
  const agent = (id: string, name: string) => {
    const found = all.get(id);
    if (found === undefined) throw new Error(`No agent ${id}.`);
    return [name, { name, agent: found, settings: {}, model: null, mounts: [] }] as const;
  };
  const gold = all.get("gold");
  if (gold === undefined) throw new Error("No agent gold.");
  storeStudyFile(db, study, systemClock.now());
  addRuns(db, plan.runs);
  const { sampler, verify } = study;
  const context: RunContext = {
    ...{ folder, db, seed: study.seed, benchmarks, conditions: plan.conditions },
    agents: new Map([
      agent("nop", NULL_RUN),
      ...study.scaffolds.map(({ id, name }) => agent(id, name ?? id)),
    ]),
    ...{ models: null, keywordModel: null },
    parsers: await loadMembers(parsers),
    ...{ backend: processSandbox, runsImages: false, sandboxLimits: {} },
    findSetting: () => Promise.resolve(PLAIN_SETTING),
    agentLimits: { steps: 50, wallMs: 60_000, commandMs: 30_000, outputBytes: 65_536 },
    sampler: {
      numTransformations: sampler.num_transformations,
      maxKeywords: sampler.max_keywords,
      maxFiles: sampler.max_files,
      fraction: sampler.fraction,
      transformations: sampler.transformations,
      ...{ level: sampler.level, style: sampler.style },
    },
    ...(options.catalogue === undefined ? {} : { catalogue: options.catalogue }),
    exclude: sampler.exclude,
    ...{ verify: verify.null_run, nullRuns: verify.null_runs, draws: verify.draws },
    grades: study.grades,
    ...{ goldCheck: verify.gold_check, goldAgent: gold, reduceTests: verify.reduce_tests },
    restoreTests: study.restore_tests,
    keepScratch: study.keep_scratch,
    ...{ retries: study.retries, clock: systemClock, signal: new AbortController().signal },
    onPoint: options.onPoint ?? (() => undefined),
  };
  await runQueue({
    ...{ context, states: preparedStates(context), runs: plan.runs },
    workers: options.workers ?? 1,
    onProgress: () => undefined,
  });
  return {
    ...{ db, context },
    [Symbol.asyncDispose]: () => {
      opened.close();
      return Promise.resolve();
    },
  };
}
