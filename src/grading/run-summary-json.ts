// SWE-bench's summary of a whole run, schema version 2, its keys in the order of reporting.py. Every
// submitted id is in exactly one of resolved, unresolved, empty, infra, ambiguous and error, so the
// counts add up; SWE-bench's own lists overlap where an infra failure is only advisory.
import type { OutcomeKind } from "../core/outcome.ts";
import type { InstanceResult } from "./report-json.ts";

export interface RunSummary {
  readonly total_instances: number;
  readonly submitted_instances: number;
  readonly completed_instances: number;
  readonly resolved_instances: number;
  readonly unresolved_instances: number;
  readonly infra_failure_instances: number;
  readonly ambiguous_failure_instances: number;
  readonly empty_patch_instances: number;
  readonly error_instances: number;
  readonly completed_ids: readonly string[];
  readonly incomplete_ids: readonly string[];
  readonly empty_patch_ids: readonly string[];
  readonly submitted_ids: readonly string[];
  readonly resolved_ids: readonly string[];
  readonly unresolved_ids: readonly string[];
  readonly infra_failure_ids: readonly string[];
  readonly ambiguous_failure_ids: readonly string[];
  readonly failure_reasons: Readonly<Record<string, string>>;
  readonly error_ids: readonly string[];
  readonly schema_version: 2;
}

type Part = "resolved" | "unresolved" | "empty" | "infra" | "ambiguous" | "error";

/** Where an outcome is counted. A run stopped at a limit submitted nothing that could be graded. */
const PART_OF = {
  resolved: "resolved",
  unresolved: "unresolved",
  empty: "empty",
  limit: "error",
  infra: "infra",
  ambiguous: "ambiguous",
} as const satisfies Record<OutcomeKind, Part>;

/** A patch that can't be applied is an error there, not a wrong answer. */
function partOf({ outcome, patch, patchApplied }: InstanceResult): Part {
  const part = PART_OF[outcome.kind];
  return part === "unresolved" && patch !== null && !patchApplied ? "error" : part;
}

/**
 * Summary of one run for each submitted id; `allIds` are those of the dataset. Throws a RangeError
 * where an id is submitted twice or is none of the dataset's: then no count would mean anything.
 */
export function runSummary(
  allIds: readonly string[],
  results: readonly InstanceResult[],
): RunSummary {
  const submitted = sorted(results);
  requirePartition(allIds, submitted);
  const part = (name: Part) => sorted(results.filter((result) => partOf(result) === name));
  const resolved = part("resolved");
  const unresolved = part("unresolved");
  const empty = part("empty");
  const infra = part("infra");
  const ambiguous = part("ambiguous");
  const error = part("error");
  const completed = [...resolved, ...unresolved].sort();
  const submittedIds = new Set(submitted);
  return {
    total_instances: allIds.length,
    submitted_instances: submitted.length,
    completed_instances: completed.length,
    resolved_instances: resolved.length,
    unresolved_instances: unresolved.length,
    infra_failure_instances: infra.length,
    ambiguous_failure_instances: ambiguous.length,
    empty_patch_instances: empty.length,
    error_instances: error.length,
    completed_ids: completed,
    incomplete_ids: allIds.filter((id) => !submittedIds.has(id)).sort(),
    empty_patch_ids: empty,
    submitted_ids: submitted,
    resolved_ids: resolved,
    unresolved_ids: unresolved,
    infra_failure_ids: infra,
    ambiguous_failure_ids: ambiguous,
    failure_reasons: reasonsOf(results),
    error_ids: error,
    schema_version: 2,
  };
}

function sorted(results: readonly InstanceResult[]): string[] {
  return results.map(({ instanceId }) => instanceId).sort();
}

function requirePartition(allIds: readonly string[], submitted: readonly string[]): void {
  const known = new Set(allIds);
  const seen = new Set<string>();
  for (const id of submitted) {
    if (seen.has(id)) throw new RangeError(`${id} is submitted twice.`);
    if (!known.has(id)) throw new RangeError(`${id} is not an instance of the dataset.`);
    seen.add(id);
  }
}

function reasonsOf(results: readonly InstanceResult[]): Readonly<Record<string, string>> {
  const reasons = new Map<string, string>();
  for (const { instanceId, outcome } of results) {
    if (outcome.kind === "infra" || outcome.kind === "ambiguous") {
      reasons.set(instanceId, outcome.code);
    } else if (outcome.kind === "limit") reasons.set(instanceId, `limit_${outcome.which}`);
  }
  return Object.fromEntries([...reasons].sort(([a], [b]) => (a < b ? -1 : 1)));
}
