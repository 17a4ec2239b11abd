// From a study file to a study that can be carried out: names become agents, benchmarks and
// sandboxes, the folder is opened and its lock taken.
import { agents as agentRegistry } from "../agents/registry.ts";
import { benchmarks as benchmarkRegistry } from "../benchmarks/registry.ts";
import { resolve } from "node:path";
import type { Benchmark } from "../benchmarks/benchmark.ts";
import { starterFrom } from "../benchmarks/starter.ts";
import { systemClock } from "../core/clock.ts";
import type { PlannedRun } from "../core/run.ts";
import { parsers as parserRegistry } from "../grading/parsers/registry.ts";
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
import { findInstance } from "../study/run/load-instance.ts";
import type { ConfiguredAgent, RunContext } from "../study/run/run-context.ts";
import { faultPoint } from "./fault-point.ts";
import { chooseSandbox } from "./choose-sandbox.ts";
import { loadMember, loadMembers } from "./load-members.ts";

export interface OpenStudy extends OpenStudyFolder {
  readonly context: RunContext;
  readonly runs: readonly PlannedRun[];
  /** Runs that this opening added to the study. */
  readonly added: number;
}

export interface StudyPlan {
  readonly plan: Plan;
  readonly benchmarks: ReadonlyMap<string, Benchmark>;
}

/** Plans a study without touching its folder. */
export async function planOf(study: StudyFile): Promise<StudyPlan> {
  const benchmarks = new Map<string, Benchmark>();
  const instances = new Map<string, string[]>();
  for (const entry of study.benchmarks) {
    const benchmark =
      entry.suite === undefined
        ? await loadMember(benchmarkRegistry, entry.id, "benchmark")
        : starterFrom(resolve(entry.suite), entry.id);
    benchmarks.set(benchmark.id, benchmark);
    for (const id of entry.instances ?? []) await findInstance(benchmark, id);
    const all = await benchmark.instances();
    instances.set(benchmark.id, entry.instances ?? all.map(({ instance_id }) => instance_id));
  }
  const conditions = await loadMembers(conditionRegistry);
  return { plan: planStudy({ study, instances, conditions }), benchmarks };
}

/** Opens a study for work in `folder`: begins it, or goes on with it where the file allows. */
export async function openStudy(
  study: StudyFile,
  folder: string,
  { signal, notice }: { signal: AbortSignal; notice: (text: string) => void },
): Promise<OpenStudy> {
  const { plan, benchmarks } = await planOf(study);
  const agents = await configuredAgents(study);
  const { backend, limits } = await chooseSandbox(study.sandbox, sandboxLimits(study), notice);
  const opened = openStudyFolder(folder);
  try {
    const stored = storedStudyFile(opened.db);
    if (stored !== null) requireCompatible(studyFileSchema.parse(stored), study, folder);
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
      parsers: await loadMembers(parserRegistry),
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
    agents.set(name, { name, agent, settings: agent.parseSettings(scaffold.settings) });
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
