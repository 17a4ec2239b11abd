import { expect, it } from "vitest";
import { madeFacts, type MadeInstance } from "../../test/reference/made-facts.ts";
import { robustness } from "../analysis/index.ts";
import { randomStream } from "../core/random-stream.ts";
import { terminalReport } from "./terminal-report.ts";

const random = randomStream(1, "analysis");

function reportOf(instances: Record<string, MadeInstance>): string {
  return terminalReport(robustness(madeFacts(instances), { random }), {
    study: "made",
    colour: false,
  });
}

const hurt: Record<string, MadeInstance> = {
  "ledger-1": { seed: "RRR", sham: "RRR", variant: "UUU" },
  "ledger-2": { seed: "RRR", sham: "RRU", variant: "UUR" },
  "ledger-3": { seed: "RUR", sham: "RRR", variant: "EUU" },
  "router-1": {
    ...{ seed: "RRR", sham: "RRI", variant: "ULR" },
    steps: { seed: [12, 15, 11], sham: [13, 11, 12], variant: [31, 14, 19] },
  },
  "router-2": { seed: "UUU", sham: "UUU", variant: "UUU" },
  "router-3": { seed: "RRR", sham: "III", variant: "RRR" },
};

it("says that rewriting hurt the agent, with the numbers", () => {
  expect(reportOf(hurt)).toMatchInlineSnapshot(`
    "Robustness of made

    mender on made

    Rewriting the repository hurt the agent.
    On average over 5 instances it resolves 60.0 percentage points less on a variant than on a sham
    (sham − variant: +60.0, 95 % interval +21.4 to +80.5; 14 and 15 runs).
    Harness check: no effect of meaningless edits was shown (seed − sham).

    Runs by outcome
      arm      instances  runs  resolved  unresolved  empty  limit  infra  ambiguous
      seed             6    18        14           4      0      0      0          0
      sham             6    18        10           4      0      0      4          0
      variant          6    18         5          11      1      1      0          0

    Resolve rate
      arm      measured ¹  % resolved  interval      all runs ²  % resolved  interval
      seed          14/18        77.8  [54.8, 91.0]       14/18        77.8  [54.8, 91.0]
      sham          10/14        71.4  [45.4, 88.3]       10/18        55.6  [33.7, 75.4]
      variant        5/18        27.8  [12.5, 50.9]        5/18        27.8  [12.5, 50.9]

    Degradation, mean over instances
      contrast         mean  MOVER ³         bootstrap ⁴     instances     runs  effect
      sham − variant  +60.0  [+21.4, +80.5]  [+40.0, +80.0]     5 of 6  14 + 15  worse
      seed − variant  +50.0  [+19.4, +69.3]  [+33.3, +66.7]          6  18 + 18  worse
      seed − sham       0.0  [−28.0, +31.1]  [−13.3, +13.3]     5 of 6  15 + 14  not shown

    Degradation by instance, sham − variant
      instance  sham  variant  difference  Newcombe
      ledger-1   3/3      0/3      +100.0  [+20.6, +100.0]
      ledger-2   2/3      1/3       +33.3  [−31.6, +71.8]
      ledger-3   3/3      0/3      +100.0  [+20.6, +100.0]
      router-1   2/2      1/3       +66.7  [−13.5, +93.9]
      router-2   0/3      0/3         0.0  [−56.1, +56.1]
      router-3   0/0      3/3    left out

    Effort
                        steps  interval       n ⁶  wall time  interval       n ⁶
      seed               10.4  [10.2, 10.8]     6     1.04 s  [1.02, 1.08]     6
      sham               10.4  [10.2, 10.6]     5     1.04 s  [1.02, 1.06]     5
      variant            11.9  [10.7, 13.5]     6     1.19 s  [1.07, 1.35]     6
      sham → variant  +15.6 %  [+3.3, +31.7]    5    +15.6 %  [+3.3, +31.7]    5
      seed → variant  +11.4 %  [+1.8, +24.1]    6    +11.4 %  [+1.8, +24.1]    6
      seed → sham      −1.1 %  [−4.3, +2.9]     5     −1.1 %  [−4.3, +2.9]     5

    All intervals: 95 %. Instances are held fixed: an interval says how runs vary on these instances,
      not what others would do. Differences are in percentage points, positive where fewer issues were
      resolved. sham − variant is the effect of the rewrite itself, seed − variant the paper's contrast,
      seed − sham the effect of the harness alone.
    ¹ Runs without infra (environment, grader or model endpoint failed) and ambiguous (evidence for
      both): 4 left out. All comparisons use these runs. Intervals: Wilson.
    ² Every run; infra and ambiguous count as not resolved. The papers' denominator.
    ³ Stratified Newcombe interval of the mean over instances; never of zero width.
    ⁴ The paper's: each instance's runs redrawn from Binomial(n, observed rate) 20000 times. Too narrow
      with few runs, because a rate of 0 or 1 redraws as itself. An effect is called one where ³ and ⁴
      agree.
    ⁶ Instances in the mean. Runs are resampled within instance and arm; a change is the mean over
      instances of each one's relative change. With few runs it leans upward, here by up to +0.2 points
      as the bootstrap sees it.

    18 variants, each changing 2 (1–3) files and 20 (10–30) lines (median, range); 18 of 18 change a
    file of the gold patch.
    "
  `);
});

