// What trees showed that were made only to be tested, by content: none is tested twice, also when
// the process that asked has died.
import { z } from "zod";
import { testResultSchema } from "../core/run.ts";
import type { StudyDatabase } from "./database.ts";
import type { StateKey } from "./state-store.ts";

export const probeObservationSchema = z.discriminatedUnion("kind", [
  /** Tests that were not what they must be. */
  z.object({ kind: z.literal("tests"), unmet: z.array(testResultSchema) }),
  /** The patch could not be carried onto the tree. */
  z.object({ kind: z.literal("no-merge"), evidence: z.string() }),
]);
export type ProbeObservation = z.infer<typeof probeObservationSchema>;

export interface ProbeKey extends Pick<StateKey, "benchmark" | "instanceId"> {
  readonly digest: string;
  readonly patch: "none" | "gold";
  /** From 1. */
  readonly number: number;
}

/** What was observed, or null where it was not tried yet. */
export function probeOf(db: StudyDatabase, key: ProbeKey): ProbeObservation | null {
  const observed = db
    .prepare(
      `SELECT observed FROM probes WHERE benchmark = @benchmark AND instance_id = @instanceId
         AND digest = @digest AND patch = @patch AND number = @number`,
    )
    .pluck()
    .get(key);
  return typeof observed === "string" ? probeObservationSchema.parse(JSON.parse(observed)) : null;
}

/** Keeps an observation; one that stands is not changed. */
export function addProbe(
  db: StudyDatabase,
  key: ProbeKey,
  observed: ProbeObservation,
  at: number,
): void {
  db.prepare(
    `INSERT OR IGNORE INTO probes (benchmark, instance_id, digest, patch, number, at, observed)
     VALUES (@benchmark, @instanceId, @digest, @patch, @number, @at, @observed)`,
  ).run({ ...key, at, observed: JSON.stringify(observed) });
}
