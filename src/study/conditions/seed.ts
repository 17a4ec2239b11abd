// The repository as it is at the base commit. More runs of it are the A/A check.
import { defineCondition } from "./condition.ts";

export const seed = defineCondition({
  id: "seed",
  summary: "The repository untouched.",
  before: { failToPass: "fail", passToPass: "pass" },
  success: "resolve",
  members: ({ replicates }, { name }) => [
    { id: name, index: null, replicates, states: [], input: null },
  ],
  *propose() {
    yield { changes: new Map(), log: null };
  },
});
