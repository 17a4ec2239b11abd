import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instanceSchema } from "../../core/instance.ts";
import type { Instance } from "../../core/instance.ts";
import { parseResolvedIds } from "./resolved-ids.ts";
import { selectInstances } from "./select-instances.ts";
import { selectionSchema } from "./selection.ts";

function instance(id: string, repo: string, difficulty: string | null): Instance {
  return instanceSchema.parse({
    ...{ instance_id: id, repo, difficulty, base_commit: "0".repeat(40), patch: "x" },
    ...{ problem_statement: "p", test_patch: "", FAIL_TO_PASS: ["a"], PASS_TO_PASS: [] },
    language: repo === "o/c" ? "c" : "python",
  });
}

const rows = (count: number, repo: string, difficulty: string | null) =>
  Array.from({ length: count }, (_, at) =>
    instance(`${repo.replace("/", "__")}-${difficulty ?? "none"}-${at}`, repo, difficulty),
  );
const ALL = [
  ...rows(9, "o/a", "easy"),
  ...rows(5, "o/a", "hard"),
  ...rows(2, "o/b", "easy"),
  ...rows(3, "o/c", null),
];

function select(rule: object, seed: string | number = 0, more: object = {}) {
  return selectInstances({
    ...{ benchmark: "b", instances: ALL, rule: selectionSchema.parse(rule), seed },
    ...{ resolved: null, isRewritable: () => Promise.resolve(true), ...more },
  });
}
const idsOf = async (rule: object, seed: string | number = 0) =>
  (await select(rule, seed)).instances.map(({ instance_id }) => instance_id);

