// Some of a log's rewrites without the others. The sites of one pass over a file were all found in
// the same text and may be made in any selection; a later pass saw what the earlier ones left and so,
// to be safe, needs all of them. Logged positions hold for the file as all earlier rewrites left it:
// without some of those, what comes later moves.
import { diffArrays } from "diff";
import type { FileTree, TreeChanges } from "../../core/file-tree.ts";
import type { LoggedRewrite } from "../../core/variant-log.ts";
import { replay } from "./replay.ts";

export interface RewriteSubsets {
  /** The passes over each file, in order, each with its rewrites. */
  readonly passes: ReadonlyMap<string, readonly (readonly LoggedRewrite[])[]>;
  /** The rewrites with all that they need, in the log's order. */
  withNeeds(chosen: readonly LoggedRewrite[]): LoggedRewrite[];
  /** The tree with the chosen rewrites, and what they need, made and no others. */
  make(chosen: readonly LoggedRewrite[]): MadeRewrites;
  /**
   * The chosen rewrites with only those, of any pass, on whose text they were made. Such a tree may
   * be wrong in ways of its own, where a rewrite uses a name that another one gave.
   */
  bare(chosen: readonly LoggedRewrite[]): BareRewrites;
}

export interface MadeRewrites {
  readonly changes: TreeChanges;
  /** What a log has to hold for a replay to make the same tree. */
  readonly replayable: readonly LoggedRewrite[];
}

export interface BareRewrites extends MadeRewrites {
  readonly rewrites: readonly LoggedRewrite[];
}

/** Prepares the rewrites of a log of `tree`. */
export function rewriteSubsets(tree: FileTree, rewrites: readonly LoggedRewrite[]): RewriteSubsets {
  const passes = new Map<string, LoggedRewrite[][]>();
  for (const rewrite of [...rewrites].sort((a, b) => a.order - b.order)) {
    const inFile = passes.get(rewrite.file) ?? [];
    passes.set(rewrite.file, inFile);
    const last = inFile.at(-1);
    if (last?.[0] !== undefined && isSamePass(last[0], rewrite)) last.push(rewrite);
    else inFile.push([rewrite]);
  }

  function kept(chosen: readonly LoggedRewrite[]): Map<string, KeptOfFile> {
    const wanted = new Set(chosen);
    const files = new Map<string, KeptOfFile>();
    for (const [file, inFile] of passes) {
      const at = inFile.findLastIndex((pass) => pass.some((rewrite) => wanted.has(rewrite)));
      const pass = inFile[at];
      if (pass === undefined) continue;
      files.set(file, { whole: inFile.slice(0, at).flat(), part: partOfPass(pass, wanted) });
    }
    return files;
  }

  function made(moved: readonly LoggedRewrite[]): MadeRewrites {
    const replayable = moved.map((rewrite, order) => ({ ...rewrite, order }));
    return { replayable, changes: replay(tree, { rewrites: replayable }) };
  }

  return {
    passes,
    withNeeds: (chosen) =>
      [...kept(chosen).values()]
        .flatMap(({ whole, part }) => [...whole, ...part.rewrites])
        .sort((a, b) => a.order - b.order),
    make: (chosen) => {
      const all = [...kept(chosen).values()].flatMap(({ whole, part }) => [
        ...whole,
        ...part.moved,
      ]);
      return made(all);
    },
    bare: (chosen) => {
      const wanted = new Set(chosen);
      const parts = [...passes.values()].map((inFile) => partOfPass(inFile.flat(), wanted));
      return {
        rewrites: parts.flatMap(({ rewrites: kept }) => kept).sort((a, b) => a.order - b.order),
        ...made(parts.flatMap(({ moved }) => moved)),
      };
    },
  };
}

interface KeptOfFile {
  readonly whole: readonly LoggedRewrite[];
  readonly part: PartOfPass;
}

function isSamePass(a: LoggedRewrite, b: LoggedRewrite): boolean {
  return a.transformation === b.transformation && a.keyword === b.keyword;
}

interface PartOfPass {
  readonly rewrites: readonly LoggedRewrite[];
  /** The same as replacements that can be made without the rest of the pass. */
  readonly moved: readonly LoggedRewrite[];
}

/** A replaced stretch of bytes. */
interface Splice {
  start: number;
  end: number;
  readonly before: string;
  readonly after: string;
}

