// What may change in a study file once its study has begun: more of the same. Anything that would
// give an existing run another meaning is refused.
import { isDeepStrictEqual } from "node:util";
import { PlumblineError } from "../../core/errors.ts";
import type { StudyFile } from "./study-file.ts";

const MAY_GROW = ["replicates", "variants", "runs_per_variant"] as const;
const MAY_GAIN = ["benchmarks", "scaffolds", "models", "conditions"] as const;
/** How the work is carried out or shown, not what is measured. */
const MAY_CHANGE = ["retries", "exclude_tests", "budget"] as const;

/** Throws a usage error unless `next` asks for everything that `previous` did, in the same way. */
export function requireCompatible(previous: StudyFile, given: StudyFile, folder: string): void {
  // As it would be stored: a key without a value is not there.
  const next = JSON.parse(JSON.stringify(given)) as StudyFile;
  for (const key of Object.keys(next) as (keyof StudyFile)[]) {
    if (isDeepStrictEqual(previous[key], next[key])) continue;
    if (isMember(MAY_CHANGE, key)) continue;
    if (isMember(MAY_GROW, key)) {
      if (next[key] > previous[key]) continue;
      throw refusal(folder, `${key} went down from ${previous[key]} to ${next[key]}`);
    }
    if (isMember(MAY_GAIN, key)) {
      const kept = (previous[key] as readonly unknown[]).every((entry) =>
        (next[key] as readonly unknown[]).some((other) => isSameOrMore(entry, other)),
      );
      if (kept) continue;
      throw refusal(folder, `an entry under ${key} was changed or removed`);
    }
    throw refusal(folder, `${key} was changed`);
  }
}

/** A benchmark entry may also name more instances. */
function isSameOrMore(entry: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(entry, other)) return true;
  if (!hasInstances(entry) || !hasInstances(other)) return false;
  const { instances: before, ...source } = entry;
  const { instances: after, ...otherSource } = other;
  if (!isDeepStrictEqual(source, otherSource)) return false;
  return after === null || (before?.every((id) => after.includes(id)) ?? false);
}

function hasInstances(entry: unknown): entry is { instances: readonly string[] | null } {
  return typeof entry === "object" && entry !== null && "instances" in entry;
}

function isMember<const T extends string>(list: readonly T[], key: string): key is T {
  return (list as readonly string[]).includes(key);
}

function refusal(folder: string, what: string): PlumblineError {
  return new PlumblineError(
    "study-changed",
    "usage",
    `${folder} holds this study under other terms: ${what}.`,
    { hint: "another --out folder for the changed study, or the file as it was" },
  );
}
