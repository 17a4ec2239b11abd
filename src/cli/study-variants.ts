// The accepted variants of a study folder, with what is needed to make and test them again.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listStates } from "../store/state-store.ts";
import { readStudyFolder, storedStudyFile } from "../store/study-folder.ts";
import { benchmarkEntrySchema, studyFileSchema } from "../study/plan/study-file.ts";
import type { BenchmarkEntry } from "../study/plan/study-file.ts";
import type { VariantToCheck } from "../study/run/check-variant.ts";
import { parseVariantLog } from "./read-variant-log.ts";

export interface StudyVariant {
  /** As the study names its benchmark. */
  readonly benchmark: BenchmarkEntry;
  readonly instance: string;
  readonly variant: Omit<VariantToCheck, "seed">;
}

/** In order of instance and number. */
export function studyVariants(folder: string): StudyVariant[] {
  const opened = readStudyFolder(folder);
  try {
    const { db } = opened;
    const study = studyFileSchema.parse(storedStudyFile(db));
    const names = study.conditions
      .filter(({ condition }) => condition === "variant")
      .map(({ condition, name }) => name ?? condition);
    const isVariant = (condition: string) =>
      names.some((name) => condition.replace(/-\d+$/, "") === name);
    return listStates(db)
      .filter(({ verdict, condition }) => verdict === "accepted" && isVariant(condition))
      .map(({ benchmark, instanceId, condition, candidate, digest }) => {
        const state = `${condition}-draw-${candidate}`;
        const path = join(folder, "states", benchmark, instanceId, state, "log.json");
        const named = study.benchmarks.find(({ id, name }) => (name ?? id) === benchmark);
        return {
          benchmark: named ?? benchmarkEntrySchema.parse({ id: benchmark }),
          instance: instanceId,
          variant: {
            name: `${instanceId}-${state}`,
            log: parseVariantLog(readFileSync(path, "utf8"), path),
            found: digest,
          },
        };
      });
  } finally {
    opened.close();
  }
}
