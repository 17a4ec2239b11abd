// From the materials of a study's database to what reports show of them.
import { keywordContentSchema } from "../materials/keyword-answer.ts";
import type { ReportedMaterial } from "../report/index.ts";
import type { StudyDatabase } from "../store/database.ts";
import { listMaterials } from "../store/study-materials.ts";

export function materialFacts(db: StudyDatabase): ReportedMaterial[] {
  return listMaterials(db).map(({ material, ask, tokens, costUsd, runs }) => {
    const { content, ...facts } = material;
    const { methods, strings, rejected } = keywordContentSchema.parse(content);
    const counts: Record<string, number> = {};
    for (const { reason } of rejected) counts[reason] = (counts[reason] ?? 0) + 1;
    return {
      ...{ ...facts, keptFromBefore: ask === null, costUsd, tokens },
      words: { methods: methods.length, strings: strings.length },
      ...{ rejected: counts, runs },
    };
  });
}
