// "Did you mean …": the known name closest to one that is not known.
import { closest, distance } from "fastest-levenshtein";

/** The nearest of `known`, or null where none is near enough to be meant. */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (known.length === 0) return null;
  const candidate = closest(name.toLowerCase(), [...known]);
  return distance(name.toLowerCase(), candidate.toLowerCase()) <= Math.max(2, name.length / 2)
    ? candidate
    : null;
}
