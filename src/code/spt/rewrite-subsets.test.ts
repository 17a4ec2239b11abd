import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { LoggedRewrite } from "../../core/variant-log.ts";
import { randomStream } from "../../core/random-stream.ts";
import { applyEdits } from "../syntax/edits.ts";
import { ModuleCache } from "./module-cache.ts";
import { recordRewrites } from "./record-rewrites.ts";
import { TRANSFORMATIONS } from "./registry.ts";
import { NO_REPOSITORY } from "./repository-facts.ts";
import { rewriteSubsets } from "./rewrite-subsets.ts";
import { sitesOf, type Transformation } from "./transformation.ts";

const SOURCES = ["routecast/routecast/query.py", "ledgerkit/ledgerkit/recurrence.py"].map((path) =>
  readFileSync(new URL(`../../../suites/starter/packages/${path}`, import.meta.url)),
);

/** All sites of a transformation in a file: their edits, and the log of making them all. */
function passOver(transformation: Transformation, bytes: Uint8Array, firstOrder: number) {
  const loaded = new ModuleCache().load(bytes);
  if (!loaded.ok) throw new Error(loaded.reason);
  const keyword = transformation.keyword === null ? null : "planted_keyword";
  const context = { level: "paper", keyword, repository: NO_REPOSITORY } as const;
  const random = randomStream(1, transformation.id);
  const { text } = loaded.source;
  const groups = sitesOf(transformation, loaded.facts, context)
    .filter(({ refusal }) => refusal === null)
    .map(({ node }) => transformation.rewrite(node, loaded.facts, context, random));
  const rewrites = recordRewrites(text, groups, false).map(
    ({ index, before, after }, at): LoggedRewrite => ({
      ...{ order: firstOrder + at, transformation: transformation.id, keyword, file: "a.py" },
      ...{ site: index, stream: random.name, before, after },
    }),
  );
  return { text, groups, rewrites, result: applyEdits(text, groups) };
}

const textOf = ({ changes }: ReturnType<ReturnType<typeof rewriteSubsets>["make"]>) =>
  Buffer.from(changes.get("a.py")?.bytes ?? []).toString("utf8");

describe.each(TRANSFORMATIONS.map((transformation) => [transformation.id, transformation]))(
  "some of the rewrites of %s",
  (_id, transformation) => {
    it.each(SOURCES)("are the edits of their sites and no others", (bytes) => {
      const { text, groups, rewrites } = passOver(transformation, bytes, 0);
      const tree = new Map([["a.py", { bytes, mode: "100644" as const }]]);
      const subsets = rewriteSubsets(tree, rewrites);
      const random = randomStream(2, transformation.id);
      for (let draw = 0; draw < 20 && rewrites.length > 0; draw++) {
        const chosen = random.sample(rewrites, random.integer(1, rewrites.length));
        const sites = subsets.withNeeds(chosen).map(({ site }) => site);
        expect(sites).toEqual(expect.arrayContaining(chosen.map(({ site }) => site)));
        const edits = groups.filter((_, index) => sites.includes(index));
        expect(textOf(subsets.make(chosen))).toBe(applyEdits(text, edits));
      }
    });
  },
);

describe("rewrites of several passes", () => {
  it("come with all that earlier passes did to their file", () => {
    const [bytes] = SOURCES as [Buffer];
    const [first, second] = ["python/double-negation", "python/if-else-switcher"].map(
      (id) => TRANSFORMATIONS.find((item) => item.id === id) as Transformation,
    ) as [Transformation, Transformation];
    const one = passOver(first, bytes, 0);
    const two = passOver(second, Buffer.from(one.result), one.rewrites.length);
    const tree = new Map([["a.py", { bytes, mode: "100644" as const }]]);
    const subsets = rewriteSubsets(tree, [...one.rewrites, ...two.rewrites]);
    const last = two.rewrites.at(-1) as LoggedRewrite;
    const kept = subsets.withNeeds([last]);
    expect(kept.slice(0, one.rewrites.length)).toEqual(one.rewrites);
    const sites = kept.slice(one.rewrites.length).map(({ site }) => site);
    const edits = two.groups.filter((_, index) => sites.includes(index));
    expect(textOf(subsets.make([last]))).toBe(applyEdits(two.text, edits));
    expect(textOf(subsets.make(two.rewrites))).toBe(two.result);
  });
});
