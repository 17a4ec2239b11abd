import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomStream } from "./random-stream.ts";

const draws = (seed: string | number, name: string) => {
  const stream = randomStream(seed, name);
  return Array.from({ length: 5 }, () => stream.integer(0, 1_000_000));
};

describe("a random stream", () => {
  it("draws the same numbers for the same seed and name, on every machine", () => {
    expect(draws(1, "variant/1")).toEqual([...draws("1", "variant/1")]);
    expect(draws(1, "variant/1")).toEqual([47916, 378368, 483185, 813443, 394462]);
  });

  it("draws other numbers for another name or seed", () => {
    expect(draws(1, "variant/2")).not.toEqual(draws(1, "variant/1"));
    expect(draws(2, "variant/1")).not.toEqual(draws(1, "variant/1"));
  });

  it("forks a stream that does not depend on what was drawn before", () => {
    const early = randomStream(1, "a").fork("b");
    const parent = randomStream(1, "a");
    parent.next();
    expect(parent.fork("b").integer(0, 1e9)).toBe(early.integer(0, 1e9));
  });

  it("keeps integers in range and reaches both ends", () => {
    const stream = randomStream(1, "ends");
    const seen = new Set(Array.from({ length: 200 }, () => stream.integer(-1, 1)));
    expect([...seen].sort()).toEqual([-1, 0, 1]);
  });

  it("samples without replacement", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), fc.nat(), (items, n) => {
        const count = n % (items.length + 1);
        const sample = randomStream(n, "sample").sample(items, count);
        expect(new Set(sample).size).toBe(count);
        expect(sample.every((item) => items.includes(item))).toBe(true);
      }),
    );
  });

  it("draws every order of three equally often (χ², 5 degrees of freedom)", () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 6000; i++) {
      const order = randomStream(i, "order").shuffle([1, 2, 3]).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0);
    expect(counts.size).toBe(6);
    // 99.9 % quantile.
    expect(chiSquare).toBeLessThan(20.52);
  });

  it("refuses what cannot be drawn", () => {
    const stream = randomStream(1, "x");
    expect(() => stream.pick([])).toThrow(RangeError);
    expect(() => stream.sample([1], 2)).toThrow(RangeError);
    expect(() => stream.integer(2, 1)).toThrow(RangeError);
  });
});
