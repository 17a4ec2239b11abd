// Carries out a study, or goes on with one, and prints its report.
import { readStudyFile } from "../read-study-file.ts";
import { PlumblineError } from "../../core/errors.ts";
import { carryOutStudy } from "../carry-out-study.ts";
import { defineCommand } from "../command.ts";
import { exportStudy } from "../export-study.ts";
import { openStudy } from "../open-study.ts";
import { printReport } from "../study-report.ts";

export const run = defineCommand({
  name: "run",
  summary: "Carry out a study, or go on with one, and print its report.",
  configure: (command) =>
    void command
      .argument("<file>", "study file (YAML)")
      .requiredOption("--out <dir>", "study folder: new, or of this study"),
  run: async ([file = ""], options, io) => {
    const folder = options["out"];
    if (typeof folder !== "string") {
      throw new PlumblineError("no-folder", "usage", "--out is missing.", { hint: "--out DIR" });
    }
    const study = readStudyFile(file, io.seed);
    const opened = await openStudy(study, folder, { signal: io.signal, notice: io.err });
    try {
      await carryOutStudy(opened, io);
      exportStudy(opened);
      printReport(opened, { ...study, conditions: opened.context.conditions }, io);
    } finally {
      opened.close();
    }
  },
});
