// How `check variant` runs tests: those of a benchmark's instance, or a command of the user's.
import { applyChanges } from "../core/file-tree.ts";
import type { FileTree, TreeChanges } from "../core/file-tree.ts";
import type { ProbeObservation } from "../store/probe-store.ts";
import { studyFileSchema } from "../study/plan/study-file.ts";
import type { BenchmarkEntry } from "../study/plan/study-file.ts";
import type { VariantTests } from "../study/run/check-variant.ts";
import type { FaultContext } from "../study/run/find-fault.ts";
import { inSandbox, sandboxFiles } from "../study/run/prepare-state.ts";
import { PLAIN_SETTING } from "../study/run/setting.ts";
import { preparedStates } from "../study/run/prepared-states.ts";
import { probeTree } from "../study/run/probe-tree.ts";
import type { RunContext } from "../study/run/run-context.ts";
import type { CheckVariantOptions } from "./check-variant-options.ts";
import type { CommandIo } from "./command.ts";
import { openStudy } from "./open-study.ts";

export interface BenchmarkTests extends VariantTests {
  readonly context: RunContext;
  readonly base: FileTree;
}

type BenchmarkRequest = Pick<
  CheckVariantOptions,
  "nullRuns" | "reduceTests" | "sandbox" | "offline"
> & {
  readonly benchmark: BenchmarkEntry;
  readonly instance: string;
  /** For what is observed. */
  readonly folder: string;
};

/** Calls `work` with the tests of an instance: its null run, and gold carried onto the tree. */
export async function benchmarkTests<T>(
  { benchmark, instance, folder, nullRuns, reduceTests, sandbox, offline }: BenchmarkRequest,
  io: CommandIo,
  work: (tests: BenchmarkTests) => Promise<T>,
): Promise<T> {
  const study = studyFileSchema.parse({
    name: "check-variant",
    benchmarks: [{ ...benchmark, instances: [instance], select: undefined }],
    ...{ scaffolds: ["nop"], conditions: ["variant"], variants: 1, sandbox },
    verify: { null_runs: nullRuns, gold_check: true, reduce_tests: reduceTests },
  });
  const opened = await openStudy(study, folder, { signal: io.signal, notice: io.err, offline });
  try {
    const { context } = opened;
    const name = benchmark.name ?? benchmark.id;
    const key = { benchmark: name, instanceId: instance, condition: "variant-1" };
    const loaded = await preparedStates(context).instance(key);
    const probe = (patch: "none" | "gold") => (changes: TreeChanges) =>
      probeTree(context, { key, loaded, changes, patch });
    const tests = { nullRun: probe("none"), gold: probe("gold") };
    return await work({ context, base: loaded.base, ...tests });
  } finally {
    opened.close();
  }
}

const COMMAND_KEY = { instanceId: "test", condition: "command" };

/** A command that has to end on a variant as it ends on the seed. */
export function commandTests(
  context: FaultContext,
  seed: FileTree,
  {
    testCommand,
    timeout,
    nullRuns,
  }: Pick<CheckVariantOptions, "timeout" | "nullRuns"> & { readonly testCommand: string },
): VariantTests {
  const endOf = (changes: TreeChanges): Promise<string> =>
    inSandbox(context, COMMAND_KEY, PLAIN_SETTING, async (sandbox) => {
      await sandbox.writeFiles(sandboxFiles(applyChanges(seed, changes)));
      const { exitCode, signal, timedOut } = await sandbox.exec({
        command: ["bash", "-c", testCommand],
        timeoutMs: timeout * 1000,
        mergeOutput: true,
        signal: context.signal,
      });
      if (timedOut) return "the time limit";
      return signal === null ? `exit code ${exitCode ?? "unknown"}` : `signal ${signal}`;
    });
  let onSeed: Promise<string> | null = null;
  return {
    gold: null,
    nullRun: async (changes): Promise<ProbeObservation> => {
      const wanted = await (onSeed ??= endOf(new Map()));
      if (changes.size === 0) return { kind: "tests", unmet: [] };
      for (let run = 0; run < nullRuns; run++) {
        if ((await endOf(changes)) === wanted) return { kind: "tests", unmet: [] };
      }
      const test = `(test command: ${wanted} on the seed, not here)`;
      return { kind: "tests", unmet: [{ test, status: "FAILED" }] };
    },
  };
}
