import { newcombeInterval, type Proportion } from "../stats/index.ts";

/** Why an instance is in no mean: it has no measured run in an arm. */
export type LeftOutReason = "no-run-in-baseline" | "no-run-in-changed" | "no-run-in-either";

/** One instance in both arms of a contrast; runs are measured runs. */
export type InstanceContrast = {
  readonly instanceId: string;
  readonly baseline: ArmCount;
  readonly changed: ArmCount;
} & (
  | {
      readonly degradationPp: number;
      readonly lowerPp: number;
      readonly upperPp: number;
      readonly method: "newcombe";
      readonly confidence: number;
    }
  | { readonly degradationPp: null; readonly reason: LeftOutReason }
);

export interface ArmCount {
  readonly resolved: number;
  readonly n: number;
}

/** Degradation of one instance with Newcombe's interval, in percentage points. */
export function instanceContrast(
  instanceId: string,
  first: Proportion,
  second: Proportion,
  confidence: number,
): InstanceContrast {
  const row = {
    instanceId,
    baseline: { resolved: first.successes, n: first.n },
    changed: { resolved: second.successes, n: second.n },
  };
  const interval = newcombeInterval(first, second, confidence);
  if (interval.estimate === null) {
    return { ...row, degradationPp: null, reason: leftOutReason(first, second) };
  }
  return {
    ...row,
    degradationPp: 100 * interval.estimate,
    lowerPp: 100 * interval.lower,
    upperPp: 100 * interval.upper,
    method: "newcombe",
    confidence,
  };
}

function leftOutReason(first: Proportion, second: Proportion): LeftOutReason {
  if (first.n > 0) return "no-run-in-changed";
  return second.n > 0 ? "no-run-in-baseline" : "no-run-in-either";
}
