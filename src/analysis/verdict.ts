// What a contrast shows, in one word. The MOVER interval decides, since it holds its level with few
// runs. The paper's bootstrap interval is asked as well unless it is degenerate, because then its
// limits are the mean itself and exclude zero for no reason.

export type Verdict =
  /** The changed arm resolves less: both intervals lie above zero. */
  | "worse"
  /** The changed arm resolves more: both intervals lie below zero. */
  | "better"
  /** One interval excludes zero and the other does not. */
  | "intervals-disagree"
  /** No interval excludes zero. That is not evidence of no effect: the interval says what it can be. */
  | "not-shown"
  /** No instance has measured runs in both arms. */
  | "not-estimable";

interface Limits {
  readonly lowerPp: number;
  readonly upperPp: number;
}

export function verdict(
  mover: Limits,
  bootstrap: Limits & { readonly degenerate: boolean },
): Verdict {
  const byMover = direction(mover);
  const byBootstrap = bootstrap.degenerate ? byMover : direction(bootstrap);
  return byMover === byBootstrap ? byMover : "intervals-disagree";
}

function direction({ lowerPp, upperPp }: Limits): "worse" | "better" | "not-shown" {
  if (lowerPp > 0) return "worse";
  return upperPp < 0 ? "better" : "not-shown";
}