it("says that no effect was shown, what remains possible, and what is degenerate", () => {
  const report = reportOf({
    a: { seed: "RRR", sham: "RRR", variant: "RRR" },
    b: { seed: "UUU", sham: "UUU", variant: "UUU" },
  });
  expect(report).toMatchInlineSnapshot(`
    "Robustness of made

    mender on made

    No effect of rewriting the repository was shown.
    On average over 2 instances it resolves as much on a variant as on a sham (sham − variant: 0.0, 95 %
    interval −47.8 to +47.8; 6 and 6 runs). A loss of up to 47.8 points, or a gain of up to 47.8,
    remains possible.
    Harness check: no effect of meaningless edits was shown (seed − sham).

    Runs by outcome
      arm      instances  runs  resolved  unresolved  empty  limit  infra  ambiguous
      seed             2     6         3           3      0      0      0          0
      sham             2     6         3           3      0      0      0          0
      variant          2     6         3           3      0      0      0          0

    Resolve rate
      arm      measured ¹  % resolved  interval      all runs ²  % resolved  interval
      seed            3/6        50.0  [18.8, 81.2]         3/6        50.0  [18.8, 81.2]
      sham            3/6        50.0  [18.8, 81.2]         3/6        50.0  [18.8, 81.2]
      variant         3/6        50.0  [18.8, 81.2]         3/6        50.0  [18.8, 81.2]

    Degradation, mean over instances
      contrast        mean  MOVER ³         bootstrap ⁴   instances   runs  effect
      sham − variant   0.0  [−47.8, +47.8]  [0.0, 0.0] ⁵          2  6 + 6  not shown
      seed − variant   0.0  [−47.8, +47.8]  [0.0, 0.0] ⁵          2  6 + 6  not shown
      seed − sham      0.0  [−47.8, +47.8]  [0.0, 0.0] ⁵          2  6 + 6  not shown

    Degradation by instance, sham − variant
      instance  sham  variant  difference  Newcombe
      a          3/3      3/3         0.0  [−56.1, +56.1]
      b          0/3      0/3         0.0  [−56.1, +56.1]

    Effort
                      steps  interval        n ⁶  wall time  interval        n ⁶
      seed             10.0  [10.0, 10.0] ⁵    2     1.00 s  [1.00, 1.00] ⁵    2
      sham             10.0  [10.0, 10.0] ⁵    2     1.00 s  [1.00, 1.00] ⁵    2
      variant          10.0  [10.0, 10.0] ⁵    2     1.00 s  [1.00, 1.00] ⁵    2
      sham → variant  0.0 %  [0.0, 0.0] ⁵      2      0.0 %  [0.0, 0.0] ⁵      2
      seed → variant  0.0 %  [0.0, 0.0] ⁵      2      0.0 %  [0.0, 0.0] ⁵      2
      seed → sham     0.0 %  [0.0, 0.0] ⁵      2      0.0 %  [0.0, 0.0] ⁵      2

    All intervals: 95 %. Instances are held fixed: an interval says how runs vary on these instances,
      not what others would do. Differences are in percentage points, positive where fewer issues were
      resolved. sham − variant is the effect of the rewrite itself, seed − variant the paper's contrast,
      seed − sham the effect of the harness alone.
    ¹ Runs without infra (environment, grader or model endpoint failed) and ambiguous (evidence for
      both): 0 left out. All comparisons use these runs. Intervals: Wilson.
    ² Every run; infra and ambiguous count as not resolved. The papers' denominator.
    ³ Stratified Newcombe interval of the mean over instances; never of zero width.
    ⁴ The paper's: each instance's runs redrawn from Binomial(n, observed rate) 20000 times. Too narrow
      with few runs, because a rate of 0 or 1 redraws as itself. An effect is called one where ³ and ⁴
      agree.
    ⁵ Degenerate: all observed rates are 0 or 1 (for effort: no two runs of an arm differ), so
      resampling has nothing to vary and the width says nothing. Degradation is then judged by ³ alone.
    ⁶ Instances in the mean. Runs are resampled within instance and arm; a change is the mean over
      instances of each one's relative change.

    6 variants, each changing 2 (1–3) files and 20 (10–30) lines (median, range); 6 of 6 change a file
    of the gold patch.
    "
  `);
});

