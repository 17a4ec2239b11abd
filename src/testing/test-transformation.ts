// The suite that every transformation passes. A transformation's test is a table of inputs; what has
// to hold for each of them is here, once.
import { beforeAll, describe, expect, it } from "vitest";
import { applyChanges, type FileTree } from "../core/file-tree.ts";
import { randomStream } from "../core/random-stream.ts";
import type { Level, LoggedRewrite, Style } from "../core/variant-log.ts";
import {
  ModuleCache,
  NO_REPOSITORY,
  replay,
  rewriteFile,
  TRANSFORMATIONS,
  type Transformation,
  type TypeStore,
} from "../code/spt/index.ts";
import { pythonBehaviour, type Behaviour } from "./python-behaviour.ts";

export interface RewriteCase {
  readonly name: string;
  readonly before: string;
  /** The expected text; a pattern where names or cuts are drawn. */
  readonly after: string | RegExp;
  readonly keyword?: string;
  readonly level?: Level;
  readonly style?: Style;
}

export interface RefusalCase {
  readonly name: string;
  readonly source: string;
  /** The refusal that must hold, or `no-site` where the pattern does not match at all. */
  readonly why: string;
  readonly keyword?: string;
  readonly level?: Level;
}

export interface TransformationCases {
  readonly rewrites: readonly RewriteCase[];
  readonly refuses: readonly RefusalCase[];
}

/** Answers about types, since the same text is looked at more than once. */
const knownTypes = new Map<string, string>();
const KNOWN_TYPES: TypeStore = {
  read: (key) => knownTypes.get(key) ?? null,
  write: (key, text) => void knownTypes.set(key, text),
};
/** Asking types takes a while, on a busy machine most of all. */
const PREPARATION_MS = 120_000;

const DEFAULT_STRING = 'it\'s "odd" \\ and\nlong';
const DEFAULT_METHOD = "merge_totals";

/** Declares the tests of one transformation. */
export function testTransformation(subject: Transformation, cases: TransformationCases): void {
  describe(subject.id, () => {
    it("shows in its example what it does", () => {
      const { before } = subject.example;
      expect(rewritten(subject, { name: "example", before, after: "" })).not.toBe(before);
    });

    const behaviour = new Map<string, Behaviour>();
    const pairsByCase = new Map<RewriteCase, Pair[]>();
    beforeAll(() => {
      for (const item of cases.rewrites) pairsByCase.set(item, pairsOf(subject, item));
      const pairs = [...pairsByCase.values()].flat();
      const programs = [...new Set(pairs.flatMap(({ before, after }) => [before, after]))];
      pythonBehaviour(programs).forEach((result, index) => {
        behaviour.set(programs[index] ?? "", result);
      });
    }, PREPARATION_MS);

    for (const item of cases.rewrites) {
      it(`rewrites: ${item.name}`, () => {
        const after = rewritten(subject, item);
        if (typeof item.after === "string") expect(after).toBe(item.after);
        else expect(after).toMatch(item.after);
        expect(rewritten(subject, item)).toBe(after);
        for (const { name, before, after: program } of pairsByCase.get(item) ?? []) {
          expect(behaviour.get(program), name).toEqual(behaviour.get(before));
        }
      });
    }

    for (const { name, source, why, keyword, level } of cases.refuses) {
      it(`refuses: ${name}`, () => {
        const { sites, after } = run(subject, source, {
          level: level ?? "conservative",
          ...(keyword === undefined ? {} : { keyword }),
        });
        const reasons = sites.map((site) => site.refusal);
        if (why === "no-site") expect(reasons.every((reason) => reason === null)).toBe(true);
        else expect(reasons).toContain(why);
        const refused = sites.filter((site) => site.refusal !== null);
        if (refused.length === sites.length) expect(after).toBe(source);
        expect(Object.keys(subject.refusals).concat("no-site")).toContain(why);
      });
    }
  });
}

interface Pair {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Programs that have to behave alike: in every dress, and with all other transformations on top. */
function pairsOf(subject: Transformation, item: RewriteCase): Pair[] {
  const styled = Object.entries(STYLES).map(([name, change]) => {
    const before = change(item.before);
    return { name, before, after: rewritten(subject, { ...item, before }) };
  });
  return [...styled, { name: "composed", before: item.before, after: composed(subject, item) }];
}

/** The same program in other dress. */
const STYLES: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  "CRLF line ends": (text) => text.replaceAll("\n", "\r\n"),
  // Only where every line fits: mixed tabs and spaces are another program.
  tabs: (text) =>
    /^(?: {4})* {1,3}\S|\f/m.test(text)
      ? text
      : text.replaceAll(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4)),
  "byte order mark": (text) => `\uFEFF${text}`,
  "no line end at the end": (text) => text.replace(/\n$/, ""),
};

function rewritten(subject: Transformation, item: RewriteCase): string {
  const { before, keyword, level, style } = item;
  return run(subject, before, {
    ...(keyword === undefined ? {} : { keyword }),
    level: level ?? "conservative",
    style: style ?? "natural",
  }).after;
}

function composed(subject: Transformation, item: RewriteCase): string {
  const others = TRANSFORMATIONS.filter((other) => other !== subject);
  let text = rewritten(subject, item);
  for (const other of others) text = rewritten(other, { ...item, before: text });
  return rewritten(subject, { ...item, before: text });
}

function run(
  subject: Transformation,
  source: string,
  {
    level,
    keyword = subject.keyword === "method" ? DEFAULT_METHOD : DEFAULT_STRING,
    style = "natural",
  }: { level: Level; keyword?: string; style?: Style },
) {
  const cache = new ModuleCache(KNOWN_TYPES);
  const bytes = Buffer.from(source, "utf8");
  const file = cache.load(bytes);
  if (!file.ok) throw new Error(`The case does not parse: ${file.reason}`);
  const bound = subject.keyword === null ? null : keyword;
  const tree: FileTree = new Map([["case.py", { bytes, mode: "100644" }]]);
  const types = cache.types(tree);
  const context = { level, keyword: bound, repository: NO_REPOSITORY, types, style };
  const sites = cache.sites(subject, file.facts, context);
  const accepted = sites.filter((site) => site.refusal === null);
  const result = rewriteFile(subject, file, accepted, context, randomStream("cases", subject.id));
  if (result.kind === "unchanged") return { sites, after: source };
  if (result.kind !== "rewritten") throw new Error(`The gate objects: ${JSON.stringify(result)}`);
  expect(cache.load(result.bytes).ok, "parses again").toBe(true);
  expectReplay(bytes, result.bytes, result.rewrites);
  return { sites, after: Buffer.from(result.bytes).toString("utf8") };
}

function expectReplay(
  before: Uint8Array,
  after: Uint8Array,
  records: readonly Omit<LoggedRewrite, "order" | "file">[],
): void {
  const tree: FileTree = new Map([["case.py", { bytes: before, mode: "100644" }]]);
  const rewrites = records.map((record, order) => ({ ...record, order, file: "case.py" }));
  const again = applyChanges(tree, replay(tree, { rewrites })).get("case.py")?.bytes;
  expect(Buffer.from(again ?? []).toString("utf8")).toBe(Buffer.from(after).toString("utf8"));
}
