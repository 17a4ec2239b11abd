// Whether a planned run may start: what it needs is recorded and qualifies.
import type { PlannedRun } from "../../core/run.ts";
import { ineligibilityOf, outcomeKindOf } from "../../store/read-run.ts";
import type { RunStatus } from "../../store/run-store.ts";
import { acceptedCandidate } from "../../store/state-store.ts";
import type { RunContext } from "./run-context.ts";
import { conditionOf } from "./run-context.ts";

export type Readiness =
  | { readonly kind: "ready" }
  | { readonly kind: "waiting" }
  | { readonly kind: "ineligible"; readonly reason: string };

/** Looks at everything that `run` needs; `find` gives the needed run and how far it is. */
export function readiness(
  context: RunContext,
  run: PlannedRun,
  find: (id: string) => { readonly run: PlannedRun; readonly status: RunStatus },
): Readiness {
  for (const id of run.needs) {
    const needed = find(id);
    if (needed.status === "planned" || needed.status === "started") return { kind: "waiting" };
    const reason = disqualification(context, run, needed);
    if (reason !== null) return { kind: "ineligible", reason };
  }
  return { kind: "ready" };
}

function disqualification(
  context: RunContext,
  run: PlannedRun,
  needed: { readonly run: PlannedRun; readonly status: RunStatus },
): string | null {
  if (needed.status === "ineligible") {
    return ineligibilityOf(context.db, needed.run.id) ?? `${needed.run.id} is ineligible`;
  }
  if (needed.run.purpose === "verify") {
    return acceptedCandidate(context.db, needed.run) === null
      ? `the null run of ${needed.run.condition} gave no verdict`
      : null;
  }
  const required = conditionOf(context, run.condition).member.input?.require ?? [];
  const outcome = outcomeKindOf(context.db, needed.run.id);
  return outcome !== null && required.includes(outcome)
    ? null
    : `${needed.run.id} ended as ${outcome ?? "nothing"}, not as ${required.join(" or ")}`;
}