it("compares with the seed, and cannot check the harness, where there are no shams", () => {
  const report = reportOf({
    a: { seed: "RRRRU", sham: "", variant: "RRUUU" },
    b: { seed: "RRURU", sham: "", variant: "UURRR" },
  });
  const firstLines = report.split("\n").slice(4, 10).join("\n");
  expect(firstLines).toMatchInlineSnapshot(`
    "No effect of rewriting the repository was shown.
    On average over 2 instances it resolves 20.0 percentage points less on a variant than on the seed
    (seed − variant: +20.0, 95 % interval −24.4 to +56.3; 10 and 10 runs). A loss of up to 56.3 points,
    or a gain of up to 24.4, remains possible.
    Harness check: none, since no instance has runs of both seed and sham.
    "
  `);
});

it("says when nothing has run, and why planned runs could not", () => {
  const ineligible = [
    { runId: "a", reason: "no state met the condition's expectation" },
    { runId: "b", reason: "no state met the condition's expectation" },
    { runId: "c", reason: "the run that it needs did not qualify" },
  ];
  const analysis = robustness({ runs: [], variants: [], ineligible }, { random });
  expect(terminalReport(analysis, { study: "made", colour: false })).toMatchInlineSnapshot(`
    "Robustness of made

    No run has finished, so there is nothing to report yet.

    3 planned runs could not take place; they are in no denominator:
    - 2 × no state met the condition's expectation
    - 1 × the run that it needs did not qualify
    "
  `);
});

it("mentions variants that equal their seed, thrown-away draws and repeated variants", () => {
  const facts = madeFacts({ a: { seed: "RR", sham: "RR", variant: "RU" } });
  const variants = facts.variants.map((variant) => ({ ...variant, unchanged: true, rejected: 2 }));
  const again = facts.runs
    .filter(({ arm }) => arm !== "seed")
    .map((run) => ({ ...run, runId: `${run.runId}-again`, replicate: 2 }));
  const analysis = robustness({ ...facts, variants, runs: [...facts.runs, ...again] }, { random });
  const report = terminalReport(analysis, { study: "made", colour: false });
  expect(report.split("\n").slice(-10).join("\n")).toMatchInlineSnapshot(`
    "⁶ Instances in the mean. Runs are resampled within instance and arm; a change is the mean over
      instances of each one's relative change.
    4 shams or variants were run more than once. Runs of one variant are alike, so these intervals are
      somewhat too narrow.

    2 variants, each changing 1.5 (1–2) files and 15 (10–20) lines (median, range); 2 of 2 change a file
    of the gold patch.
    2 of 2 equal their seed, since nothing could be rewritten; they dilute the effect.
    4 draws were thrown away, because verification rejected them.
    "
  `);
});

it("gives each agent its own part", () => {
  const mender = madeFacts({ a: { seed: "RR", sham: "RR", variant: "UU" } }, "mender");
  const gold = madeFacts({ a: { seed: "RR", sham: "RR", variant: "RR" } }, "gold");
  const analysis = robustness({ ...mender, runs: [...mender.runs, ...gold.runs] }, { random });
  const report = terminalReport(analysis, { study: "made", colour: false });
  expect(report.match(/^\w+ on made$/gm)).toEqual(["gold on made", "mender on made"]);
});

it("is never wider than 100 columns, whatever the names and numbers", () => {
  const name = (i: number) => `instance_NodeBB__NodeBB-${"22368b996ee0e5f11a51".repeat(4)}-v${i}`;
  const runs = (letters: string) => letters.repeat(60);
  const many = Array.from({ length: 30 }, (_, i) => {
    const steps = { seed: 1000 + i, sham: 5, variant: 90_000 };
    return [name(i), { seed: runs("RU"), sham: runs("UE"), variant: runs("IR"), steps }] as const;
  });
  const left = { seed: "R", sham: "R", variant: "" };
  const facts = madeFacts({ ...Object.fromEntries(many), "left-out": left });
  const analysis = robustness(facts, { random, resamples: 50 });
  const report = terminalReport(analysis, { study: "made", colour: false });
  expect(report.split("\n").filter((line) => line.length > 100)).toEqual([]);
});

it("is coloured when asked, and otherwise plain", () => {
  const analysis = robustness(madeFacts(hurt), { random });
  const coloured = terminalReport(analysis, { study: "made", colour: true });
  expect(coloured).toContain("\u001b[31m");
  const plain = coloured.replaceAll(/\u001b\[\d+m/g, "");
  expect(plain).toBe(terminalReport(analysis, { study: "made", colour: false }));
});
