// `check bench B`: gold and nop runs of every instance, K times.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchCheck } from "../analysis/bench-check.ts";
import type { InstanceCheck } from "../analysis/bench-check.ts";
import { PlumblineError } from "../core/errors.ts";
import { listRuns } from "../store/run-store.ts";
import { gradesOf, lastClosedAttempt } from "../store/read-run.ts";
import { studyFileSchema } from "../study/plan/study-file.ts";
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
      .option("--out <dir>", "keep the runs in this folder")
      .option("--sandbox <id>", "bubblewrap, process or auto", "auto");
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
        report(benchCheck(checkedRuns(opened)), io);
      } finally {
        opened.close();
      }
    } finally {
      if (kept === null) rmSync(folder, { recursive: true, force: true });
    }
  },
};

function checkedRuns({ db }: OpenStudy) {
  return listRuns(db).map((run) => {
    const attempt = lastClosedAttempt(db, run.id);
    const grade = attempt === null ? null : gradesOf(db, run.id, attempt.number).at(-1);
    const tests = grade?.observation.kind === "tests";
    return {
      instanceId: run.instanceId,
      agent: run.agent === "gold" ? ("gold" as const) : ("nop" as const),
      replicate: run.replicate,
      outcome: run.outcome ?? run.status,
      fault: tests ? null : `no test result (${run.outcome ?? run.reason ?? run.status})`,
      failToPass: tests ? grade.failToPass : [],
      passToPass: tests ? grade.passToPass : [],
    };
  });
}

function report(checks: readonly InstanceCheck[], io: CommandIo): void {
  const bad = checks.filter(({ valid }) => !valid);
  if (io.json) {
    io.out(`${JSON.stringify({ valid: bad.length === 0, instances: checks }, null, 2)}\n`);
  } else {
    for (const { instanceId, valid, failToPass, passToPass, runs, problems } of checks) {
      const tests = `${failToPass} FAIL_TO_PASS, ${passToPass} PASS_TO_PASS, ${runs} runs`;
      io.out(`${valid ? "ok " : "BAD"}  ${instanceId}  (${tests})\n`);
      for (const problem of problems) io.out(`       ${problem}\n`);
    }
    io.out(`${checks.length - bad.length} of ${checks.length} instances are valid.\n`);
  }
  if (bad.length > 0) {
    throw new PlumblineError(
      "bench-not-valid",
      "threshold",
      `${bad.length} of ${checks.length} instances are not valid.`,
    );
  }
}
