// Reads what the scripts of a SWE-bench Pro instance make of its tests: one line of JSON, printed
// before the output of the tests. Only the first line counts, since tests can print such lines too.
import { z } from "zod";
import type { TestStatus } from "../../core/run.ts";
import { defineTestLogParser } from "./test-log-parser.ts";
import { worstStatuses } from "./test-line.ts";

const resultsSchema = z.object({
  tests: z.array(z.object({ name: z.string(), status: z.string() })),
});

const STATUSES: Readonly<Record<string, TestStatus>> = {
  ...{ PASSED: "PASSED", FAILED: "FAILED", SKIPPED: "SKIPPED", ERROR: "ERROR" },
};

export const sweBenchPro = defineTestLogParser({
  id: "swe-bench-pro",
  summary: "The results that the parser.py of a SWE-bench Pro instance writes.",
  parse(output) {
    const [first = ""] = output.split("\n", 1);
    let value: unknown;
    try {
      value = JSON.parse(first);
    } catch {
      return new Map();
    }
    const results = resultsSchema.safeParse(value);
    if (!results.success) return new Map();
    return worstStatuses(
      results.data.tests.flatMap(({ name, status }) => {
        const known = STATUSES[status.toUpperCase()];
        return known === undefined ? [] : [{ id: name, status: known }];
      }),
    );
  },
});
