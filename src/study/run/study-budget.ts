// The budget of a whole study: once it is spent, no material is asked for, and no further attempt of an
// agent with a model begins. Those that have begun go on to their own limits, so that none ends
// otherwise for being late.
import { PlumblineError } from "../../core/errors.ts";
import type { PlannedRun } from "../../core/run.ts";
import { modelSpending } from "../../store/model-spending.ts";
import type { RunContext } from "./run-context.ts";

/** Ends the study, without harm to the runs that are under way. */
export class BudgetSpent extends PlumblineError {}

/** Throws BudgetSpent where the run needs a model and the budget is spent. */
export function requireBudget(
  context: Pick<RunContext, "db" | "models" | "agents">,
  run: PlannedRun,
): void {
  const model = context.agents.get(run.agent)?.model ?? null;
  if (model !== null) requireModelBudget(context);
}

/** Throws BudgetSpent where models may be asked for nothing more. */
export function requireModelBudget({ db, models }: Pick<RunContext, "db" | "models">): void {
  if (models === null) return;
  const { budget } = models;
  const spent = modelSpending(db);
  const isSpent =
    (budget.costUsd !== null && spent.costUsd >= budget.costUsd) ||
    (budget.tokens !== null && spent.tokens >= budget.tokens);
  if (!isSpent) return;
  throw new BudgetSpent(
    "budget-spent",
    "threshold",
    `The study's budget is spent: ${spent.costUsd.toFixed(2)} US dollars, ${spent.tokens} tokens.`,
    { hint: "a larger budget in the study file, and the same command again" },
  );
}
