// Writes what other tools read: the predictions of a study in SWE-bench's format. Streamed: a large
// study's patches do not fit in memory at once.
import { closeSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { predictionLine } from "../grading/report-json.ts";
import { predictionRows } from "../store/run-facts.ts";
import type { OpenStudyFolder } from "../store/study-folder.ts";

/** Writes `preds.jsonl`, one line for each recorded run that measures an agent. */
export function exportStudy({ db, folder }: OpenStudyFolder): void {
  const path = join(folder, "preds.jsonl");
  const file = openSync(`${path}.partial`, "w");
  try {
    for (const row of predictionRows(db)) {
      const prediction = predictionLine({
        instance_id: row.instanceId,
        model_name_or_path: `${row.agent}__${row.condition}__${row.replicate}`,
        model_patch: row.wholePatch.toString("utf8"),
      });
      writeSync(file, prediction);
    }
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.partial`, path);
}
