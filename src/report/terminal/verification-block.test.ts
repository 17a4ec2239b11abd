import { expect, it } from "vitest";
import { madeFacts } from "../../../test/reference/made-facts.ts";
import { robustness } from "../../analysis/index.ts";
import { randomStream } from "../../core/random-stream.ts";
import { verificationBlock } from "./verification-block.ts";

const random = randomStream(1, "analysis");
const facts = madeFacts({ a: { seed: "R", sham: "R", variant: "R" } });
const drawn = { instanceId: "a", conditionId: "variant-1", uncompiled: null };
const fault = {
  ...{ instanceId: "a", conditionId: "variant-1", candidate: 1, gate: "null-run" as const },
  ...{ transformations: ["python/for-loop-rewriting"], file: "pkg/core.py" },
  ...{ message: "tests.test_a.T.test_x FAILED", failing: ["tests.test_a.T.test_x"] },
  culprits: [
    {
      ...{ transformation: "python/for-loop-rewriting", file: "pkg/core.py", site: 3, start: 812 },
      ...{ before: "for x in y:\n    f(x)", after: `it = iter(y)\n${"    g(x)\n".repeat(20)}` },
      stream: "made",
    },
  ],
  ...{ context: 2, seed: "1", unreduced: null },
};

it("shows how many variants were rejected, by transformation, and each fault", () => {
  const judged = [
    { ...drawn, candidate: 1, rejected: true, transformations: ["python/for-loop-rewriting"] },
    { ...drawn, candidate: 2, rejected: false, transformations: ["python/double-negation"] },
  ];
  const analysis = robustness({ ...facts, judged, faults: [fault] }, { random });
  expect(verificationBlock(analysis)).toMatchInlineSnapshot(`
    "Rejected: 1 of 2 draws. That selects variants; below, for the draws that have a transformation: how
    many were rejected (interval: 95 %, Wilson), and how many because of it.
      transformation             rejected      %  interval       to blame
      python/double-negation       0 of 1    0.0  [0.0, 79.3]           0
      python/for-loop-rewriting    1 of 1  100.0  [20.7, 100.0]         1
    Engine faults: 1
    - python/for-loop-rewriting in pkg/core.py (variant-1 of a, draw 1); at byte 812 \`for x in y: f(x)\`
      became \`it = iter(y) g(x) g(x) g(x) g(x) g(x) g(x) g(x) g(x) g(x) g…\`; on top of 2 other rewrites;
      null run: tests.test_a.T.test_x FAILED"
  `);
});

it("shows faults that could not be reduced, and variants that nothing compiled", () => {
  const judged = [
    { ...drawn, candidate: 1, rejected: true, transformations: [], uncompiled: "no python3" },
  ];
  const unreduced = { ...fault, transformations: [], file: null, culprits: [], context: 0 };
  const faults = [{ ...unreduced, unreduced: "60 trees were not enough" }];
  const analysis = robustness({ ...facts, judged, faults }, { random });
  expect(verificationBlock(analysis)).toMatchInlineSnapshot(`
    "Rejected: 1 of 1 draws. That selects variants; below, for the draws that have a transformation: how
    many were rejected (interval: 95 %, Wilson), and how many because of it.
    Not compiled by the target's Python: 1 of 1 draws (no python3).
    Engine faults: 1
    - no rewrite found (variant-1 of a, draw 1); not reduced: 60 trees were not enough; null run:
      tests.test_a.T.test_x FAILED"
  `);
});

it("is empty where no variant was drawn", () => {
  expect(verificationBlock(robustness(facts, { random }))).toBe("");
});
