import type { Contrast } from "../../analysis/index.ts";

/** `sham − variant`: a contrast is its baseline's rate minus the other's. */
export function contrastName({
  baseline,
  changed,
}: Pick<Contrast, "baseline" | "changed">): string {
  return `${baseline} − ${changed}`;
}
