// Carries out a study, or goes on with one, and prints its report.
import { readStudyFile } from "../read-study-file.ts";
import { PlumblineError } from "../../core/errors.ts";
import { carryOutStudy } from "../carry-out-study.ts";
import { defineCommand } from "../command.ts";
import { exportStudy } from "../export-study.ts";
import { openStudy } from "../open-study.ts";
import { probeModels } from "../probe-models.ts";
import type { ModelOptions } from "../study-models.ts";
import { printReport } from "../study-report.ts";

export const run = defineCommand({
  name: "run",
  summary: "Carry out a study, or go on with one, and print its report.",
  configure: (command) =>
    void command
      .argument("<file>", "study file (YAML)")
      .requiredOption("--out <dir>", "study folder: new, or of this study")
      .option("--reuse-grades", "take up, and keep, first grades of first replicates")
      .option("--record", "keep every exchange with a model, to be played again")
      .option("--llm-replay <dir>", "answer as the recorded study in this folder was answered")
      .option("--prices <file>", "YAML file of prices that stand before the price table's")
      .option("--secrets <file>", "file of NAME=value lines with the keys of providers"),
  run: async ([file = ""], options, io) => {
    const folder = options["out"];
    if (typeof folder !== "string") {
      throw new PlumblineError("no-folder", "usage", "--out is missing.", { hint: "--out DIR" });
    }
    const study = readStudyFile(file, io.seed);
    const surroundings = { signal: io.signal, notice: io.err };
    const opened = await openStudy(study, folder, surroundings, modelOptions(options));
    try {
      await probeModels(opened, io);
      await carryOutStudy(opened, io, { reuseGrades: options["reuseGrades"] === true });
      exportStudy(opened);
      printReport(opened, { ...study, conditions: opened.context.conditions }, io);
    } finally {
      opened.close();
    }
  },
});

function modelOptions(options: Readonly<Record<string, unknown>>): ModelOptions {
  const file = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    record: options["record"] === true,
    replayFrom: file(options["llmReplay"]),
    prices: file(options["prices"]),
    secrets: file(options["secrets"] ?? process.env["PLUMBLINE_SECRETS"]),
  };
}
