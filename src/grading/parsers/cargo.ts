// Reads cargo test: one block a test binary, from `running 5 tests` to `test result: …`, which
// counts what passed. What failing tests printed stands below `failures:`, still before the count,
// and is not believed to have passed; that a test failed is believed wherever it stands, since tests
// can write past the harness and close a block of their own. `- should panic` and its like are no part of a test's name.
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { believed, worstStatuses } from "./test-line.ts";

const RUNNING = /^running \d+ tests?$/;
const RESULT = /^test result: (?:ok|FAILED)\. (\d+) passed; \d+ failed; /;
const DETAILS = /^(?:failures|successes):$/;
const SUFFIX = / - (?:should panic|compile fail|compile)$/;
const SEPARATOR = " ... ";

export const cargo = defineTestLogParser({
  id: "cargo",
  summary: "cargo test.",
  parse(output) {
    const all: TestLine[] = [];
    const failed: TestLine[] = [];
    let block: { lines: TestLine[]; pending: string | null; isDetails: boolean } | null = null;
    for (const line of logLines(output)) {
      const passed = RESULT.exec(line)?.[1];
      const { name: id, status: alone } = readLine(line, null);
      if (id !== null && alone === "FAILED") failed.push({ id, status: alone });
      if (block === null) {
        if (RUNNING.test(line)) block = { lines: [], pending: null, isDetails: false };
      } else if (passed !== undefined) {
        all.push(...believed(block.lines, Number(passed)));
        block = null;
      } else if (DETAILS.test(line)) {
        block.isDetails = true;
      } else if (!block.isDetails) {
        const { name, status } = readLine(line, block.pending);
        if (status !== null && name !== null) block.lines.push({ id: name, status });
        block.pending = status === null ? (name ?? block.pending) : null;
      }
    }
    return worstStatuses([...all, ...failed, ...believed(block?.lines ?? [], null)]);
  },
});

/** `test a::b ... ok`; with --nocapture the status may follow on a line of its own. */
function readLine(
  line: string,
  pending: string | null,
): { name: string | null; status: TestStatus | null } {
  const at = line.startsWith("test ") ? line.indexOf(SEPARATOR) : -1;
  if (at === -1) return { name: pending, status: statusOf(line) };
  const name = line.slice("test ".length, at).replace(SUFFIX, "");
  return { name, status: statusOf(line.slice(at + SEPARATOR.length)) };
}

function statusOf(text: string): TestStatus | null {
  if (text === "ok") return "PASSED";
  if (text === "FAILED") return "FAILED";
  return text === "ignored" || text.startsWith("ignored, ") ? "SKIPPED" : null;
}
