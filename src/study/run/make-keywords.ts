// Keywords by a model are made before the first run begins: what fails here has cost no run, and ends
// none that is under way.
import type { Instance } from "../../core/instance.ts";
import type { PlannedRun } from "../../core/run.ts";
import { keywordContentSchema } from "../../materials/keyword-answer.ts";
import { isUnfinished, runStatus } from "../../store/run-store.ts";
import type { StudyDatabase } from "../../store/database.ts";
import { studyMaterials } from "../../store/study-materials.ts";
import type { StudyMaterial } from "../../store/study-materials.ts";
import { modelKeywords, usesKeywords } from "./instance-keywords.ts";
import { findInstance } from "./load-instance.ts";
import { planned } from "./run-context.ts";
import type { RunContext } from "./run-context.ts";

export interface MakeKeywordsOptions {
  readonly context: RunContext;
  readonly runs: readonly PlannedRun[];
  /** Questions at once. */
  readonly workers: number;
  readonly notice: (text: string) => void;
}

/**
 * Sees to it that the study has the keywords of all instances that still need them; nothing to do
 * where rules find them. Throws at the first that can't be had; those before it are kept.
 */
export async function makeKeywords(options: MakeKeywordsOptions): Promise<void> {
  const { context, runs, workers, notice } = options;
  if (context.keywordModel === null) return;
  const before = keysOf(context.db);
  const waiting = await instancesToCome(context, runs);
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        await modelKeywords(context, next);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: workers }, work));
  const made = studyMaterials(context.db).filter(({ material }) => !before.has(material.key));
  if (made.length > 0) notice(`Keywords by ${context.keywordModel.name}: ${describe(made)}\n`);
  for (const end of ended) if (end.status === "rejected") throw end.reason;
}

const keysOf = (db: StudyDatabase) =>
  new Set(studyMaterials(db).map(({ material }) => material.key));

/** Instances of runs that are to come and whose states hold keywords, each statement once. */
async function instancesToCome(
  context: RunContext,
  runs: readonly PlannedRun[],
): Promise<Instance[]> {
  const found = new Map<string, Instance>();
  for (const run of runs) {
    if (!usesKeywords(context, run.condition)) continue;
    if (!isUnfinished(runStatus(context.db, run.id))) continue;
    const benchmark = planned(context.benchmarks, run.benchmark);
    const instance = await findInstance(benchmark, run.instanceId);
    found.set(instance.problem_statement, instance);
  }
  return [...found.values()];
}

/** `5 asked for, 2 kept from before; rejected: a reserved word (2), not an identifier (1).` */
function describe(made: readonly StudyMaterial[]): string {
  const kept = made.filter(({ ask }) => ask === null).length;
  const rejected = made.flatMap(({ material }) => {
    return keywordContentSchema.parse(material.content).rejected;
  });
  const counts = new Map<string, number>();
  for (const { reason } of rejected) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const reasons = [...counts].map(([reason, count]) => `${reason} (${count})`).join(", ");
  const none = rejected.length === 0 ? "" : `; rejected: ${reasons}`;
  return `${made.length - kept} asked for, ${kept} kept from before${none}.`;
}
