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
import type { SandboxLimits } from "../sandboxes/sandbox.ts";
import { addRuns } from "../store/run-store.ts";
import { openStudyFolder, storedStudyFile, storeStudyFile } from "../store/study-folder.ts";
import type { OpenStudyFolder } from "../store/study-folder.ts";
import { writeFileAtomic } from "../store/write-file-atomic.ts";
import { conditions as conditionRegistry } from "../study/conditions/registry.ts";
import { requireCompatible } from "../study/plan/plan-change.ts";
import { NULL_RUN, planStudy } from "../study/plan/plan-study.ts";
import type { Plan } from "../study/plan/plan-study.ts";
import { studyFileSchema } from "../study/plan/study-file.ts";
import type { StudyFile } from "../study/plan/study-file.ts";
import type { ConfiguredAgent, RunContext } from "../study/run/run-context.ts";
import { faultPoint } from "./fault-point.ts";
import { chooseSandbox } from "./choose-sandbox.ts";
import { knownParsers } from "./known-parsers.ts";
import { loadMember, loadMembers } from "./load-members.ts";
import { openBenchmark, selectFrom } from "./open-benchmark.ts";
import type { Surroundings } from "./open-benchmark.ts";
import { predictedPatches } from "./predicted-patches.ts";
import { recordSources, sourceRecord } from "./source-record.ts";
import type { SourceRecord } from "./source-record.ts";

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
  }
  const conditions = await loadMembers(conditionRegistry);
  return { plan: planStudy({ study, instances, conditions }), benchmarks, sources, parsers };
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
  study: StudyFile,
  folder: string,
  { signal, notice, offline }: Surroundings & { readonly signal: AbortSignal },
): Promise<OpenStudy> {
  const { plan, benchmarks, sources, parsers } = await planOf(study, {
    signal,
    notice,
    offline: offline === true,
  });
  const agents = await configuredAgents(study);
  const { backend, limits } = await chooseSandbox(study.sandbox, sandboxLimits(study), notice);
  const opened = openStudyFolder(folder);
  try {
    const stored = storedStudyFile(opened.db);
    if (stored !== null) requireCompatible(studyFileSchema.parse(stored), study, folder);
    recordSources(folder, sources);
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
      conditions: plan.conditions,
      parsers,
      backend,
      sandboxLimits: limits,
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
      nullRuns: study.verify.null_runs,
      goldCheck: study.verify.gold_check,
      goldAgent: await loadMember(agentRegistry, "gold", "agent"),
      reduceTests: study.verify.reduce_tests,
      draws: study.verify.draws,
      retries: study.retries,
      clock: systemClock,
      signal,
      onPoint: faultPoint(),
    };
    const close = () => {
      backend.close();
      opened.close();
    };
    return { ...opened, close, context, runs: plan.runs, added };
  } catch (error) {
    backend.close();
    opened.close();
    throw error;
  }
}

async function configuredAgents(study: StudyFile): Promise<Map<string, ConfiguredAgent>> {
  const nop = await loadMember(agentRegistry, "nop", "agent");
  const agents = new Map<string, ConfiguredAgent>([
    [NULL_RUN, { name: NULL_RUN, agent: nop, settings: {} }],
  ]);
  for (const scaffold of study.scaffolds) {
    const agent = await loadMember(agentRegistry, scaffold.id, "agent");
    const name = scaffold.name ?? scaffold.id;
    const settings = agent.parseSettings(scaffold.settings);
    const predictions = agent.needsPrediction === true ? predictedPatches(settings) : null;
    agents.set(name, { name, agent, settings, ...(predictions === null ? {} : { predictions }) });
  }
  return agents;
}

function sandboxLimits({ limits }: StudyFile): SandboxLimits {
  return {
    ...(limits.memory_mb === null ? {} : { memoryBytes: limits.memory_mb * 1024 * 1024 }),
    ...(limits.processes === null ? {} : { processes: limits.processes }),
    ...(limits.disk_mb === null ? {} : { diskBytes: limits.disk_mb * 1024 * 1024 }),
  };
}
