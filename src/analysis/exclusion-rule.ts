// Which tests are left out of the second score, by what gold and null runs showed of them. A rule
// and not a judgement: the same facts give the same tests, and the published score, over all tests,
// always stands beside it. What is needed to know a test is more runs, never a look at an agent's.
import type { InstanceFacts, PassCount, TestFacts } from "../core/instance-facts.ts";

/** Version of the rule below; reports name it. */
export const EXCLUSION_RULE = 1;

export interface ExcludedTest {
  readonly list: TestFacts["list"];
  readonly test: string;
  readonly reason: "flaky" | "broken";
  /** The counts that say so. */
  readonly detail: string;
}

export interface InstanceExclusions {
  readonly tests: readonly ExcludedTest[];
  /** No FAIL_TO_PASS is left, or nothing: the instance is in no denominator of the second score. */
  readonly isLeftOut: boolean;
}

/**
 * A test is broken where gold never passes it, or where it is to fail without a patch and always
 * passes. It is flaky where, of two runs or more with the same patch, some pass and some do not.
 */
export function exclusions({ tests }: Pick<InstanceFacts, "tests">): InstanceExclusions {
  const excluded = tests.flatMap((facts) => excludedTest(facts) ?? []);
  const isFailToPass = ({ list }: Pick<TestFacts, "list">) => list === "FAIL_TO_PASS";
  const lost = excluded.filter(isFailToPass).length;
  const isNothingLeft = excluded.length > 0 && excluded.length === tests.length;
  const isLeftOut = lost > 0 && lost === tests.filter(isFailToPass).length;
  return { tests: excluded, isLeftOut: isLeftOut || isNothingLeft };
}

function excludedTest({ list, test, gold, nop }: TestFacts): ExcludedTest | null {
  const excluded = (reason: ExcludedTest["reason"], counts: readonly string[]) => {
    return { list, test, reason, detail: `passed in ${counts.join(" and ")}` };
  };
  const [withGold, without] = [`${share(gold)} gold runs`, `${share(nop)} null runs`];
  if (gold.runs > 0 && gold.passed === 0) return excluded("broken", [withGold]);
  if (list === "FAIL_TO_PASS" && nop.runs > 0 && nop.passed === nop.runs) {
    return excluded("broken", [without]);
  }
  const odd = [...(isUnsteady(gold) ? [withGold] : []), ...(isUnsteady(nop) ? [without] : [])];
  return odd.length === 0 ? null : excluded("flaky", odd);
}

function isUnsteady({ passed, runs }: PassCount): boolean {
  return passed > 0 && passed < runs;
}

function share({ passed, runs }: PassCount): string {
  return `${passed} of ${runs}`;
}
