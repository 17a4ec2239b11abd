// Who may import whom. Rooms are folders of src/; a room may import itself and what is listed.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../src/", import.meta.url));

const CODE = ["code/syntax", "code/patch", "code/spt", "code/metrics", "code/skeleton"];

/** Left may import right. Longest name first where one room lies in another. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  stats: [],
  "code/syntax": ["core"],
  "code/patch": ["core"],
  sandboxes: ["core"],
  llm: ["core"],
  store: ["core"],
  materials: ["core", "llm", "store", ...CODE],
  "code/spt": ["core", "code/syntax", "code/patch"],
  "code/metrics": ["core", "code/syntax", "code/patch"],
  "code/skeleton": ["core", "code/syntax", "code/patch"],
  benchmarks: ["core", "code/patch"],
  environments: ["core", "sandboxes"],
  agents: ["core", "code/patch", "code/syntax", "sandboxes", "llm"],
  grading: ["core", "code/patch", "code/syntax", "sandboxes", "llm"],
  "study/conditions": ["core", ...CODE],
  "study/plan": ["core", "stats", "benchmarks", "study/conditions"],
  "study/run": [
    ...["core", ...CODE, "materials", "benchmarks", "sandboxes", "llm"],
    ...["agents", "grading", "store", "study/conditions", "study/verify"],
  ],
  "study/verify": [
    ...["core", ...CODE, "materials", "benchmarks", "sandboxes", "llm"],
    ...["agents", "grading", "store", "study/conditions"],
  ],
  "study/queue": ["core", "stats", "store", "study/plan", "study/run"],
  analysis: ["core", "stats", "code/metrics", "code/patch"],
  report: ["core", "analysis"],
  dashboard: ["core", "store", "analysis", "report"],
};

/** These may import anything. */
const OPEN = ["cli", "testing"];

/** Rooms without effects, and the modules that would bring one in. */
const PURE = ["core", "stats", "study/conditions", "study/plan", "analysis", ...CODE];
const EFFECTS = /^node:(fs|net|http|https|child_process|worker_threads|dns|os|timers)(\/|$)/;
/** The parser is a bundled library, the dictionary a data base; both are read from their packages. */
const LOADS_A_LIBRARY = ["code/syntax/python/pyright-library.ts", "code/spt/synonyms/wordnet.ts"];

interface Import {
  readonly file: string;
  readonly target: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
);

function importsOf(file: string): Import[] {
  const source = readFileSync(join(SRC, file), "utf8");
  const found = source.matchAll(
    /(?:^|\n)(?:import|export)\b[^;]*?\bfrom "([^"]+)"|import\("([^"]+)"\)/g,
  );
  return Array.from(found, (match) => ({ file, target: match[1] ?? match[2] ?? "" }));
}

function roomOf(path: string): string {
  const parts = path.split("/");
  const two = parts.slice(0, 2).join("/");
  return two in MAY_IMPORT ? two : (parts[0] ?? "");
}

const imports = files.flatMap(importsOf);

describe("the architecture", () => {
  it("has only rooms that the table knows", () => {
    const rooms = new Set(files.map(roomOf));
    expect([...rooms].filter((room) => !(room in MAY_IMPORT) && !OPEN.includes(room))).toEqual([]);
  });

  it("imports only in the direction of the table", () => {
    const wrong = imports
      .filter(({ target }) => target.startsWith("."))
      .map(({ file, target }) => ({
        file,
        to: relative(SRC, resolve(SRC, dirname(file), target)),
      }))
      .filter(({ file, to }) => {
        const [from, into] = [roomOf(file), roomOf(to)];
        return from !== into && !OPEN.includes(from) && !MAY_IMPORT[from]?.includes(into);
      });
    expect(wrong).toEqual([]);
  });

  it("keeps effects out of pure rooms", () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        PURE.includes(roomOf(file)) && EFFECTS.test(target) && !LOADS_A_LIBRARY.includes(file),
    );
    expect(wrong).toEqual([]);
  });

  it("draws no hidden randomness and reads no hidden clock in pure rooms", () => {
    const hidden = /\bMath\.random\(|\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/;
    const wrong = files
      .filter((file) => PURE.includes(roomOf(file)) && file !== "core/clock.ts")
      .filter((file) => hidden.test(readFileSync(join(SRC, file), "utf8")));
    expect(wrong).toEqual([]);
  });

  it("names files in kebab-case and has no drawer for odds and ends", () => {
    const names = files.map((file) => file.split("/").at(-1)?.slice(0, -3) ?? "");
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect(names.filter((name) => /^(utils?|helpers?|common|misc|types)$/.test(name))).toEqual([]);
  });
});
