// Reads go test -json. What tests print stands in `output` events, but older toolchains turn a
// printed `--- PASS: TestX` into a `pass` event of its own: believed is only a test that a `run`
// event announced, once, in a package that came to its end. Tests are recorded by name, as go test
// -v has it, and by `import/path.TestName`.
import { z } from "zod";
import type { TestStatus } from "../../core/run.ts";
import { logLines } from "./clean-log.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { worstStatuses } from "./test-line.ts";

const eventSchema = z.object({
  Action: z.string(),
  Package: z.string(),
  Test: z.string().optional(),
});
type Event = z.infer<typeof eventSchema>;
/** A map: any word may be looked up, "constructor" as well. */
const STATUSES: ReadonlyMap<string, TestStatus> = new Map<string, TestStatus>([
  ["pass", "PASSED"],
  ["fail", "FAILED"],
  ["skip", "SKIPPED"],
]);

export const goTestJson = defineTestLogParser({
  id: "go-test-json",
  summary: "go test -json.",
  parse(output) {
    const events = logLines(output).flatMap(readEvent);
    const keyOf = ({ Package, Test = "" }: Event) => `${Package}\t${Test}`;
    const ended = new Set(
      events.filter((e) => e.Test === undefined && STATUSES.has(e.Action)).map((e) => e.Package),
    );
    const runs = new Map<string, number>();
    const results = new Map<string, number>();
    for (const event of events) {
      if (event.Test === undefined) continue;
      const counts = event.Action === "run" ? runs : STATUSES.has(event.Action) ? results : null;
      counts?.set(keyOf(event), (counts.get(keyOf(event)) ?? 0) + 1);
    }
    const isBelieved = (event: Event) =>
      event.Action !== "pass" ||
      (ended.has(event.Package) &&
        // -count=2 runs a test twice.
        (runs.get(keyOf(event)) ?? 0) >= (results.get(keyOf(event)) ?? 0));
    return worstStatuses(events.filter(isBelieved).flatMap(linesOf));
  },
});

function readEvent(line: string): Event[] {
  if (!line.startsWith("{")) return [];
  try {
    const event = eventSchema.safeParse(JSON.parse(line));
    return event.success ? [event.data] : [];
  } catch {
    return [];
  }
}

function linesOf({ Action, Package, Test }: Event): TestLine[] {
  const status = STATUSES.get(Action);
  if (Test === undefined || status === undefined) return [];
  return [
    { id: Test, status },
    { id: `${Package}.${Test}`, status },
  ];
}
