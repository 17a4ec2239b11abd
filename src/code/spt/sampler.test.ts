import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { applyChanges, type FileTree, type TreeFile } from "../../core/file-tree.ts";
import { randomStream } from "../../core/random-stream.ts";
import {
  samplerParametersSchema,
  variantLogSchema,
  type SamplerParameters,
} from "../../core/variant-log.ts";
import {
  findTransformation,
  ModuleCache,
  replay,
  sampleVariant,
  TRANSFORMATIONS,
} from "./index.ts";
import { assignTargets } from "./sampler.ts";

const SOURCE =
  'def f(x):\n    if x:\n        return "first value"\n    else:\n        return "other value"\n';
const cache = new ModuleCache();

function treeOf(paths: readonly string[], source = SOURCE): FileTree {
  return new Map(
    paths.map((path): [string, TreeFile] => [path, { bytes: Buffer.from(source), mode: "100644" }]),
  );
}

function parametersOf(given: Partial<SamplerParameters> = {}): SamplerParameters {
  return samplerParametersSchema.parse(given);
}

const words = (texts: readonly string[]) => texts.map((text) => ({ text, origin: "test" }));
const TREE = treeOf(Array.from({ length: 12 }, (_, i) => `src/module_${i}.py`));

function sample(seed: number, given: Partial<Parameters<typeof sampleVariant>[0]> = {}) {
  return sampleVariant({
    tree: TREE,
    goldFiles: new Set(),
    isExcluded: () => null,
    keywords: { methods: [], strings: words(["a", "b", "c", "d", "e", "f", "g"]) },
    parameters: parametersOf(),
    random: randomStream(seed, "variant/1"),
    cache,
    ...given,
  });
}

