// Reads go test -v. A package's block ends in a line of its own (`ok  pkg 0.1s`, `FAIL pkg 0.1s`);
// without it nothing passed. A result is believed only for a test that the block announced
// (`=== RUN   TestX`), as often as that: printed lines fake one of the two. Failures need no
// announcement, so that a log without -v still tells what failed. Limit: whoever prints both lines
// of a test that never ran is believed.
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, worstStatuses } from "./test-line.ts";

const RUN = /^=== RUN +(\S+)$/;
const RESULT = /^--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/;
const PACKAGE_END = /^(?:ok {2}|FAIL)\t\S/;
const STATUSES = { PASS: "PASSED", FAIL: "FAILED", SKIP: "SKIPPED" } as const;

interface Block {
  /** How often each test was announced: -count=2 runs it twice. */
  announced: Map<string, number>;
  results: TestLine[];
}

export const goTest = defineTestLogParser({
  id: "go-test",
  summary: "go test -v.",
  parse(output) {
    const lines: TestLine[] = [];
    let block: Block = { announced: new Map(), results: [] };
    for (const line of logLines(output)) {
      const announced = RUN.exec(line)?.[1];
      if (announced !== undefined) {
        block.announced.set(announced, (block.announced.get(announced) ?? 0) + 1);
      }
      block.results.push(...readResult(line, block));
      if (PACKAGE_END.test(line)) {
        lines.push(...believedOf(block, true));
        block = { announced: new Map(), results: [] };
      }
    }
    return worstStatuses([...lines, ...believedOf(block, false)]);
  },
});

function readResult(line: string, { announced }: Block): TestLine[] {
  // Output without a newline may come before a result.
  const at = line.lastIndexOf("--- ");
  const [, word, id] = (at === -1 ? null : RESULT.exec(line.slice(at))) ?? [];
  if (id === undefined) return [];
  if (line.slice(0, at).trim() !== "" && !announced.has(id)) return [];
  return [{ id, status: STATUSES[word as keyof typeof STATUSES] }];
}

function believedOf({ announced, results }: Block, isEnded: boolean): readonly TestLine[] {
  if (!isEnded) return believed(results, null);
  const times = new Map<string, number>();
  for (const { id } of results) times.set(id, (times.get(id) ?? 0) + 1);
  return results.filter(
    ({ id, status }) => status !== "PASSED" || (times.get(id) ?? 0) <= (announced.get(id) ?? 0),
  );
}
