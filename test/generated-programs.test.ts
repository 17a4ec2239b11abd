// The property over generated programs: 300 of them here, 20,000 by `npm run check:programs`.
// PLUMBLINE_PROGRAMS_SEED=word tries others.
import { beforeAll, describe, expect, it } from "vitest";
import { TRANSFORMATIONS } from "../src/code/spt/index.ts";
import {
  allPlans,
  checkPrograms,
  generated,
  reduced,
  report,
  unsteady,
} from "../src/testing/generated-programs/check-programs.ts";
import type { ProgramUnderTest } from "../src/testing/generated-programs/rewrite-program.ts";
import { UNSOUND_TWINS } from "./unsound-twins.ts";

const SEED = process.env["PLUMBLINE_PROGRAMS_SEED"] ?? "plumbline";
const PROGRAMS = 300;
/** In one go: types are asked of that many at once. */
const TOGETHER = 100;
const FEWEST_SITES = 20;
/** Programs that are tried before the next ones when a mistake is looked for. */
const FEW = 25;
/** For a slow and busy machine; two minutes are enough elsewhere. */
const LONGEST_MS = 1_800_000;

describe(`generated programs (seed ${SEED})`, { timeout: LONGEST_MS }, () => {
  let programs: readonly ProgramUnderTest[] = [];
  beforeAll(() => {
    const starts = Array.from({ length: PROGRAMS / TOGETHER }, (_, index) => index * TOGETHER);
    programs = starts.flatMap((first) => generated(SEED, first, TOGETHER));
  }, LONGEST_MS);

  it("do the same each time", () => {
    expect(unsteady(programs)).toEqual([]);
  });

  it("do the same after each transformation, and after all of them in any order", () => {
    const { differences, sites } = checkPrograms(programs, allPlans);
    const [first] = differences;
    if (first !== undefined) expect.fail(report(reduced(first)));
    const lines = TRANSFORMATIONS.map(({ id }) => `  ${id}: ${sites.get(id) ?? 0}\n`);
    process.stdout.write(`sites rewritten in ${PROGRAMS} programs\n${lines.join("")}`);
    const rare = TRANSFORMATIONS.filter(({ id }) => (sites.get(id) ?? 0) < FEWEST_SITES);
    expect(rare.map(({ id }) => id)).toEqual([]);
  });

  it("show a mistake of every transformation", () => {
    const originals = UNSOUND_TWINS.map(({ original }) => original.id);
    expect(originals).toEqual(TRANSFORMATIONS.map(({ id }) => id));
  });

  for (const { transformation } of UNSOUND_TWINS) {
    it(`show the mistake of ${transformation.id}`, () => {
      const isCaught = (first: number) => {
        const few = programs.slice(first, first + FEW);
        return checkPrograms(few, () => [[transformation]]).differences.length > 0;
      };
      const starts = Array.from({ length: PROGRAMS / FEW }, (_, index) => index * FEW);
      expect(starts.some(isCaught)).toBe(true);
    });
  }
});
