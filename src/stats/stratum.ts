// One instance of a study, observed in two arms.
import { requireProportion, type Proportion } from "./proportion.ts";

export interface Stratum {
  readonly first: Proportion;
  readonly second: Proportion;
}

/** The strata with trials in both arms. The others carry no difference and are left out, counted. */
export function usableStrata(strata: readonly Stratum[]): Stratum[] {
  return strata.filter(({ first, second }) => {
    requireProportion(first);
    requireProportion(second);
    return first.n > 0 && second.n > 0;
  });
}
