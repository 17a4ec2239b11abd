// From a study file to a study that can be carried out: names become agents, benchmarks and
// sandboxes, the folder is opened and its lock taken.
import { agents as agentRegistry } from "../agents/registry.ts";
import type { Benchmark } from "../benchmarks/benchmark.ts";
import { systemClock } from "../core/clock.ts";
import { PlumblineError } from "../core/errors.ts";
import type { Instance } from "../core/instance.ts";
import { nearestName } from "../core/nearest-name.ts";
import type { PlannedRun } from "../core/run.ts";
import type { TestLogParser } from "../grading/parsers/test-log-parser.ts";
import { lastIsolation } from "../store/read-run.ts";
import { addRuns } from "../store/run-store.ts";
import {
  holdsStudy,
  openStudyFolder,
  storedStudyFile,
  storeStudyFile,
} from "../store/study-folder.ts";
import type { OpenStudyFolder } from "../store/study-folder.ts";
import { writeFileAtomic } from "../store/write-file-atomic.ts";
import { conditions as conditionRegistry } from "../study/conditions/registry.ts";
import { requireCompatible } from "../study/plan/plan-change.ts";
import { planStudy } from "../study/plan/plan-study.ts";
import type { Plan } from "../study/plan/plan-study.ts";
import { studyFileSchema } from "../study/plan/study-file.ts";
import type { StudyFile } from "../study/plan/study-file.ts";
import type { RunContext } from "../study/run/run-context.ts";
import { materialCache } from "../materials/material-cache.ts";
import { cacheFolder, environmentsFolder } from "../store/cache-folder.ts";
import { faultPoint } from "./fault-point.ts";
import { RUN_IMAGES, chooseSandbox } from "./choose-sandbox.ts";
import { configuredAgents, namedAgents } from "./configured-agents.ts";
import { keepInstanceFacts } from "./keep-instance-facts.ts";
import { knownParsers } from "./known-parsers.ts";
import { loadMember, loadMembers } from "./load-members.ts";
import { findSetting } from "./find-setting.ts";
import { isOffline, openBenchmark, selectFrom } from "./open-benchmark.ts";
import type { Surroundings } from "./open-benchmark.ts";
import { NO_MODEL_OPTIONS, openStudyModels, priceTable, pricedStudy } from "./study-models.ts";
import type { ModelOptions } from "./study-models.ts";
import { requireNoDiskLimit, sandboxLimits } from "./sandbox-limits.ts";
import { recordSources, sourceRecord } from "./source-record.ts";
import type { SourceRecord } from "./source-record.ts";
import { allImages, imagesOf } from "./wanted-images.ts";
import type { WantedImages } from "./wanted-images.ts";

export interface OpenStudy extends OpenStudyFolder {
  readonly context: RunContext;
  readonly runs: readonly PlannedRun[];
  /** Runs that this opening added to the study. */
  readonly added: number;
}

export interface StudyPlan {
  readonly plan: Plan;
  readonly benchmarks: ReadonlyMap<string, Benchmark>;
  /** What each benchmark was read from, and how its instances were chosen. */
  readonly sources: readonly SourceRecord[];
  readonly images: WantedImages;
  /** Log parsers under every name that an instance may know them by. */
  readonly parsers: ReadonlyMap<string, TestLogParser>;
}

/** Plans a study without touching its folder. */
export async function planOf(
  study: StudyFile,
  surroundings: Surroundings = { notice: () => undefined },
): Promise<StudyPlan> {
  const benchmarks = new Map<string, Benchmark>();
  const instances = new Map<string, string[]>();
  const sources: SourceRecord[] = [];
  const images: WantedImages[] = [];
  const parsers = await knownParsers();
  for (const entry of study.benchmarks) {
    const benchmark = await openBenchmark(entry, surroundings);
    if (benchmarks.has(benchmark.id)) throw nameTaken(benchmark.id);
    benchmarks.set(benchmark.id, benchmark);
    const selected = await selectFrom(benchmark, entry, study.seed);
    requireStatements(benchmark, selected.instances, study);
    for (const instance of selected.instances) requireTests(benchmark, instance, parsers);
    instances.set(
      benchmark.id,
      selected.instances.map(({ instance_id }) => instance_id),
    );
    sources.push(sourceRecord(benchmark, selected));
    images.push(imagesOf(benchmark, selected.instances));
  }
  const conditions = await loadMembers(conditionRegistry);
  const agents = await namedAgents(study);
  const plan = planStudy({ study, instances, conditions, agents });
  return { plan, benchmarks, sources, images: allImages(images), parsers };
}

/** Agents that read no problem statement. */
const NEED_NO_STATEMENT = new Set(["gold", "nop", "predictions"]);

/** An agent without a problem statement would be measured at guessing. */
function requireStatements(
  benchmark: Benchmark,
  instances: readonly Instance[],
  study: StudyFile,
): void {
  if (study.scaffolds.every(({ id }) => NEED_NO_STATEMENT.has(id))) return;
  const [first, ...others] = instances.filter((row) => row.problem_statement.trim() === "");
  if (first === undefined) return;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  throw new PlumblineError(
    "no-problem-statement",
    "usage",
    `${benchmark.id}: ${first.instance_id}${more} have no problem statement to give to an agent.`,
    { hint: "leave them out with select" },
  );
}

