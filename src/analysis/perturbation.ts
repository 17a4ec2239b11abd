// How far the variants are from their seeds. Counts of what was made, not estimates of anything.
import { quantile } from "../stats/index.ts";
import type { VariantFact } from "./run-fact.ts";

export interface Perturbation {
  readonly variants: number;
  /** Variants that equal their seed; they stay in the variant arm and dilute its effect. */
  readonly unchanged: number;
  /** Draws thrown away before verification passed, over all variants. */
  readonly rejectedDraws: number;
  /** Variants that change a file of the gold patch. */
  readonly reachGoldFile: number;
  /** Null where there are no variants. */
  readonly filesChanged: Spread | null;
  readonly linesChanged: Spread | null;
}

export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export function perturbation(variants: readonly VariantFact[]): Perturbation {
  return {
    variants: variants.length,
    unchanged: variants.filter(({ unchanged }) => unchanged).length,
    rejectedDraws: variants.reduce((sum, { rejected }) => sum + rejected, 0),
    reachGoldFile: variants.filter(({ goldFilesChanged }) => goldFilesChanged > 0).length,
    filesChanged: spread(variants.map(({ filesChanged }) => filesChanged)),
    linesChanged: spread(variants.map(({ linesChanged }) => linesChanged)),
  };
}

function spread(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const ascending = [...values].sort((a, b) => a - b);
  return {
    min: quantile(ascending, 0),
    median: quantile(ascending, 0.5),
    max: quantile(ascending, 1),
  };
}
