// `check bench B`: gold and nop runs of every instance, K times.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchCheck } from "../analysis/bench-check.ts";
import type { CheckedRun } from "../analysis/bench-check.ts";
import { EXCLUSION_RULE } from "../analysis/exclusion-rule.ts";
import { PlumblineError } from "../core/errors.ts";
import { environmentCause } from "../grading/environment-cause.ts";
import type { EnvironmentCause } from "../grading/environment-cause.ts";
import { testOutput } from "../study/run/run-artifacts.ts";
import { factEnvironment } from "../core/instance-facts.ts";
import { cacheFolder } from "../store/cache-folder.ts";
import { instanceFactStore } from "../store/instance-fact-store.ts";
import { writeFileAtomic } from "../store/write-file-atomic.ts";
import { listRuns } from "../store/run-store.ts";
import { gradesOf, lastClosedAttempt } from "../store/read-run.ts";
import { studyFileSchema } from "../study/plan/study-file.ts";
import { keepMatrix, matrixLines } from "./bench-matrix.ts";
import { addSelectionOptions, addSourceOptions, benchmarkEntryOf } from "./benchmark-options.ts";
import { carryOutStudy } from "./carry-out-study.ts";
import type { CommandIo, CommandSpec } from "./command.ts";
import { countOption } from "./count-option.ts";
import { openStudy } from "./open-study.ts";
import type { OpenStudy } from "./open-study.ts";

export const checkBench: CommandSpec = {
  name: "bench",
  summary: "Gold and nop runs of every instance of a benchmark.",
  configure: (command) => {
    addSourceOptions(command.argument("<id>", "benchmark to check"));
    addSelectionOptions(command)
      .option("--times <k>", "how often each run is repeated", "3")
      .option("--out <dir>", "keep the runs and the matrix in this folder")
      .option("--sandbox <id>", "docker, podman, bubblewrap, process or auto", "auto");
  },
  run: async ([id = ""], options, io) => {
    const study = studyFileSchema.parse({
      name: `check-${id}`,
      ...(io.seed === null ? {} : { seed: io.seed }),
      benchmarks: [benchmarkEntryOf(id, options)],
      scaffolds: ["gold", "nop"],
      conditions: ["seed"],
      replicates: countOption("--times", options["times"]),
      verify: { null_run: false },
      sandbox: options["sandbox"],
    });
    const kept = typeof options["out"] === "string" ? options["out"] : null;
    const folder = kept ?? mkdtempSync(join(tmpdir(), "plumbline-check-"));
    try {
      const opened = await openStudy(study, folder, {
        ...{ signal: io.signal, notice: io.err, offline: options["offline"] === true },
      });
      try {
        await carryOutStudy(opened, io);
        report(opened, study.replicates, io);
      } finally {
        opened.close();
      }
    } finally {
      if (kept === null) rmSync(folder, { recursive: true, force: true });
    }
  },
};

function checkedRuns({ db }: OpenStudy): CheckedRun[] {
  return listRuns(db).map((run) => {
    const attempt = lastClosedAttempt(db, run.id);
    const grade = attempt === null ? null : gradesOf(db, run.id, attempt.number).at(-1);
    const tests = grade?.observation.kind === "tests";
    return {
      instanceId: run.instanceId,
      agent: run.agent === "gold" ? ("gold" as const) : ("nop" as const),
      replicate: run.replicate,
      outcome: run.outcome ?? run.status,
      seen:
        tests && attempt !== null && attempt.isolation !== null
          ? {
              environment: factEnvironment(attempt.isolation),
              ...{ gradedAt: grade.gradedAt, durationMs: grade.durationMs },
            }
          : null,
      fault: tests ? null : `no test result (${run.outcome ?? run.reason ?? run.status})`,
      failToPass: tests ? grade.failToPass : [],
      passToPass: tests ? grade.passToPass : [],
    };
  });
}

function report(opened: OpenStudy, times: number, io: CommandIo): void {
  const runs = checkedRuns(opened);
  const checks = benchCheck(runs);
  const [benchmark] = opened.context.benchmarks.values();
  if (benchmark === undefined) throw new Error("A check is of one benchmark.");
  const store = instanceFactStore(cacheFolder(), io.err);
  const matrix = {
    ...{ schemaVersion: 1, benchmark: benchmark.id, digest: benchmark.digest, times },
    rule: EXCLUSION_RULE,
    instances: keepMatrix(benchmark, runs, times, store),
  };
  writeFileAtomic(join(opened.folder, "bench-matrix.json"), json(matrix));
  const bad = checks.filter(({ valid }) => !valid);
  const causes = causesOf(opened, new Set(bad.map(({ instanceId }) => instanceId)));
  if (io.json) {
    const instances = checks.map((check) => ({
      ...check,
      cause: causes.get(check.instanceId) ?? null,
    }));
    io.out(json({ valid: bad.length === 0, instances, matrix }));
  } else {
    for (const { instanceId, valid, failToPass, passToPass, runs, problems } of checks) {
      const tests = `${failToPass} FAIL_TO_PASS, ${passToPass} PASS_TO_PASS, ${runs} runs`;
      io.out(`${valid ? "ok " : "BAD"}  ${instanceId}  (${tests})\n`);
      const cause = causes.get(instanceId);
      if (cause !== undefined) io.out(`       likely ${cause.kind}: ${cause.evidence}\n`);
      for (const problem of problems) io.out(`       ${problem}\n`);
    }
    io.out(`${checks.length - bad.length} of ${checks.length} instances are valid.\n`);
    for (const line of matrixLines(matrix.instances)) io.out(line);
  }
  if (bad.length > 0) {
    throw new PlumblineError(
      "bench-not-valid",
      "threshold",
      `${bad.length} of ${checks.length} instances are not valid.`,
    );
  }
}

/** Why instances are not valid here, where the tests' own output names the environment for it. */
function causesOf(
  { db, folder }: OpenStudy,
  instances: ReadonlySet<string>,
): ReadonlyMap<string, EnvironmentCause> {
  const causes = new Map<string, EnvironmentCause>();
  for (const run of listRuns(db)) {
    if (!instances.has(run.instanceId) || causes.has(run.instanceId)) continue;
    const attempt = lastClosedAttempt(db, run.id);
    const output = attempt === null ? null : testOutput(folder, run, attempt.number);
    const cause = output === null ? null : environmentCause(output);
    if (cause !== null) causes.set(run.instanceId, cause);
  }
  return causes;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
