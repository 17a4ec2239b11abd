import { describe, expect, it } from "vitest";
import type { TreeChanges } from "../../core/file-tree.ts";
import type { LoggedRewrite } from "../../core/variant-log.ts";
import { reduceVariant } from "./reduce-variant.ts";

const LINES = 40;
const FILES = ["one.py", "two.py", "three.py"];
const upTo = (size: number) => Array.from({ length: size }, (_, at) => at);
const sourceOf = (letter: string) => upTo(LINES).map((at) => `${letter}${at % 10}${at}\n`);

/** Two passes over each file: every line gets a capital, then every capital is doubled. */
function madeLog(): LoggedRewrite[] {
  const rewrites: LoggedRewrite[] = [];
  for (const [name, from, to] of [
    ["first", "a", "A"],
    ["second", "A", "AA"],
  ] as const) {
    for (const file of FILES) {
      const lines = sourceOf(from);
      for (const site of upTo(LINES).reverse()) {
        const start = lines.slice(0, site).join("").length;
        rewrites.push({
          ...{ order: rewrites.length, transformation: name, keyword: null, file, site },
          ...{ stream: name, before: { start, end: start + from.length, text: from } },
          after: { start, end: start + to.length, text: to },
        });
      }
    }
  }
  return rewrites;
}

const tree = new Map(
  FILES.map((path) => [
    path,
    { bytes: Buffer.from(sourceOf("a").join("")), mode: "100644" as const },
  ]),
);
const lineOf = (changes: TreeChanges, file: string, line: number) =>
  Buffer.from(changes.get(file)?.bytes ?? [])
    .toString("utf8")
    .split("\n")[line] ?? "";

describe("reduceVariant", () => {
  it("blames one site of the first pass and needs nothing else", async () => {
    const reduced = await reduceVariant(
      tree,
      madeLog(),
      (changes) => Promise.resolve(lineOf(changes, "two.py", 7).startsWith("A")),
      100,
    );
    expect(reduced.culprits).toMatchObject([{ transformation: "first", file: "two.py", site: 7 }]);
    expect(reduced.context).toEqual([]);
    expect([...reduced.changes.keys()]).toEqual(["two.py"]);
  });

  it("blames one site of a later pass, made on all of the earlier one", async () => {
    const reduced = await reduceVariant(
      tree,
      madeLog(),
      (changes) => Promise.resolve(lineOf(changes, "one.py", 9).startsWith("AA")),
      100,
    );
    expect(reduced.culprits).toMatchObject([{ transformation: "second", file: "one.py", site: 9 }]);
    // Of forty rewrites before it, the one whose text it was made on.
    expect(reduced.context).toMatchObject([{ transformation: "first", file: "one.py", site: 9 }]);
    const changed = FILES.flatMap((file) =>
      upTo(LINES).map((at) => lineOf(reduced.changes, file, at)),
    );
    expect(changed.filter((line) => line.startsWith("A"))).toEqual(["AA99"]);
  });

  it("keeps all that was made before where a culprit needs it from afar", async () => {
    const reduced = await reduceVariant(
      tree,
      madeLog(),
      (changes) =>
        Promise.resolve(
          lineOf(changes, "one.py", 9).startsWith("AA") &&
            lineOf(changes, "one.py", 3).startsWith("A"),
        ),
      100,
    );
    expect(reduced.culprits).toMatchObject([{ transformation: "second", file: "one.py", site: 9 }]);
    expect(reduced.context).toHaveLength(LINES);
  });

  it("blames two sites in two files that fail together only", async () => {
    const reduced = await reduceVariant(
      tree,
      madeLog(),
      (changes) =>
        Promise.resolve(
          lineOf(changes, "one.py", 3).startsWith("A") &&
            lineOf(changes, "three.py", 4).startsWith("A"),
        ),
      100,
    );
    expect(reduced.culprits.map(({ file, site }) => `${file} ${site}`)).toEqual([
      "one.py 3",
      "three.py 4",
    ]);
  });

  it("keeps what fails when no further test may be made", async () => {
    const log = madeLog();
    const reduced = await reduceVariant(tree, log, () => Promise.resolve(true), 0);
    expect([...reduced.culprits, ...reduced.context]).toHaveLength(log.length);
  });
});
