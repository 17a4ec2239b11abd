import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TestFacts } from "../core/instance-facts.ts";
import { exclusions } from "./exclusion-rule.ts";

type Counts = readonly [passed: number, runs: number];

const facts = (list: TestFacts["list"], [a, n]: Counts, [b, m]: Counts): TestFacts => ({
  ...{ list, test: "t" },
  ...{ gold: { passed: a, runs: n }, nop: { passed: b, runs: m } },
});
const verdict = (list: TestFacts["list"], gold: Counts, nop: Counts) => {
  const [test] = exclusions({ tests: [facts(list, gold, nop)] }).tests;
  return test === undefined ? null : `${test.reason}: ${test.detail}`;
};

describe("a test is excluded", () => {
  it.each([
    ["FAIL_TO_PASS", [3, 3], [0, 3], null],
    ["PASS_TO_PASS", [3, 3], [3, 3], null],
    ["PASS_TO_PASS", [0, 3], [0, 3], "broken: passed in 0 of 3 gold runs"],
    ["FAIL_TO_PASS", [0, 1], [0, 1], "broken: passed in 0 of 1 gold runs"],
    ["FAIL_TO_PASS", [3, 3], [3, 3], "broken: passed in 3 of 3 null runs"],
    ["FAIL_TO_PASS", [2, 3], [0, 3], "flaky: passed in 2 of 3 gold runs"],
    ["FAIL_TO_PASS", [3, 3], [1, 3], "flaky: passed in 1 of 3 null runs"],
    ["PASS_TO_PASS", [2, 3], [1, 3], "flaky: passed in 2 of 3 gold runs and 1 of 3 null runs"],
    // It needs the fix, steadily: no reason to leave it out, whatever the list says.
    ["PASS_TO_PASS", [3, 3], [0, 3], null],
    ["FAIL_TO_PASS", [0, 0], [0, 0], null],
    ["FAIL_TO_PASS", [1, 1], [0, 0], null],
  ] as const)("%s, gold %j, nop %j: %s", (list, gold, nop, expected) => {
    expect(verdict(list, gold, nop)).toBe(expected);
  });

  it("as flaky by two runs of one kind at least, and never where all are as they should be", () => {
    const count = fc
      .integer({ min: 0, max: 6 })
      .chain((runs) => fc.tuple(fc.integer({ min: 0, max: runs }), fc.constant(runs)));
    const list = fc.constantFrom<TestFacts["list"]>("FAIL_TO_PASS", "PASS_TO_PASS");
    fc.assert(
      fc.property(list, count, count, (name, gold, nop) => {
        const found = verdict(name, gold, nop);
        if (gold[1] < 2 && nop[1] < 2) expect(found ?? "").not.toMatch(/^flaky/);
        const isRight = gold[0] === gold[1] && nop[0] === (name === "FAIL_TO_PASS" ? 0 : nop[1]);
        if (isRight) expect(found).toBeNull();
      }),
    );
  });
});

it("leaves an instance out that has no FAIL_TO_PASS left, and none that never had any", () => {
  const broken = facts("FAIL_TO_PASS", [0, 2], [0, 2]);
  const good = { ...facts("FAIL_TO_PASS", [2, 2], [0, 2]), test: "u" };
  const steady = { ...facts("PASS_TO_PASS", [2, 2], [2, 2]), test: "v" };
  const flaky = { ...facts("PASS_TO_PASS", [1, 2], [2, 2]), test: "w" };
  const isLeftOut = (...tests: TestFacts[]) => exclusions({ tests }).isLeftOut;
  expect(isLeftOut(broken, steady)).toBe(true);
  expect(isLeftOut(broken, good)).toBe(false);
  expect(isLeftOut(steady, flaky)).toBe(false);
  expect(isLeftOut(flaky)).toBe(true);
  expect(isLeftOut()).toBe(false);
});
