// The one rewrite of a variant that did it: first which files are needed, then how many passes over
// each of them, then which sites of the last pass.
import type { FileTree, TreeChanges } from "../../core/file-tree.ts";
import type { LoggedRewrite } from "../../core/variant-log.ts";
import { reduceRewrites } from "./reduce-rewrites.ts";
import { rewriteSubsets } from "./rewrite-subsets.ts";

export interface ReducedVariant {
  /** One rewrite as a rule; more where it takes several together. */
  readonly culprits: readonly LoggedRewrite[];
  /** The rewrites that had been made in the same files before, which the culprits were made on. */
  readonly context: readonly LoggedRewrite[];
  /** The variant with these alone. */
  readonly changes: TreeChanges;
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
  const fails = async (chosen: readonly LoggedRewrite[]): Promise<boolean> => {
    if (tests >= maxTests) return false;
    tests++;
    return stillFails(subsets.changes(chosen));
  };

  const files = await reduceRewrites([...subsets.passes.keys()], (some) =>
    fails(some.flatMap((file) => subsets.passes.get(file)?.flat() ?? [])),
  );
  const passes = new Map(files.map((file) => [file, subsets.passes.get(file) ?? []]));
  for (const [file, inFile] of passes) {
    const others = [...passes].flatMap(([path, all]) => (path === file ? [] : all.flat()));
    for (let count = 1; count < inFile.length; count++) {
      const first = inFile.slice(0, count);
      if (!(await fails([...others, ...first.flat()]))) continue;
      passes.set(file, first);
      break;
    }
  }
  const last = [...passes.values()].flatMap((inFile) => inFile.at(-1) ?? []);
  let culprits = await reduceRewrites(last, fails);
  // A rewrite that was made on others of its pass came with them: one of them may do alone.
  const came = new Set(subsets.withNeeds(culprits));
  const inner = last.filter((rewrite) => came.has(rewrite) && !culprits.includes(rewrite));
  if (inner.length > 0 && (await fails(inner))) culprits = await reduceRewrites(inner, fails);
  const all = subsets.withNeeds(culprits);
  return {
    culprits,
    context: all.filter((rewrite) => !culprits.includes(rewrite)),
    changes: subsets.changes(culprits),
  };
}
