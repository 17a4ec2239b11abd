// What verification found, as analyses and reports read it: which transformations the judged states
// have, and the engine faults with their minimal cases.
import { engineFaultCaseSchema } from "../core/engine-fault.ts";
import type { EngineFaultCase } from "../core/engine-fault.ts";
import type { StudyDatabase } from "./database.ts";
import type { StateKey } from "./state-store.ts";

export interface StateRewrites extends StateKey {
  readonly candidate: number;
  readonly transformation: string;
  readonly rewrites: number;
}

/** Which transformations each judged state has, by instance, condition and candidate. */
export function listStateRewrites(db: StudyDatabase): StateRewrites[] {
  return db
    .prepare(
      `SELECT benchmark, instance_id AS instanceId, condition, candidate, transformation, rewrites
       FROM state_rewrites
       ORDER BY benchmark, instance_id, condition, candidate, transformation`,
    )
    .all() as StateRewrites[];
}

export interface FoundFault extends StateKey {
  readonly candidate: number;
  readonly found: EngineFaultCase;
}

/** All engine faults of a study, by instance, condition and candidate. */
export function listFaults(db: StudyDatabase): FoundFault[] {
  const rows = db
    .prepare(
      `SELECT benchmark, instance_id AS instanceId, condition, candidate, detail
       FROM engine_faults ORDER BY benchmark, instance_id, condition, candidate, number`,
    )
    .all() as (Omit<FoundFault, "found"> & { detail: string })[];
  return rows.map(({ detail, ...state }) => ({
    ...state,
    found: engineFaultCaseSchema.parse(JSON.parse(detail)),
  }));
}
