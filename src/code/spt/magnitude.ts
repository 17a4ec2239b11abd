// How much of a repository a variant changes, from what was really rewritten.
import type { FileTree, TreeChanges } from "../../core/file-tree.ts";
import type { VariantLog } from "../../core/variant-log.ts";
import { pythonFiles } from "./module-cache.ts";
import { diffHunks, linesOf, totals } from "./sham/line-diff.ts";

export interface Magnitude {
  readonly filesChanged: number;
  /** Gold files among them. */
  readonly goldFilesChanged: number;
  /** Lines of Python source that could have been rewritten: what is excluded does not count. */
  readonly sourceLines: number;
  /** Source lines that a rewrite begins on: its pattern was found there. */
  readonly linesTargeted: number;
  /** Source lines that are not in the variant, by a line diff. */
  readonly linesChanged: number;
  /** Lines of the variant that are new beyond those changed. */
  readonly linesInserted: number;
  /** `linesTargeted` as a share of `sourceLines`. */
  readonly targetedFraction: number;
}

/** Measures a variant (or a sham) against its seed. */
export function magnitudeOf(
  tree: FileTree,
  changes: TreeChanges,
  log: VariantLog,
  goldFiles: ReadonlySet<string>,
): Magnitude {
  const excluded = new Set(log.excluded.map((file) => file.path));
  let sourceLines = 0;
  for (const path of pythonFiles(tree)) {
    if (!excluded.has(path)) sourceLines += linesOf(textOf(tree, path)).length;
  }
  let linesChanged = 0;
  let linesInserted = 0;
  for (const path of changes.keys()) {
    const { deleted, added } = totals(diffHunks(textOf(tree, path), textOf(changes, path)));
    linesChanged += deleted;
    linesInserted += Math.max(0, added - deleted);
  }
  const linesTargeted = countTargets(log);
  return {
    filesChanged: changes.size,
    goldFilesChanged: [...changes.keys()].filter((path) => goldFiles.has(path)).length,
    sourceLines,
    linesTargeted,
    linesChanged,
    linesInserted,
    targetedFraction: sourceLines === 0 ? 0 : linesTargeted / sourceLines,
  };
}

/** Sites by file and transformation: two keywords at one site target one line. */
function countTargets(log: VariantLog): number {
  const targets = new Set<string>();
  for (const { file, transformation, site } of log.rewrites) {
    targets.add(`${file}\0${transformation}\0${site}`);
  }
  return targets.size;
}

function textOf(files: ReadonlyMap<string, { bytes: Uint8Array } | null>, path: string): string {
  return Buffer.from(files.get(path)?.bytes ?? new Uint8Array()).toString("utf8");
}
