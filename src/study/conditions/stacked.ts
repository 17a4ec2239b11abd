// An earlier run's patch already applied: the second step of a two-step task. The run that it
// needs must qualify, or the entries that build on it are ineligible.
import { PlumblineError } from "../../core/errors.ts";
import { applyPatch, parsePatch } from "../../code/patch/index.ts";
import { defineCondition } from "./condition.ts";

export const stacked = defineCondition({
  id: "stacked",
  summary: "The patch of another run applied first.",
  before: { failToPass: "either", passToPass: "either" },
  success: "resolve",
  members: ({ replicates }, { name, after }) => {
    if (after === null) {
      throw new PlumblineError(
        "stacked-without-after",
        "usage",
        `Condition "${name}" does not say which run it builds on.`,
        { hint: "after: { condition: seed, agent: gold }" },
      );
    }
    return [{ id: name, index: null, replicates, states: [], input: after }];
  },
  *propose({ base, inputs }) {
    const [input] = [...inputs.values()];
    if (input === undefined) throw new Error("A stacked state needs the run that it builds on.");
    const applied = applyPatch(base, parsePatch(input.wholePatch));
    if (applied.kind === "applied") yield { changes: applied.changes, log: null };
  },
});
