// Says how far a study is, also while another process works on it.
import { describeFault, spendingLine } from "../../report/index.ts";
import { listFaults } from "../../store/fault-store.ts";
import { studySpending } from "../../store/model-spending.ts";
import { countRuns } from "../../store/run-store.ts";
import { readStudyFolder } from "../../store/study-folder.ts";
import { defineCommand } from "../command.ts";
import { faultFact } from "../study-facts.ts";

export const status = defineCommand({
  name: "status",
  summary: "Say how far a study is.",
  configure: (command) => void command.argument("<dir>", "study folder"),
  run: ([dir = ""], _options, io) => {
    const study = readStudyFolder(dir);
    try {
      const counts = countRuns(study.db);
      const faults = listFaults(study.db).map(faultFact);
      const spending = studySpending(study.db);
      if (io.json) {
        io.out(`${JSON.stringify({ runs: counts, faults, spending }, null, 2)}\n`);
      } else {
        for (const { purpose, status, outcome, count } of counts) {
          io.out(`${String(count).padStart(6)}  ${purpose}  ${status}  ${outcome ?? ""}\n`);
        }
        const spent = spendingLine(spending);
        if (spent !== null) io.out(`${spent}\n`);
        if (faults.length > 0) io.out(`Engine faults: ${faults.length}\n`);
        for (const fault of faults) io.out(`${describeFault(fault)}\n`);
      }
    } finally {
      study.close();
    }
    return Promise.resolve();
  },
});
