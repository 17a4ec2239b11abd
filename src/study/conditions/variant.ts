// The repository rewritten by semantics-preserving transformations (A Jagged Frontier,
// Algorithm 1). Member j is the j-th variant; each further candidate is a fresh draw.
import { sampleVariant } from "../../code/spt/index.ts";
import { parsePatch, touchedFiles } from "../../code/patch/index.ts";
import { defineCondition } from "./condition.ts";
import { numberedMembers } from "./numbered-members.ts";

export const variant = defineCondition({
  id: "variant",
  summary: "Semantics-preserving transformations applied to randomly drawn files and sites.",
  before: { failToPass: "fail", passToPass: "pass" },
  success: "resolve",
  usesKeywords: true,
  members: (counts, { name }) => numberedMembers(counts, name, () => []),
  *propose({ base, instance, excluded, keywords, sampler, random, modules, catalogue }) {
    const goldFiles = new Set(touchedFiles(parsePatch(Buffer.from(instance.patch))));
    for (let draw = 1; ; draw++) {
      yield sampleVariant({
        tree: base,
        goldFiles,
        isExcluded: excluded,
        keywords,
        parameters: sampler,
        random: random.fork(`draw-${draw}`),
        cache: modules,
        ...(catalogue === undefined ? {} : { catalogue }),
      });
    }
  },
});
