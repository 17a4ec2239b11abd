// The one rewrite of a variant that did it: first which files are needed, then how many passes over
// each of them, then which sites of the last pass.
import type { FileTree, TreeChanges } from "../../core/file-tree.ts";
import type { LoggedRewrite } from "../../core/variant-log.ts";
import { reduceRewrites } from "./reduce-rewrites.ts";
import { rewriteSubsets } from "./rewrite-subsets.ts";

export interface ReducedVariant {
  /** One rewrite as a rule; more where it takes several together. */
  readonly culprits: readonly LoggedRewrite[];
  /**
   * Earlier rewrites of the same files that the culprits were made on: those on whose text they were
   * made where these are enough, all of them where not.
   */
  readonly context: readonly LoggedRewrite[];
  /** The variant with these alone, and what a log has to hold for a replay to make it. */
  readonly changes: TreeChanges;
  readonly replayable: readonly LoggedRewrite[];
}

/**
 * The smallest part of a variant that still fails. The whole variant must fail and the untouched
 * tree must not; neither is asked.
 */
export async function reduceVariant(
  tree: FileTree,
  rewrites: readonly LoggedRewrite[],
  stillFails: (changes: TreeChanges) => Promise<boolean>,
  maxTests: number,
): Promise<ReducedVariant> {
  const subsets = rewriteSubsets(tree, rewrites);
  let tests = 0;
  const fails = async (changes: TreeChanges): Promise<boolean> => {
    if (tests >= maxTests) return false;
    tests++;
    return stillFails(changes);
  };
  const partFails = (chosen: readonly LoggedRewrite[]) => fails(subsets.make(chosen).changes);

  const files = await reduceRewrites([...subsets.passes.keys()], (some) =>
    partFails(some.flatMap((file) => subsets.passes.get(file)?.flat() ?? [])),
  );
  const passes = new Map(files.map((file) => [file, subsets.passes.get(file) ?? []]));
  for (const [file, inFile] of passes) {
    const others = [...passes].flatMap(([path, all]) => (path === file ? [] : all.flat()));
    for (let count = 1; count < inFile.length; count++) {
      const first = inFile.slice(0, count);
      if (!(await partFails([...others, ...first.flat()]))) continue;
      passes.set(file, first);
      break;
    }
  }
  const last = [...passes.values()].flatMap((inFile) => inFile.at(-1) ?? []);
  let culprits = await reduceRewrites(last, partFails);
  // A rewrite that was made on others of its pass came with them: one of them may do alone.
  const came = new Set(subsets.withNeeds(culprits));
  const inner = last.filter((rewrite) => came.has(rewrite) && !culprits.includes(rewrite));
  if (inner.length > 0 && (await partFails(inner)))
    culprits = await reduceRewrites(inner, partFails);
  const all = subsets.withNeeds(culprits);
  const bare = subsets.bare(culprits);
  const isEnough = bare.rewrites.length < all.length && (await fails(bare.changes));
  const { rewrites: kept, ...made } = isEnough
    ? bare
    : { rewrites: all, ...subsets.make(culprits) };
  return { culprits, context: kept.filter((rewrite) => !culprits.includes(rewrite)), ...made };
}
