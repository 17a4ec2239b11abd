import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reduceRewrites } from "./reduce-rewrites.ts";

const upTo = (size: number) => Array.from({ length: size }, (_, at) => at);
const monotone = (culprits: readonly number[]) => (part: readonly number[]) =>
  Promise.resolve(culprits.every((culprit) => part.includes(culprit)));

describe("reduceRewrites", () => {
  it("finds the one to blame among many in a logarithmic number of tests", async () => {
    let tests = 0;
    const found = await reduceRewrites(upTo(1024), (part) => {
      tests++;
      return Promise.resolve(part.includes(777));
    });
    expect(found).toEqual([777]);
    expect(tests).toBeLessThanOrEqual(20);
  });

  it("finds all that are needed together, whatever they are", async () => {
    const culprits = fc.uniqueArray(fc.nat(59), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(culprits, async (needed) => {
        const found = await reduceRewrites(upTo(60), monotone(needed));
        expect(found).toEqual([...needed].sort((a, b) => a - b));
      }),
    );
  });

  it("is 1-minimal and still fails, even where failures come and go with other items", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.func(fc.boolean()), async (size, f) => {
        const all = upTo(size);
        const fails = (part: readonly number[]) =>
          part.length === size || (part.length > 0 && f(part.join()));
        const found = await reduceRewrites(all, (part) => Promise.resolve(fails(part)));
        expect(fails(found)).toBe(true);
        for (const without of found) {
          const rest = found.filter((item) => item !== without);
          expect(rest.length > 0 && fails(rest)).toBe(false);
        }
        expect(found).toEqual([...found].sort((a, b) => a - b));
      }),
    );
  });

  it("asks for no list twice and for no more tests than it may", async () => {
    const limits = fc.integer({ min: 0, max: 30 });
    await fc.assert(
      fc.asyncProperty(limits, fc.func(fc.boolean()), async (maxTests, f) => {
        const asked: string[] = [];
        await reduceRewrites(
          upTo(20),
          (part) => {
            asked.push(part.join());
            return Promise.resolve(f(part.join()));
          },
          { maxTests },
        );
        expect(asked.length).toBeLessThanOrEqual(maxTests);
        expect(new Set(asked).size).toBe(asked.length);
      }),
    );
  });

  it("keeps one item, or none, as it is", async () => {
    const never = () => Promise.reject(new Error("Not to be asked."));
    expect(await reduceRewrites(["a"], never)).toEqual(["a"]);
    expect(await reduceRewrites([], never)).toEqual([]);
  });
});
