// Prints the report of a study as it stands.
import { studyFileSchema } from "../../study/plan/study-file.ts";
import { readStudyFolder, storedStudyFile } from "../../store/study-folder.ts";
import { defineCommand } from "../command.ts";
import { planOf } from "../open-study.ts";
import { requireSameRows } from "../source-record.ts";
import { studyReport } from "../study-report.ts";

export const report = defineCommand({
  name: "report",
  summary: "Print the report of a study, finished or not.",
  configure: (command) => void command.argument("<dir>", "study folder"),
  run: async ([dir = ""], _options, io) => {
    const folder = readStudyFolder(dir);
    try {
      const study = studyFileSchema.parse(storedStudyFile(folder.db));
      const { plan, sources } = await planOf(study);
      requireSameRows(dir, sources, io.err);
      const described = { ...study, conditions: plan.conditions };
      const { text, json } = studyReport(folder, described, process.stdout.isTTY);
      io.out(io.json ? json : text);
    } finally {
      folder.close();
    }
  },
});