/** Where a splice that was made lies by now. */
interface Written {
  readonly owner: LoggedRewrite;
  readonly grown: number;
  start: number;
  end: number;
}

/** The wanted rewrites of a pass, with those of it that they were made on. */
function partOfPass(
  pass: readonly LoggedRewrite[],
  wanted: ReadonlySet<LoggedRewrite>,
): PartOfPass {
  const needs = needsInPass(pass);
  const all = new Set<LoggedRewrite>();
  const open = pass.filter((rewrite) => wanted.has(rewrite));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (all.has(next)) continue;
    all.add(next);
    open.push(...(needs.get(next) ?? []));
  }
  const rewrites = pass.filter((rewrite) => all.has(rewrite));
  if (rewrites.length === pass.length) return { rewrites, moved: rewrites };
  const moved: LoggedRewrite[] = [];
  walkPass(pass, ({ owner, splice, left }) => {
    if (!all.has(owner)) return;
    const missing = left.filter((other) => !all.has(other.owner));
    const start = splice.start - missing.reduce((sum, { grown }) => sum + grown, 0);
    moved.push({
      ...owner,
      before: spanAt(start, splice.before),
      after: spanAt(start, splice.after),
    });
  });
  return { rewrites, moved };
}

function needsInPass(pass: readonly LoggedRewrite[]): Map<LoggedRewrite, Set<LoggedRewrite>> {
  const needs = new Map<LoggedRewrite, Set<LoggedRewrite>>();
  walkPass(pass, ({ owner, under }) => {
    const known = needs.get(owner) ?? new Set();
    for (const other of under) known.add(other.owner);
    needs.set(owner, known);
  });
  return needs;
}

interface Visit {
  readonly owner: LoggedRewrite;
  readonly splice: Splice;
  /** What was written before and lies wholly to the left. */
  readonly left: readonly Written[];
  /** What was written before where this splice is made. */
  readonly under: readonly Written[];
}

/** Visits the splices of a pass in an order in which they can be made one after another. */
function walkPass(pass: readonly LoggedRewrite[], visit: (visit: Visit) => void): void {
  const written: Written[] = [];
  for (const owner of pass) {
    const own: Written[] = [];
    // From the end of the file to its start, so that no splice moves another one of its rewrite.
    for (const splice of splicesOf(owner).reverse()) {
      const size = Buffer.byteLength(splice.after);
      const grown = size - (splice.end - splice.start);
      const left: Written[] = [];
      const under: Written[] = [];
      for (const other of written) {
        const isLeft = other.end <= splice.start;
        const isRight = other.start >= splice.end;
        if (isLeft && !isRight) left.push(other);
        else if (isRight && !isLeft) move(other, grown);
        else {
          under.push(other);
          other.start = Math.min(other.start, splice.start);
          other.end = Math.max(other.end, splice.end) + grown;
        }
      }
      visit({ owner, splice, left, under });
      for (const other of own) move(other, grown);
      own.push({ owner, grown, start: splice.start, end: splice.start + size });
    }
    written.push(...own);
  }
}

function move(written: Written, by: number): void {
  written.start += by;
  written.end += by;
}

function spanAt(start: number, text: string): LoggedRewrite["before"] {
  return { start, end: start + Buffer.byteLength(text), text };
}

const TOKENS = /\w+|\n|[^\S\n]+|[^\w\s]/gu;
/** Beyond this many differing tokens a rewrite counts as one replacement. */
const LARGEST_DIFFERENCE = 500;

/** What a rewrite really replaces inside of its span, in source order. */
function splicesOf({ before, after }: LoggedRewrite): Splice[] {
  const differences = diffArrays(before.text.match(TOKENS) ?? [], after.text.match(TOKENS) ?? [], {
    maxEditLength: LARGEST_DIFFERENCE,
  });
  if (differences === undefined) {
    return [{ start: before.start, end: before.end, before: before.text, after: after.text }];
  }
  const splices: Splice[] = [];
  let at = before.start;
  let open: { start: number; before: string; after: string } | null = null;
  const close = () => {
    if (open !== null) splices.push({ ...open, end: at });
    open = null;
  };
  for (const { added, removed, value } of differences) {
    const text = value.join("");
    if (!added && !removed) close();
    else {
      open ??= { start: at, before: "", after: "" };
      if (added) open.after += text;
      else open.before += text;
    }
    if (!added) at += Buffer.byteLength(text);
  }
  close();
  return splices;
}
