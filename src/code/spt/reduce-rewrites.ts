// Which of many changes are to blame: delta debugging (Zeller and Hildebrandt, "Simplifying and
// Isolating Failure-Inducing Input", 2002, algorithm ddmin). Pure: whoever asks says what a test is.

export interface ReduceOptions {
  /** Most tests that are asked for; the smallest failing list found by then is the answer. */
  readonly maxTests?: number;
}

const MAX_TESTS = 1000;

/**
 * A smallest part of `items`, in their order, with which `stillFails` holds: without any one item of
 * it, it would not (unless `maxTests` ran out first). All items together must fail, and none of them
 * must pass; neither is asked. A list that was asked about is never asked about again.
 */
export async function reduceRewrites<T>(
  items: readonly T[],
  stillFails: (subset: readonly T[]) => Promise<boolean>,
  { maxTests = MAX_TESTS }: ReduceOptions = {},
): Promise<T[]> {
  const verdicts = new Map<string, boolean>();
  const fails = async (part: readonly number[]): Promise<boolean> => {
    const key = part.join(",");
    const known = verdicts.get(key);
    if (known !== undefined) return known;
    if (verdicts.size >= maxTests) return false;
    const verdict = await stillFails(part.map((at) => items[at] as T));
    verdicts.set(key, verdict);
    return verdict;
  };

  let left = items.map((_, at) => at);
  let parts = Math.min(2, left.length);
  while (left.length > 1 && verdicts.size < maxTests) {
    const smaller = await findFailing(candidates(left, parts), fails);
    if (smaller !== null) {
      // A part alone is split anew; of a remainder, the parts that are left are looked at first.
      const keeps = smaller.length > left.length / 2 && parts > 2;
      left = smaller;
      parts = Math.min(left.length, keeps ? parts - 1 : 2);
    } else if (parts < left.length) parts = Math.min(left.length, parts * 2);
    else break;
  }
  return left.map((at) => items[at] as T);
}

/** Each part alone, then everything but each part. */
function* candidates(left: readonly number[], parts: number): Generator<number[]> {
  const bounds = Array.from({ length: parts + 1 }, (_, i) => Math.floor((i * left.length) / parts));
  const pieces = bounds.slice(1).map((end, i) => [bounds[i] ?? 0, end] as const);
  for (const [start, end] of pieces) yield left.slice(start, end);
  // With two parts, everything but the one is the other.
  if (parts === 2) return;
  for (const [start, end] of pieces) yield [...left.slice(0, start), ...left.slice(end)];
}

async function findFailing(
  lists: Iterable<number[]>,
  fails: (part: readonly number[]) => Promise<boolean>,
): Promise<number[] | null> {
  for (const list of lists) if (await fails(list)) return list;
  return null;
}