describe("selection", () => {
  it("takes everything where nothing is asked", async () => {
    expect(await select({})).toEqual({ instances: ALL, steps: [] });
  });

  it("filters by id, pattern, repository, language and difficulty, and counts each step", async () => {
    const rule = { match: "^o__a", repos: ["o/a"], difficulties: ["hard"], slice: "1:3" };
    const { instances, steps } = await select(rule);
    expect(instances.map(({ instance_id }) => instance_id)).toEqual(["o__a-hard-1", "o__a-hard-2"]);
    expect(steps).toEqual([
      { rule: "id matches ^o__a", left: 14 },
      { rule: "repo: o/a", left: 14 },
      { rule: "difficulty: hard", left: 5 },
      { rule: "slice 1:3", left: 2 },
    ]);
    expect(await idsOf({ languages: ["c"] })).toHaveLength(3);
    expect(await idsOf({ ids: ["o__b-easy-1", "o__a-easy-0"] })).toEqual([
      "o__b-easy-1",
      "o__a-easy-0",
    ]);
    expect(await idsOf({ slice: "-2:" })).toEqual(["o__c-none-1", "o__c-none-2"]);
  });

  it("draws n of each repository and difficulty, all where there are fewer", async () => {
    const drawn = (await select({ strata: { n: 3 } }, "s")).instances;
    const sizes = new Map<string, number>();
    for (const { repo, difficulty } of drawn) {
      const key = `${repo} ${difficulty ?? ""}`;
      sizes.set(key, (sizes.get(key) ?? 0) + 1);
    }
    expect(Object.fromEntries(sizes)).toEqual({
      ...{ "o/a easy": 3, "o/a hard": 3, "o/b easy": 2, "o/c ": 3 },
    });
  });

  it("draws n of each repository, its difficulties as equal as they can be", async () => {
    const drawn = (await select({ strata: { n: 7, per: "repository" } })).instances;
    const ofA = drawn.filter(({ repo }) => repo === "o/a");
    expect(ofA.filter(({ difficulty }) => difficulty === "easy")).toHaveLength(4);
    expect(ofA.filter(({ difficulty }) => difficulty === "hard")).toHaveLength(3);
    expect(drawn).toHaveLength(7 + 2 + 3);
  });

  it("depends on the seed and on nothing else", async () => {
    const rule = { strata: { n: 2 }, shuffle: true };
    expect(await idsOf(rule, 1)).toEqual(await idsOf(rule, 1));
    const draws = await Promise.all([1, 2, 3, 4].map((seed) => idsOf(rule, seed)));
    expect(new Set(draws.map((ids) => ids.join())).size).toBe(4);
    // A stratum's draw does not move when another repository joins.
    const ofA = (ids: readonly string[]) => ids.filter((id) => id.startsWith("o__a"));
    const alone = await selectInstances({
      ...{ benchmark: "b", rule: selectionSchema.parse({ strata: { n: 2 } }), seed: 1 },
      instances: ALL.filter(({ repo }) => repo === "o/a"),
      ...{ resolved: null, isRewritable: () => Promise.resolve(true) },
    });
    expect(alone.instances.map(({ instance_id }) => instance_id)).toEqual(
      ofA(await idsOf({ strata: { n: 2 } }, 1)),
    );
  });

  it("draws each instance equally often", async () => {
    const times = new Map<string, number>();
    for (let seed = 0; seed < 900; seed++) {
      for (const id of await idsOf(
        { repos: ["o/a"], difficulties: ["easy"], strata: { n: 3 } },
        seed,
      )) {
        times.set(id, (times.get(id) ?? 0) + 1);
      }
    }
    // 900 draws of 3 of 9: 300 each, standard deviation 14.
    expect([...times.values()].filter((count) => count < 230 || count > 370)).toEqual([]);
    expect(times.size).toBe(9);
  });

  it("never chooses what was not there, and nothing twice", async () => {
    const rule = fc.record({
      strata: fc.option(fc.record({ n: fc.integer({ min: 1, max: 12 }) }), { nil: undefined }),
      shuffle: fc.boolean(),
      slice: fc.constantFrom(undefined, "0:5", "2:"),
    });
    await fc.assert(
      fc.asyncProperty(rule, fc.integer(), async (drawn, seed) => {
        const ids = await idsOf(drawn, seed);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.every((id) => ALL.some(({ instance_id }) => instance_id === id))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("asks whether a file can be rewritten only of what is left", async () => {
    const asked: string[] = [];
    const isRewritable = ({ instance_id }: Instance) => {
      asked.push(instance_id);
      return Promise.resolve(instance_id.endsWith("0"));
    };
    const more = { isRewritable, resolved: new Set(["o__b-easy-0", "o__b-easy-1"]) };
    const { instances } = await select({ rewritable: true, resolved_by: "r.json" }, 0, more);
    expect(instances.map(({ instance_id }) => instance_id)).toEqual(["o__b-easy-0"]);
    expect(asked).toEqual(["o__b-easy-0", "o__b-easy-1"]);
  });

  it.each([
    [{ ids: ["o__a-easy-99"] }, 'b has no instance "o__a-easy-99".', '"o__a-easy-0"'],
    [{ repos: ["o/z"] }, 'No instance of b has the repo "o/z".', '"o/a"'],
    [{ difficulties: ["herd"] }, 'No instance of b has the difficulty "herd".', '"hard"'],
    [
      { match: "nothing" },
      'No instance of b is selected: none is left after "id matches nothing".',
      "plumbline instances b --count",
    ],
  ])("says what is wrong with %o", async (rule, message, hint) => {
    await expect(select(rule)).rejects.toMatchObject({ message, hint, exitCode: 2 });
  });

  it.each([{ match: "(" }, { slice: "3" }, { strata: { n: 0 } }, { repo: ["o/a"] }])(
    "refuses a rule that is none: %o",
    (rule) => {
      expect(selectionSchema.safeParse(rule).success).toBe(false);
    },
  );
});

describe("a reference agent's results", () => {
  it.each([
    ["a list", '["a", "b"]'],
    ["lines", "# resolved\na\n\nb\n"],
    ["a run report", '{"resolved_ids": ["a", "b"], "unresolved_ids": ["c"]}'],
    ["a leaderboard's results", '{"resolved": ["a", "b"], "no_logs": ["c"]}'],
    ["verdicts", '{"a": true, "b": true, "c": false}'],
    [
      "reports by id",
      '{"a": {"resolved": true}, "b": {"resolved": true, "tests_status": {}}, "c": {"resolved": false}}',
    ],
  ])("may be %s", (_, text) => {
    expect([...parseResolvedIds(text, "r")]).toEqual(["a", "b"]);
  });

  it.each([
    ["{", "r: not JSON."],
    ['{"score": 1}', "r: no list of resolved instances is found in it."],
    ["a b\n", "r: one id a line is expected."],
  ])("%s is refused", (text, message) => {
    expect(() => parseResolvedIds(text, "r")).toThrow(message);
  });
});
