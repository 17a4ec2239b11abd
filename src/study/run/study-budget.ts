// The budget of a whole study: once it is spent, no material is asked for, and no further run of an
// agent with a model begins. Runs that have begun go on to their own limits, so that no run ends
// otherwise for being late.
import { PlumblineError } from "../../core/errors.ts";
import type { PlannedRun } from "../../core/run.ts";
import { modelSpending } from "../../store/model-spending.ts";
import type { RunContext } from "./run-context.ts";

/** What to tell where the run needs a model and the budget is spent; null where it may begin. */
export function budgetSpent(
  context: Pick<RunContext, "db" | "models" | "agents">,
  run: PlannedRun,
): PlumblineError | null {
  const model = context.agents.get(run.agent)?.model ?? null;
  return model === null ? null : modelBudgetSpent(context);
}

/** What to tell where models may be asked for nothing more; null where they may. */
export function modelBudgetSpent({
  db,
  models,
}: Pick<RunContext, "db" | "models">): PlumblineError | null {
  if (models === null) return null;
  const { budget } = models;
  const spent = modelSpending(db);
  const isSpent =
    (budget.costUsd !== null && spent.costUsd >= budget.costUsd) ||
    (budget.tokens !== null && spent.tokens >= budget.tokens);
  if (!isSpent) return null;
  return new PlumblineError(
    "budget-spent",
    "threshold",
    `The study's budget is spent: ${spent.costUsd.toFixed(2)} US dollars, ${spent.tokens} tokens.`,
    { hint: "a larger budget in the study file, and the same command again" },
  );
}
