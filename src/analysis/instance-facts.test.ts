import fc from "fast-check";
import { expect, it } from "vitest";
import type { FactEnvironment, InstanceFacts } from "../core/instance-facts.ts";
import type { TestStatus } from "../core/run.ts";
import { addFacts, factsFor, factsOfRuns, flakeRate } from "./instance-facts.ts";
import type { SeenRun } from "./instance-facts.ts";

const ROW = { instanceId: "i", rowDigest: "d" };
const environments: readonly FactEnvironment[] = [
  { backend: "bubblewrap", image: null },
  { backend: "docker", image: "sha256:1" },
  { backend: "docker", image: "sha256:2" },
];

const status = fc.constantFrom<TestStatus>("PASSED", "FAILED", "SKIPPED", "MISSING", "XFAIL");
const seen: fc.Arbitrary<SeenRun> = fc
  .record({
    agent: fc.constantFrom<"gold" | "nop">("gold", "nop"),
    environment: fc.constantFrom(...environments),
    gradedAt: fc.integer({ min: 0, max: 1000 }),
    statuses: fc.tuple(status, status),
  })
  .map(({ statuses: [a, b], ...run }) => ({
    ...run,
    failToPass: [{ test: "t", status: a }],
    // The same name in the other list is another test.
    passToPass: [{ test: "t", status: b }],
  }));
const runs = fc.array(seen, { minLength: 1, maxLength: 12 });

it("counts a pass for PASSED alone, by list and kind of run, in each environment", () => {
  fc.assert(
    fc.property(runs, (some) => {
      for (const { environment, tests, from, to } of factsOfRuns(ROW, some)) {
        const here = some.filter((run) => run.environment === environment);
        expect([from, to]).toEqual([
          Math.min(...here.map(({ gradedAt }) => gradedAt)),
          Math.max(...here.map(({ gradedAt }) => gradedAt)),
        ]);
        for (const kind of ["gold", "nop"] as const) {
          const ofKind = here.filter(({ agent }) => agent === kind);
          const passed = ofKind.filter((run) => run.failToPass[0]?.status === "PASSED").length;
          expect(tests[0]?.[kind]).toEqual({ passed, runs: ofKind.length });
        }
        expect(tests.map(({ list }) => list)).toEqual(["FAIL_TO_PASS", "PASS_TO_PASS"]);
      }
    }),
  );
});

it("adds up to the same whatever the order and however runs were split into checks", () => {
  const all = runs.map((some) => some.map((run) => ({ ...run, environment: environments[0] })));
  fc.assert(
    fc.property(all, fc.nat(12), (some, cut) => {
      const here = some as SeenRun[];
      const [whole] = factsOfRuns(ROW, here);
      const parts = [here.slice(0, cut), here.slice(cut)].flatMap((part) => factsOfRuns(ROW, part));
      expect(addFacts(parts)).toEqual(whole);
      expect(addFacts([...parts].reverse())).toEqual(whole);
    }),
  );
});

it("takes the facts of a backend, of the image that was seen last", () => {
  const at = (environment: FactEnvironment | undefined, to: number): InstanceFacts => ({
    ...ROW,
    environment: environment ?? { backend: "", image: null },
    ...{ from: to, to },
    tests: [
      {
        ...{ list: "FAIL_TO_PASS", test: "t" },
        ...{ gold: { passed: 1, runs: 1 }, nop: { passed: 0, runs: to } },
      },
    ],
  });
  const [none, one, two] = environments;
  const all = [at(one, 1), at(two, 5), at(none, 9), at(one, 7)];
  const docker = factsFor("docker", all);
  expect(docker?.of).toEqual([all[0], all[3]]);
  expect(docker?.facts).toMatchObject({ environment: one, from: 1, to: 7 });
  expect(docker?.facts.tests[0]?.nop.runs).toBe(8);
  expect(factsFor("podman", all)).toBeNull();
});

it.each([
  [[4, 4], [0, 4], 0],
  [[1, 4], [4, 4], 1 / 8],
  [[2, 4], [2, 4], 1 / 2],
  [[0, 0], [1, 3], 1 / 3],
  [[0, 0], [0, 0], null],
] as const)("the flake rate of gold %j and nop %j is %d", ([a, n], [b, m], rate) => {
  expect(flakeRate({ gold: { passed: a, runs: n }, nop: { passed: b, runs: m } })).toBe(rate);
});
