// Seeded random numbers by name. Every draw of a study comes from a stream that is named for what
// it decides, so that nothing depends on the order in which workers happen to ask.
// Generator: xoroshiro128+ (Blackman and Vigna 2018) from pure-rand, its 128 bits of state taken
// from SHA-256 of the study's seed and the stream's name.
import { createHash } from "node:crypto";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

export interface RandomStream {
  readonly name: string;
  /** The study's seed, from which all streams come. */
  readonly seed: string;
  /** Uniform on [0, 1), with 53 bits. */
  next(): number;
  /** Uniform integer with `low` and `high` both possible. Throws a RangeError when there is none. */
  integer(low: number, high: number): number;
  /** One element, uniformly. Throws a RangeError on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** `count` elements without replacement, uniformly, in draw order. Throws a RangeError if too few. */
  sample<T>(items: readonly T[], count: number): T[];
  /** All elements in a uniformly drawn order. */
  shuffle<T>(items: readonly T[]): T[];
  /** A stream of its own, independent of how far this one has been read. */
  fork(name: string): RandomStream;
}

/** The stream called `name` of the study seeded with `seed`. */
export function randomStream(seed: string | number, name: string): RandomStream {
  const digest = createHash("sha256").update(`${seed}\u0000${name}`).digest();
  const generator = xoroshiro128plusFromState([0, 4, 8, 12].map((at) => digest.readInt32LE(at)));

  function integer(low: number, high: number): number {
    if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high < low) {
      throw new RangeError(`No integer lies between ${low} and ${high}.`);
    }
    return uniformInt(generator, low, high);
  }

  function sample<T>(items: readonly T[], count: number): T[] {
    if (count < 0 || count > items.length) {
      throw new RangeError(`Cannot draw ${count} of ${items.length} items without replacement.`);
    }
    const pool = [...items];
    for (let i = 0; i < count; i++) {
      const j = integer(i, pool.length - 1);
      [pool[i], pool[j]] = [pool[j] as T, pool[i] as T];
    }
    return pool.slice(0, count);
  }

  return {
    name,
    seed: String(seed),
    next: () => uniformFloat64(generator),
    integer,
    sample,
    shuffle: (items) => sample(items, items.length),
    pick: (items) => {
      if (items.length === 0) throw new RangeError("Cannot pick from an empty list.");
      return items[integer(0, items.length - 1)] as (typeof items)[number];
    },
    fork: (child) => randomStream(seed, `${name}/${child}`),
  };
}
