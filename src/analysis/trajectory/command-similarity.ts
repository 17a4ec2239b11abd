// How alike two runs went about their work: 1 minus the edit distance of their sequences of
// commands, as a share of the longer one. The reliability study measures the same facet and leaves
// its formula open; this is ours.
import { distance } from "fastest-levenshtein";

/** One code unit a command; there are enough below the surrogates for any two runs. */
const FIRST_CODE = 0x100;
const CODES = 0xd800 - FIRST_CODE;

/** 1 for equal sequences, 0 for such that share nothing; null where both are empty. */
export function commandSimilarity(a: readonly string[], b: readonly string[]): number | null {
  const longest = Math.max(a.length, b.length);
  if (longest === 0) return null;
  const codes = new Map<string, string>();
  const encoded = (commands: readonly string[]) =>
    commands
      .map((command) => {
        const code = codes.get(command) ?? String.fromCharCode(FIRST_CODE + (codes.size % CODES));
        codes.set(command, code);
        return code;
      })
      .join("");
  return 1 - distance(encoded(a), encoded(b)) / longest;
}

/** The mean over all pairs of runs; null where there are not two. */
export function meanCommandSimilarity(runs: readonly (readonly string[])[]): number | null {
  const pairs = runs.flatMap((a, index) =>
    runs.slice(index + 1).flatMap((b) => commandSimilarity(a, b) ?? []),
  );
  return pairs.length === 0 ? null : pairs.reduce((sum, value) => sum + value, 0) / pairs.length;
}
