// The sign-flip permutation test of differences that are centred at zero.
// In words: if each difference were as likely with the other sign, how often their sum would be at least
// as far from zero as it is; both tails.
// Source: Fisher 1935, The Design of Experiments, section 21; the test of A Jagged Frontier over
// instances. Exact up to 40 differences that are not zero: the sums of both halves are sorted and
// counted against each other. Beyond, random patterns, (hits + 1) / (draws + 1) as Phipson and Smyth
// 2010 have it, with the standard error of that share.
// Not for: differences that are not symmetric about zero when nothing changes, as when the arms have
// different numbers of runs and rates near 0 or 1; nor as evidence about instances that were not run.
// Degenerate input: none that differs gives p = 1; an empty list gives no test.
// Reference values: SciPy's permutation_test, test/reference/make-tests.py; the sixteen published ones.
import type { RandomSource } from "./random-source.ts";
import type { NotTested } from "./not-tested.ts";

const MOST_EXACT = 40;
/** Sums that are equal but for rounding are ties. */
const TOLERANCE = 1e-9;

export interface SignFlipTest {
  /** Two-sided. */
  readonly pValue: number;
  readonly method: "exact" | "monte-carlo";
  /** Standard error of the p value by drawing; 0 where it is exact. */
  readonly standardError: number;
}

export interface SignFlipOptions {
  /** Read only where there are too many differences to be exact. */
  readonly random: RandomSource;
  readonly draws?: number;
}

/** Throws a RangeError on a difference that is no finite number. */
export function signFlipTest(
  differences: readonly number[],
  { random, draws = 20_000 }: SignFlipOptions,
): SignFlipTest | NotTested {
  const wrong = differences.find((difference) => !Number.isFinite(difference));
  if (wrong !== undefined) throw new RangeError(`${wrong} is no difference.`);
  if (differences.length === 0) return { pValue: null, reason: "no-trials" };
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs);
  const sum = Math.abs(differences.reduce((total, difference) => total + difference, 0));
  const least = sum - TOLERANCE * sizes.reduce((total, size) => total + size, 0);
  if (sizes.length <= MOST_EXACT) {
    return { pValue: exactShare(sizes, least), method: "exact", standardError: 0 };
  }
  let hits = 0;
  for (let draw = 0; draw < draws; draw++) {
    let total = 0;
    for (const size of sizes) total += random.next() < 0.5 ? size : -size;
    if (Math.abs(total) >= least) hits += 1;
  }
  const pValue = (hits + 1) / (draws + 1);
  const standardError = Math.sqrt((pValue * (1 - pValue)) / (draws + 1));
  return { pValue, method: "monte-carlo", standardError };
}

/** Share of all sign patterns whose sum is `least` or more from zero. */
function exactShare(sizes: readonly number[], least: number): number {
  if (least <= 0) return 1;
  const half = sizes.length >> 1;
  const left = signedSums(sizes.slice(0, half)).sort();
  const right = signedSums(sizes.slice(half)).sort();
  // As one goes up, fewer of the other are needed. The lower tail is the upper's mirror image.
  let hits = 0;
  let from = right.length;
  for (const one of left) {
    while (from > 0 && one + (right[from - 1] ?? 0) >= least) from -= 1;
    hits += right.length - from;
  }
  return (2 * hits) / 2 ** sizes.length;
}

function signedSums(sizes: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** sizes.length);
  sizes.forEach((size, place) => {
    const known = 2 ** place;
    for (let index = 0; index < known; index++) {
      const sum = sums[index] ?? 0;
      sums[index + known] = sum + size;
      sums[index] = sum - size;
    }
  });
  return sums;
}
