// The guard is made of literals alone, so that nothing decides what it says but Python itself. It
// stands where the block's first statement stood: comments above it stay right below the header,
// where the type comment of a function has to be.
import { defineTransformation } from "../transformation.ts";
import { refuseWrap, WRAP_REFUSALS, wrapBlock, wrappableBlocks } from "./block-wrapping.ts";
import { guardText } from "./guard.ts";

export const ifTrueWrapper = defineTransformation({
  id: "python/if-true-wrapper",
  language: "python",
  kind: "insertion",
  keyword: null,
  summary: "Puts a block under a condition that is always true.",
  paper:
    "Appendix A, If True Wrapper: indented blocks of 5 to 100 lines that don't begin with a " +
    "docstring, under a tautology from a grammar with a depth parameter.",
  refusals: WRAP_REFUSALS,
  example: {
    before:
      "def mean(values):\n    total = 0\n    for value in values:\n        total += value\n" +
      "    count = len(values)\n    return total / count\n",
    after:
      'def mean(values):\n    if "draft" != "ready":\n        total = 0\n' +
      "        for value in values:\n            total += value\n" +
      "        count = len(values)\n        return total / count\n",
  },
  match: wrappableBlocks,
  refuse: (site, facts, context) => refuseWrap(site, facts, context, "if"),
  rewrite: (site, facts, context, random) =>
    wrapBlock(site, facts, `if ${guardText(true, context, random)}:`, null),
});
