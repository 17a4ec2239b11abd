// The outcome of a recorded run, by the rule that it was recorded by.
import type { Outcome } from "../core/outcome.ts";
import { outcomeSchema } from "../core/outcome.ts";

/** The outcome as the union that its columns are of. */
export function storedOutcome(row: {
  readonly outcome: string | null;
  readonly outcomeDetail: string | null;
}): Outcome {
  const { outcome: kind } = row;
  const detail = row.outcomeDetail ?? "";
  const colon = detail.indexOf(": ");
  return outcomeSchema.parse({
    kind,
    ...(kind === "limit" ? { which: detail } : {}),
    ...(kind === "infra" || kind === "ambiguous"
      ? { code: detail.slice(0, colon), evidence: detail.slice(colon + 2) }
      : {}),
  });
}