/** Pearson's statistic against equal expectations. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

describe("sampleVariant", () => {
  it("gives the same bytes for the same seed, and others for another", () => {
    expect(JSON.stringify(sample(1).log)).toBe(JSON.stringify(sample(1).log));
    expect(sample(1).log.rewrites).not.toEqual(sample(2).log.rewrites);
  });

  it("writes a log that its schema accepts and that replays to the same bytes", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { changes, log } = sample(seed);
        const again = replay(TREE, variantLogSchema.parse(JSON.parse(JSON.stringify(log))));
        expect([...again.keys()].sort()).toEqual([...changes.keys()].sort());
        for (const [path, file] of changes) {
          expect(
            Buffer.from(again.get(path)?.bytes ?? []).equals(Buffer.from(file?.bytes ?? [])),
          ).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("always includes gold files, and rewrites ⌈φ|S|⌉ of their sites", () => {
    for (let seed = 0; seed < 15; seed++) {
      const gold = new Set(["src/module_3.py"]);
      const { log } = sample(seed, { goldFiles: gold });
      for (const pass of log.passes) {
        const tally = pass.files.find((file) => file.path === "src/module_3.py");
        expect(tally?.isGold).toBe(true);
        for (const file of pass.files) {
          const refused = Object.values(file.refused).reduce((sum, count) => sum + count, 0);
          expect(file.rewritten).toBe(Math.ceil(0.7 * (file.matched - refused)));
        }
      }
    }
  });

  it("caps files of a keyword only, counting gold files before sites are looked up", () => {
    const gold = new Set(["src/module_0.py", "src/module_9.py"]);
    const parameters = parametersOf({ maxFiles: 2, numTransformations: 4 });
    for (let seed = 0; seed < 15; seed++) {
      for (const pass of sample(seed, { goldFiles: gold, parameters }).log.passes) {
        const others = pass.files.filter((file) => !file.isGold);
        if (pass.transformation !== "python/dead-string-assignment") continue;
        // module_0 comes first and counts; so at most one other file, and module_9 is exempt.
        expect(others.length).toBeLessThanOrEqual(1);
        expect(pass.files.length - others.length).toBe(2);
      }
    }
    const wide = sample(5, { goldFiles: gold, parameters }).log.passes;
    expect(wide.some((pass) => pass.keyword === null && pass.files.length > 3)).toBe(true);
  });

  it("counts an included file towards the cap even if it has no site", () => {
    const tree = new Map([...treeOf(["a.py", "b.py"], "x = 1\n"), ...treeOf(["c.py"])]);
    const parameters = parametersOf({ maxFiles: 1, transformations: ["dead-string-assignment"] });
    const { log } = sample(1, { tree, goldFiles: new Set(["a.py"]), parameters });
    for (const pass of log.passes) expect(pass.files.map((file) => file.path)).toEqual(["a.py"]);
    expect(log.unchanged).toBe(true);
  });

  it("emits a keyword transformation without keywords as one pass without rewrites", () => {
    const parameters = parametersOf({ transformations: ["python/dead-string-assignment"] });
    const { log, changes } = sample(1, { parameters, keywords: { methods: [], strings: [] } });
    expect(log.passes.map((pass) => pass.keyword)).toEqual([null]);
    expect(changes.size).toBe(0);
    expect(log.unchanged).toBe(true);
  });

  it("never touches what is excluded, links and other languages", () => {
    const link: TreeFile = { bytes: Buffer.from("src/module_0.py"), mode: "120000" };
    const tree = new Map([...TREE, ...treeOf(["a.txt"]), ["link.py", link] as const]);
    const { log, changes } = sample(3, {
      tree,
      isExcluded: (path) => (path.endsWith("_1.py") ? "asked" : null),
    });
    expect(log.excluded).toEqual([{ path: "src/module_1.py", reason: "asked" }]);
    for (const path of changes.keys()) expect(path).toMatch(/^src\/module_(?!1\.)/);
  });

  it("lists files that it can't read and goes on", () => {
    const bad: TreeFile = { bytes: Buffer.from([0x78, 0xff, 0x0a]), mode: "100644" };
    const broken: TreeFile = { bytes: Buffer.from("def (:\n"), mode: "100644" };
    const tree = new Map([...TREE, ["bad.py", bad] as const, ["broken.py", broken] as const]);
    const { log } = sample(1, { tree, goldFiles: new Set(["bad.py", "broken.py"]) });
    expect(log.skipped.map((file) => file.path).sort()).toEqual(["bad.py", "broken.py"]);
    expect(log.skipped.find((file) => file.path === "bad.py")?.reason).toBe("not UTF-8");
  });

  it("reports a rewrite that breaks syntax and leaves the file alone", () => {
    const breaking = {
      ...findTransformation("if-else-switcher"),
      id: "python/breaking",
      keyword: null,
      rewrite: (site: { start: number }) => [
        { start: site.start, end: site.start, pieces: ["return )"] },
      ],
    };
    const { log, changes } = sample(1, {
      catalogue: [breaking],
      goldFiles: new Set(["src/module_0.py"]),
    });
    expect(changes.size).toBe(0);
    expect(log.faults[0]).toMatchObject({
      transformation: "python/breaking",
      file: "src/module_0.py",
    });
  });

  it("re-reads the file that the pass before has edited", () => {
    const { changes } = sample(1, {
      tree: treeOf(["a.py"]),
      goldFiles: new Set(["a.py"]),
      parameters: parametersOf({
        numTransformations: 2,
        fraction: 1,
        transformations: ["double-negation", "dead-string-assignment"],
      }),
    });
    const text = Buffer.from(
      applyChanges(treeOf(["a.py"]), changes).get("a.py")?.bytes ?? [],
    ).toString();
    expect(text).toMatch(/if not not \(?x/);
    expect(text.match(/ = "/g)?.length).toBeGreaterThan(4);
  });
});

describe("assignTargets", () => {
  const keywords = { methods: words(["m"]), strings: words(["a", "b", "c", "d", "e", "f"]) };
  const draw = (seed: number, given: Partial<SamplerParameters> = {}) =>
    assignTargets({ keywords, parameters: parametersOf(given), random: randomStream(seed, "v") });

  it("takes all transformations where fewer than N_t exist", () => {
    const ids = draw(1, { numTransformations: 50 }).map((item) => item.transformation.id);
    expect(new Set(ids).size).toBe(TRANSFORMATIONS.length);
  });

  it("binds min(N_k, |names|) different keywords that share one p_file", () => {
    const bound = draw(1, { transformations: ["dead-string-assignment"] });
    expect(new Set(bound.map((item) => item.keyword)).size).toBe(5);
    expect(new Set(bound.map((item) => item.fileProbability)).size).toBe(1);
    expect(draw(1, { transformations: ["dead-string-assignment"], maxKeywords: 9 })).toHaveLength(
      6,
    );
  });

  it("draws transformations and keywords uniformly, and p_file uniformly on [0, 1)", () => {
    const byId = new Map<string, number>();
    const byKeyword = new Map<string, number>();
    const bins = new Array<number>(10).fill(0);
    for (let seed = 0; seed < 20_000; seed++) {
      const drawn = draw(seed, { numTransformations: 1, maxKeywords: 1 });
      const [item] = drawn;
      if (item === undefined) continue;
      byId.set(item.transformation.id, (byId.get(item.transformation.id) ?? 0) + 1);
      if (item.transformation.keyword === "string" && item.keyword !== null)
        byKeyword.set(item.keyword, (byKeyword.get(item.keyword) ?? 0) + 1);
      const bin = Math.floor(item.fileProbability * 10);
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    // Critical values at 0.001 for 13, 5 and 9 degrees of freedom.
    expect(byId.size).toBe(14);
    expect(chiSquare([...byId.values()])).toBeLessThan(34.53);
    expect(chiSquare([...byKeyword.values()])).toBeLessThan(20.52);
    expect(chiSquare(bins)).toBeLessThan(27.88);
  });
});
