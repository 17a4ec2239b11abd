// Lists, counts and shows the instances of a benchmark, and tells what is wrong with its rows.
import { addSelectionOptions, addSourceOptions, benchmarkEntryOf } from "../benchmark-options.ts";
import { defineCommand } from "../command.ts";
import { countLines, instanceCounts, instanceLines, problemLines } from "../instance-listing.ts";
import { instanceReport } from "../instance-report.ts";
import { openBenchmark, selectFrom } from "../open-benchmark.ts";

export const instances = defineCommand({
  name: "instances",
  summary: "List, count and show the instances of a benchmark.",
  configure: (command) => {
    addSourceOptions(command.argument("<benchmark>", "starter, swe-bench, local …"));
    addSelectionOptions(command)
      .option("--count", "counts instead of a list")
      .option("--show <id>", "all that is known of one instance");
  },
  run: async ([id = ""], options, io) => {
    const show = typeof options["show"] === "string" ? options["show"] : null;
    const entry = benchmarkEntryOf(id, show === null ? options : { ...options, ids: [show] });
    const offline = options["offline"] === true;
    const surroundings = { notice: io.err, signal: io.signal, offline };
    const benchmark = await openBenchmark(entry, surroundings);
    const { instances: selected, steps } = await selectFrom(benchmark, entry, io.seed ?? 0);
    const { digest, source, problems } = benchmark;
    const [first] = selected;
    if (show !== null && first !== undefined) {
      const report = instanceReport(benchmark, first);
      io.out(io.json ? `${JSON.stringify(report.json, null, 2)}\n` : report.text);
      return;
    }
    const counts = instanceCounts(selected);
    if (io.json) {
      const rows = options["count"] === true ? {} : { instances: selected };
      const head = { benchmark: benchmark.id, digest, source, selection: steps };
      io.out(`${JSON.stringify({ ...head, counts, problems, ...rows }, null, 2)}\n`);
      return;
    }
    const lines = options["count"] === true ? countLines(counts) : instanceLines(selected);
    for (const line of lines) io.out(`${line}\n`);
    io.out(`${selected.length} instances of ${benchmark.id}, rows ${digest.slice(0, 12)}\n`);
    for (const line of problemLines(problems, io.verbose)) io.err(`${line}\n`);
  },
});
