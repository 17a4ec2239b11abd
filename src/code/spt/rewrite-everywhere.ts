// Every transformation at every site of every file, one file after another: what a check of a whole
// project tests. Unlike the sampler it draws nothing but the sites (where fewer than all are wanted)
// and what is written there, so that a part of the rewrites can be made again, the same as before.
import { PlumblineError } from "../../core/errors.ts";
import type { KeywordMap } from "../../core/variant-log.ts";
import type { LoadedFile } from "./load-file.ts";
import { pythonFiles } from "./module-cache.ts";
import { countRefusals, filePass, type FilePass, type PassInput } from "./file-pass.ts";
import { rewriteFile, type FileRewrite, type RewriteResult } from "./rewrite-file.ts";
import type { Site, Transformation } from "./transformation.ts";

export interface EverywhereInput extends PassInput {
  /** Applied one after another, in this order. */
  readonly transformations: readonly Transformation[];
  readonly isExcluded: (path: string) => string | null;
  readonly keywords: KeywordMap;
}

/** A rewrite by what stays the same when others are left out. */
export interface RewriteKey {
  readonly transformation: string;
  readonly keyword: string | null;
  readonly path: string;
  /** Where the site is in the seed; of a site that another rewrite made, its number. */
  readonly place: string;
}

/** What keeps these rewrites and no others. */
export function keepsOnly(keys: readonly RewriteKey[]): (key: RewriteKey) => boolean {
  const known = new Set(keys.map(nameOf));
  return (key) => known.has(nameOf(key));
}

function nameOf({ transformation, keyword, path, place }: RewriteKey): string {
  return JSON.stringify([transformation, keyword, path, place]);
}

/** What one transformation found and did in one file, all its keywords together. */
export interface SiteTally {
  matched: number;
  rewritten: number;
  readonly refused: Record<string, number>;
}

export interface SyntaxFault {
  readonly transformation: string;
  readonly sites: readonly number[];
  readonly message: string;
}

export interface EverywhereFile {
  readonly path: string;
  readonly seed: Uint8Array;
  /** The rewritten file, or null where nothing was. */
  readonly bytes: Uint8Array | null;
  /** By transformation. */
  readonly tallies: ReadonlyMap<string, SiteTally>;
  readonly rewrites: readonly (FileRewrite & { readonly key: RewriteKey })[];
  readonly faults: readonly SyntaxFault[];
  /** Why the file, or what was made of it, can't be rewritten; or null. */
  readonly skipped: string | null;
}

/** Files that may be rewritten, sorted. */
export function rewritableFiles({
  tree,
  isExcluded,
}: Pick<EverywhereInput, "tree" | "isExcluded">): string[] {
  return pythonFiles(tree).filter((path) => isExcluded(path) === null);
}

/** Rewrites one file, everywhere or only where `keeps` says so. */
export function rewriteEverywhere(
  path: string,
  input: EverywhereInput,
  keeps: (key: RewriteKey) => boolean = () => true,
): EverywhereFile {
  const seed = input.tree.get(path)?.bytes;
  if (seed === undefined) {
    throw new PlumblineError("no-such-file", "usage", `The tree holds no file ${path}.`);
  }
  const state: State = {
    ...{ path, seed, input, keeps, current: seed },
    ...{ tallies: new Map(), rewrites: [], faults: [], skipped: null },
  };
  for (const transformation of input.transformations) {
    state.tallies.set(transformation.id, { matched: 0, rewritten: 0, refused: {} });
    for (const keyword of keywordsOf(transformation, input.keywords)) {
      runPass(transformation, keyword, state);
    }
  }
  const { current, tallies, rewrites, faults, skipped } = state;
  const bytes = current === seed ? null : current;
  return { path, seed, bytes, tallies, rewrites, faults, skipped };
}

interface State {
  readonly path: string;
  readonly seed: Uint8Array;
  readonly input: EverywhereInput;
  readonly keeps: (key: RewriteKey) => boolean;
  current: Uint8Array;
  readonly tallies: Map<string, SiteTally>;
  readonly rewrites: (FileRewrite & { readonly key: RewriteKey })[];
  readonly faults: SyntaxFault[];
  skipped: string | null;
}

/** A transformation that plants a keyword has no sites without one. */
function keywordsOf(
  { keyword }: Transformation,
  { methods, strings }: KeywordMap,
): readonly (string | null)[] {
  if (keyword === null) return [null];
  return (keyword === "method" ? methods : strings).map(({ text }) => text);
}

function runPass(transformation: Transformation, keyword: string | null, state: State): void {
  const { path, input } = state;
  const file = input.cache.load(state.current);
  if (!file.ok) {
    state.skipped = file.reason;
    return;
  }
  const pass = filePass(transformation, keyword, path, file.facts, input);
  const tally = state.tallies.get(transformation.id);
  if (tally !== undefined) {
    tally.matched += pass.sites.length;
    countRefusals(pass.sites, tally.refused);
  }
  const { result, keyOf } = rewriteSites(transformation, file, pass, state);
  switch (result.kind) {
    case "rewritten":
      state.current = result.bytes;
      if (tally !== undefined) tally.rewritten += result.rewrites.length;
      for (const rewrite of result.rewrites) {
        state.rewrites.push({ ...rewrite, key: keyOf(rewrite.site) });
      }
      return;
    case "fault": {
      const { sites: guilty, message } = result;
      state.faults.push({ transformation: transformation.id, sites: guilty, message });
      return;
    }
    case "skipped":
      state.skipped = result.reason;
      return;
    case "unchanged":
  }
}

function rewriteSites(
  transformation: Transformation,
  file: Extract<LoadedFile, { ok: true }>,
  { context, chosen, draws }: FilePass,
  { path, input, keeps }: State,
): { result: RewriteResult; keyOf: (site: number) => RewriteKey } {
  const { keyword } = context;
  const keys = new Map<number, RewriteKey>();
  for (const { node, number } of chosen) {
    const [start, last] = [node.start, node.end - 1].map(
      (at) => input.cache.seedPlace({ start: at, end: at + 1 }, file.facts)?.start,
    );
    const place = start === undefined ? `~${number}` : `${start}-${last ?? "?"}`;
    keys.set(number, { transformation: transformation.id, keyword, path, place });
  }
  const keyOf = (site: number) => keys.get(site) as RewriteKey;
  const keepsSite = ({ number }: Site) => keeps(keyOf(number));
  return { result: rewriteFile(transformation, file, chosen, context, draws, keepsSite), keyOf };
}
