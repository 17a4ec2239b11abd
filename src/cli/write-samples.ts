// Samples variants of a folder and writes each with its log. A request can be sent to a worker
// thread: it holds no function.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  exclusions,
  loadFile,
  magnitudeOf,
  ModuleCache,
  pythonFiles,
  sampleVariant,
} from "../code/spt/index.ts";
import type { Magnitude } from "../code/spt/index.ts";
import { applyChanges } from "../core/file-tree.ts";
import type { FileTree, TreeChanges } from "../core/file-tree.ts";
import { randomStream } from "../core/random-stream.ts";
import type { KeywordMap, SamplerParameters, VariantLog } from "../core/variant-log.ts";
import { typeFactStore } from "../store/type-fact-store.ts";
import { writeTree } from "./write-tree.ts";

export interface SampleRequest {
  readonly tree: FileTree;
  readonly goldFiles: ReadonlySet<string>;
  readonly testPatchFiles: readonly string[];
  /** Globs of files that are never rewritten. */
  readonly exclude: readonly string[];
  readonly keywords: KeywordMap;
  readonly parameters: SamplerParameters;
  readonly seed: string;
  readonly out: string;
}

/** What is said of a variant once it is written. */
export interface WrittenSample {
  /** From 1. */
  readonly index: number;
  readonly log: Pick<VariantLog, "faults" | "unchanged">;
  readonly transformations: readonly string[];
  readonly rewrites: number;
  readonly rewrittenFiles: number;
  readonly magnitude: Magnitude;
}

/** A Python file that no variant rewrites, because it can't be read as such. */
export interface UnreadableSource {
  readonly path: string;
  readonly reason: string;
}

/**
 * Writes the variants with these numbers. Each depends on its number alone, not on the others.
 * Files that can't be read are told first, if anybody wants to know.
 */
export function* writeSamples(
  request: SampleRequest,
  indices: Iterable<number>,
  onUnreadable?: (file: UnreadableSource) => void,
): Generator<WrittenSample> {
  const { tree, goldFiles, keywords, parameters, seed, out } = request;
  const isExcluded = exclusions({ ...request, testIdFiles: [], isBenchmarkTest: () => false });
  const cache = new ModuleCache(typeFactStore());
  if (onUnreadable !== undefined) {
    for (const path of pythonFiles(tree)) {
      const bytes = tree.get(path)?.bytes ?? new Uint8Array();
      // The tree of a file that is never rewritten is not kept.
      const file = isExcluded(path) === null ? cache.load(bytes) : loadFile(bytes);
      if (!file.ok) onUnreadable({ path, reason: file.reason });
    }
  }
  for (const index of indices) {
    const random = randomStream(seed, `variant/${index}`);
    const input = { tree, goldFiles, isExcluded, keywords, parameters, random, cache };
    const { changes, log } = sampleVariant(input);
    writeVariant(tree, index, { changes, log }, out);
    yield {
      index,
      log: { faults: log.faults, unchanged: log.unchanged },
      transformations: [...new Set(log.passes.map((pass) => pass.transformation))],
      rewrites: log.rewrites.length,
      rewrittenFiles: new Set(log.rewrites.map((rewrite) => rewrite.file)).size,
      magnitude: magnitudeOf(tree, changes, log, goldFiles),
    };
  }
}

/** Writes a variant's folder, and its log beside it. */
export function writeVariant(
  tree: FileTree,
  index: number,
  { changes, log }: { readonly changes: TreeChanges; readonly log: VariantLog },
  out: string,
): void {
  writeTree(join(out, variantName(index)), applyChanges(tree, changes));
  writeFileSync(join(out, `${variantName(index)}.json`), `${JSON.stringify(log, null, 1)}\n`);
}

/** Name of a variant's folder. */
export function variantName(index: number): string {
  return `variant-${String(index).padStart(3, "0")}`;
}