/** Whoever runs an agent first and then can't read its tests has paid for nothing. */
function requireTests(
  benchmark: Benchmark,
  instance: Instance,
  parsers: ReadonlyMap<string, TestLogParser>,
): void {
  const place = `${benchmark.id}: ${instance.instance_id}`;
  const { parser } = benchmark.testCommand(instance);
  if (!parsers.has(parser)) {
    const nearest = nearestName(parser, [...parsers.keys()]);
    const message = `${place}: there is no log parser "${parser}".`;
    const hint = nearest ?? [...parsers.keys()].join(", ");
    throw new PlumblineError("no-parser", "usage", message, { hint });
  }
  if (instance.eval_type === "fail_only") {
    const message = `${place} is graded by failures alone (eval_type: fail_only), which is not done.`;
    throw new PlumblineError("fail-only", "usage", message, { hint: "leave it out with select" });
  }
}

function nameTaken(id: string): PlumblineError {
  return new PlumblineError("two-benchmarks", "usage", `Two benchmarks are "${id}".`, {
    hint: "give one of them a name",
  });
}

/** Opens a study for work in `folder`: begins it, or goes on with it where the file allows. */
export async function openStudy(
  given: StudyFile,
  folder: string,
  surroundings: Surroundings & { readonly signal: AbortSignal },
  modelOptions: ModelOptions = NO_MODEL_OPTIONS,
): Promise<OpenStudy> {
  const { signal, notice, offline } = surroundings;
  const begun = begunStudy(folder);
  const study = pricedStudy(given, begun?.study ?? null, priceTable(modelOptions.prices));
  const { plan, benchmarks, sources, images, parsers } = await planOf(study, {
    signal,
    notice,
    offline: offline === true,
  });
  const agents = await configuredAgents(study, signal);
  const { backend, limits } = await chooseSandbox(
    study.sandbox,
    sandboxLimits(study),
    notice,
    images,
    begun?.backend ?? null,
  );
  const models = openStudyModels(study, modelOptions);
  const opened = openStudyFolder(folder);
  const close = () => {
    models?.gateway.close();
    backend.close();
    opened.close();
  };
  try {
    if (RUN_IMAGES.includes(backend.id)) requireNoDiskLimit(study, images, notice);
    if (begun?.study != null) requireCompatible(begun.study, study, folder);
    recordSources(folder, sources, notice);
    keepInstanceFacts(folder, sources, backend.id, notice);
    storeStudyFile(opened.db, study, systemClock.now());
    writeFileAtomic(`${folder}/study.json`, `${JSON.stringify(study, null, 2)}\n`);
    const added = addRuns(opened.db, plan.runs);
    await backend.sweep();
    const context: RunContext = {
      folder,
      db: opened.db,
      seed: study.seed,
      benchmarks,
      agents,
      models,
      keywordModel:
        plan.keywordModel === null
          ? null
          : { name: plan.keywordModel, cache: materialCache(cacheFolder(), notice) },
      conditions: plan.conditions,
      parsers,
      backend,
      runsImages: RUN_IMAGES.includes(backend.id),
      sandboxLimits: limits,
      findSetting: findSetting(benchmarks, backend.id, {
        folder: environmentsFolder(),
        ...{ notice, signal, offline: isOffline({ offline }) },
      }),
      agentLimits: {
        steps: study.limits.steps,
        wallMs: study.limits.wall_seconds * 1000,
        commandMs: study.limits.command_seconds * 1000,
        outputBytes: study.limits.output_bytes,
      },
      sampler: {
        numTransformations: study.sampler.num_transformations,
        maxKeywords: study.sampler.max_keywords,
        maxFiles: study.sampler.max_files,
        fraction: study.sampler.fraction,
        transformations: study.sampler.transformations,
        level: study.sampler.level,
        style: study.sampler.style,
      },
      exclude: study.sampler.exclude,
      verify: study.verify.null_run,
      grades: study.grades,
      nullRuns: study.verify.null_runs,
      goldCheck: study.verify.gold_check,
      goldAgent: await loadMember(agentRegistry, "gold", "agent"),
      reduceTests: study.verify.reduce_tests,
      draws: study.verify.draws,
      restoreTests: study.restore_tests,
      keepScratch: study.keep_scratch,
      retries: study.retries,
      clock: systemClock,
      signal,
      onPoint: faultPoint(),
    };
    return { ...opened, close, context, runs: plan.runs, added };
  } catch (error) {
    close();
    throw error;
  }
}

interface BegunStudy {
  readonly study: StudyFile | null;
  /** The sandbox that its attempts ran in; null where it has none yet. */
  readonly backend: string | null;
}

/** What a folder holds of a study; null where it holds none. */
function begunStudy(folder: string): BegunStudy | null {
  if (!holdsStudy(folder)) return null;
  const opened = openStudyFolder(folder);
  try {
    const stored = storedStudyFile(opened.db);
    return {
      study: stored === null ? null : studyFileSchema.parse(stored),
      backend: lastIsolation(opened.db)?.backend ?? null,
    };
  } finally {
    opened.close();
  }
}
