// Grades predictions: runs of the agent that hands them in, or of gold and nop.
import { join } from "node:path";
import { PlumblineError } from "../../core/errors.ts";
import type { Benchmark } from "../../benchmarks/benchmark.ts";
import { writeFileAtomic } from "../../store/write-file-atomic.ts";
import { studyFileSchema } from "../../study/plan/study-file.ts";
import type { BenchmarkEntry, StudyFile } from "../../study/plan/study-file.ts";
import { addSelectionOptions, addSourceOptions, benchmarkEntryOf } from "../benchmark-options.ts";
import { carryOutStudy } from "../carry-out-study.ts";
import { defineCommand, type CommandIo } from "../command.ts";
import { countOption } from "../count-option.ts";
import { gradingResults, gradingSummary, gradingTable } from "../grading-results.ts";
import { openBenchmark, selectFrom } from "../open-benchmark.ts";
import { openStudy } from "../open-study.ts";
import { studyExclusions, studyGraderVariance } from "../run-evidence.ts";
import { readPredictions } from "../predicted-patches.ts";

type Options = Readonly<Record<string, unknown>>;

export const grade = defineCommand({
  name: "grade",
  summary: "Grade a file of predictions, or the gold or null patches of a benchmark.",
  configure: (command) => {
    addSourceOptions(command.requiredOption("--benchmark <id>", "whose instances they are for"));
    addSelectionOptions(command)
      .requiredOption("--predictions <file>", "predictions in any of the known shapes, gold or nop")
      .requiredOption("--out <dir>", "study folder: new, or of this grading")
      .option("--model <name>", "whose predictions, where the file has those of several")
      .option("--times <k>", "runs of each prediction, each with a summary of its own", "1")
      .option("--grades <k>", "how often each patch is graded; most of its grades decide", "1")
      .option("--reuse-grades", "take up, and keep, first grades of first runs")
      .option("--no-restore-tests", "leave what patches change in files of the tests")
      .option("--no-exclusions", "show the published score only")
      .option("--timeout <seconds>", "wall time of applying one patch", "600")
      .option("--sandbox <id>", "where the tests run", "auto");
  },
  run: async (_arguments, options, io) => {
    const entry = benchmarkEntryOf(String(options["benchmark"]), options);
    const offline = options["offline"] === true;
    const surroundings = { notice: io.err, signal: io.signal, offline };
    const benchmark = await openBenchmark(entry, surroundings);
    const study = await gradingStudy(benchmark, entry, options, io);
    const opened = await openStudy(study, String(options["out"]), surroundings);
    try {
      await carryOutStudy(opened, io, { reuseGrades: options["reuseGrades"] === true });
      const all = (await benchmark.instances()).map(({ instance_id }) => instance_id);
      const exclusions = study.exclude_tests ? studyExclusions(opened.folder) : [];
      const shared = { exclusions, variance: studyGraderVariance(opened.db) };
      for (let replicate = 1; replicate <= study.replicates; replicate++) {
        const results = gradingResults(opened.db, replicate, shared);
        const content = gradingSummary(all, benchmark.digest, results);
        const summary = `${JSON.stringify(content, null, 2)}\n`;
        const suffix = study.replicates === 1 ? "" : `-${replicate}`;
        const path = join(opened.folder, `${study.scaffolds[0]?.name ?? ""}.grading${suffix}.json`);
        writeFileAtomic(path, summary);
        io.out(io.json ? summary : gradingTable(benchmark.digest, results));
        if (!io.quiet) io.err(`summary: ${path}\n`);
      }
    } finally {
      opened.close();
    }
  },
});

async function gradingStudy(
  benchmark: Benchmark,
  entry: BenchmarkEntry,
  options: Options,
  io: CommandIo,
): Promise<StudyFile> {
  const scaffold = scaffoldOf(String(options["predictions"]), options["model"]);
  const { instances } = await selectFrom(benchmark, entry, io.seed ?? 0);
  const known = instances.map(({ instance_id }) => instance_id);
  const ids = known.filter((id) => scaffold.ids?.has(id) ?? true);
  const others = (scaffold.ids?.size ?? 0) - ids.length;
  if (ids.length === 0) {
    const message = `No prediction is for a selected instance of ${benchmark.id}.`;
    throw new PlumblineError("nothing-to-grade", "usage", message);
  }
  if (scaffold.ids !== null && others > 0) {
    io.err(`left out: ${others} predictions for instances that are not selected\n`);
  }
  return studyFileSchema.parse({
    name: "grading",
    ...(io.seed === null ? {} : { seed: io.seed }),
    benchmarks: [{ ...entry, select: undefined, instances: ids }],
    scaffolds: [scaffold.entry],
    conditions: ["seed"],
    replicates: countOption("--times", options["times"]),
    grades: countOption("--grades", options["grades"]),
    restore_tests: options["restoreTests"] !== false,
    exclude_tests: options["exclusions"] !== false,
    verify: { null_run: false },
    limits: { wall_seconds: countOption("--timeout", options["timeout"]) },
    sandbox: options["sandbox"],
  });
}

/** The agent that hands in what `--predictions` names, and for which instances; null: for all. */
function scaffoldOf(file: string, model: unknown) {
  if (file === "gold" || file === "nop") return { entry: { id: file, name: file }, ids: null };
  const read = readPredictions(file, typeof model === "string" ? model : undefined);
  const name = read.model.replace(/[^A-Za-z0-9._+@=-]+/g, "_").replace(/^[^A-Za-z0-9]+/, "");
  return {
    entry: {
      id: "predictions",
      name: name === "" ? "predictions" : name,
      settings: { file, model: read.model, sha256: read.sha256 },
    },
    ids: new Set(read.patches.map(({ instanceId }) => instanceId)),
  };
}
