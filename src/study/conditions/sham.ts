// The placebo: the files that variant j touched, at as many places and lines, by edits that mean
// nothing. What a sham costs an agent is the cost of being edited at all, not of being rewritten.
import { shamOf } from "../../code/spt/index.ts";
import { defineCondition } from "./condition.ts";
import { numberedMembers } from "./numbered-members.ts";

const VARIANT = "variant";

export const sham = defineCondition({
  id: "sham",
  summary: "As many edits as the variant of the same number, all of them meaningless.",
  before: { failToPass: "fail", passToPass: "pass" },
  success: "resolve",
  members: (counts, { name }) => numberedMembers(counts, name, (index) => [`${VARIANT}-${index}`]),
  *propose({ base, states, random, modules }) {
    const [model] = [...states.values()];
    if (model === undefined) throw new Error("A sham needs the state of its variant.");
    for (let draw = 1; ; draw++) {
      yield shamOf({
        tree: base,
        variantChanges: model.changes,
        random: random.fork(`draw-${draw}`),
        cache: modules,
      });
    }
  },
});
