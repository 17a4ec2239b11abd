// Which rewrites of a project are to blame for an outcome: the smallest set of files, of their
// transformations and at last of their sites with which it still comes about.
import type { TreeChanges, TreeFile } from "../../core/file-tree.ts";
import { reduceRewrites } from "../../code/spt/reduce-rewrites.ts";
import { keepsOnly, type EverywhereFile, type RewriteKey } from "../../code/spt/index.ts";

export interface CauseSearch {
  /** Rewrites a file again, but for what `keeps` refuses. */
  readonly rewrite: (path: string, keeps: (key: RewriteKey) => boolean) => EverywhereFile;
  readonly mode: (path: string) => TreeFile["mode"];
  /** Whether the outcome comes about with these files changed. */
  readonly fails: (changes: TreeChanges) => Promise<boolean>;
  /** Most tests of each of the three steps. */
  readonly maxRuns: number;
}

export interface BlamedRewrite {
  readonly transformation: string;
  readonly keyword: string | null;
  readonly file: string;
  /** From 1, in the untouched file. */
  readonly line: number;
  readonly site: number;
  /** Byte offsets at the time of the rewrite: in the untouched file where it is the only one. */
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

export interface Cause {
  readonly changes: TreeChanges;
  readonly rewrites: readonly BlamedRewrite[];
}

/** The rewrites without any of which it would not come about, as far as `maxRuns` reaches. */
export async function findCause(changed: TreeChanges, search: CauseSearch): Promise<Cause> {
  const { fails, maxRuns, rewrite } = search;
  const options = { maxTests: maxRuns };
  const files = await reduceRewrites([...changed], (part) => fails(new Map(part)), options);
  const paths = files.map(([path]) => path);
  const all = paths.flatMap((path) => rewrite(path, () => true).rewrites.map(({ key }) => key));
  const failsWith = (keeps: (key: RewriteKey) => boolean) =>
    fails(changesWith(paths, keeps, search));

  const names = [...new Set(all.map(({ transformation }) => transformation))];
  const guilty = await reduceRewrites(
    names,
    (part) => failsWith(({ transformation }) => part.includes(transformation)),
    options,
  );
  const suspects = all.filter(({ transformation }) => guilty.includes(transformation));
  const kept = await reduceRewrites(suspects, (part) => failsWith(keepsOnly(part)), options);
  return {
    changes: changesWith(paths, keepsOnly(kept), search),
    rewrites: paths.flatMap((path) => blamed(path, rewrite(path, keepsOnly(kept)))),
  };
}

function changesWith(
  paths: readonly string[],
  keeps: (key: RewriteKey) => boolean,
  { rewrite, mode }: CauseSearch,
): TreeChanges {
  const changes = new Map<string, TreeFile>();
  for (const path of paths) {
    const { bytes } = rewrite(path, keeps);
    if (bytes !== null) changes.set(path, { bytes, mode: mode(path) });
  }
  return changes;
}

function blamed(path: string, { seed, rewrites }: EverywhereFile): BlamedRewrite[] {
  return rewrites.map(({ transformation, keyword, site, before, after, key }) => {
    const place = /^\d+/.exec(key.place)?.[0];
    const start = place === undefined ? before.start : Number(place);
    const line = Buffer.from(seed.subarray(0, start)).toString("utf8").split("\n").length;
    return {
      ...{ transformation, keyword, file: path, line, site },
      ...{ start: before.start, end: before.end, before: before.text, after: after.text },
    };
  });
}
