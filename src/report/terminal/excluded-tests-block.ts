import type { InstanceExclusion, ReducedScore } from "../../analysis/index.ts";
import { wrap } from "./wrap.ts";

/** Longest list that a terminal is given; the JSON report has all. */
const SHOWN = 20;

/** Which tests are left out of the second score, why, and what that leaves out altogether. */
export function excludedTestsBlock({
  rule,
  excluded,
  leftOut,
}: Pick<ReducedScore, "rule" | "excluded" | "leftOut">): string {
  const tests = excluded.flatMap((instance) => instance.tests.map((test) => line(instance, test)));
  const count = (reason: string) =>
    excluded.flatMap((one) => one.tests).filter((test) => test.reason === reason).length;
  const more = tests.length - SHOWN;
  return [
    wrap(
      `Excluded by rule ${rule} from what gold and null runs showed before: ${count("flaky")} flaky and ${count("broken")} broken tests of ${excluded.length} instances. The score over all tests is the published one.`,
    ),
    ...tests.slice(0, SHOWN),
    ...(more > 0 ? [`- and ${more} more (--json has them)`] : []),
    ...(leftOut.length > 0
      ? [wrap(`No FAIL_TO_PASS is left, so in no denominator: ${leftOut.join(", ")}.`)]
      : []),
  ].join("\n");
}

function line(
  { instanceId }: InstanceExclusion,
  { list, test, reason, detail }: InstanceExclusion["tests"][number],
): string {
  return wrap(`- ${reason} ${list} of ${instanceId}: ${test} (${detail})`, "  ");
}
