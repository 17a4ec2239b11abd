// What holds for every parser, whatever the log: nothing is invented, nothing throws, nothing takes
// more than linear time.
import { readFileSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testStatusSchema } from "../../core/run.ts";
import type { ParserId } from "./published-parsers.ts";
import { parsers } from "./registry.ts";

const LOGS = new URL("logs/", import.meta.url);
const ids = Object.keys(parsers) as ParserId[];
const withLogs = readdirSync(LOGS).filter((name) => name in parsers) as ParserId[];

function logsOf(id: ParserId): string[] {
  const folder = new URL(`${id}/`, LOGS);
  return readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
}

function passedIn(statuses: ReadonlyMap<string, string>): string[] {
  return [...statuses].filter(([, status]) => status === "PASSED").map(([id]) => id);
}

describe.each(ids)("%s", (id) => {
  const text = fc.array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.lorem({ maxCount: 8 }),
      fc.stringMatching(/^[ \t=_.:()[\]>#*✓✔-]{0,30}$/),
    ),
    { maxLength: 30 },
  );

  test("finds no test that passed in text that no runner wrote", async () => {
    const parser = await parsers[id]();
    fc.assert(
      fc.property(text, fc.constantFrom("\n", "\r\n", "\r", "\u0000"), (lines, end) => {
        expect(passedIn(parser.parse(lines.join(end)))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("reads bytes that are no text", async () => {
    const parser = await parsers[id]();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const output = Buffer.from(bytes).toString("utf8");
        expect(passedIn(parser.parse(output))).toEqual([]);
      }),
    );
  });

  // A quadratic reader would need hours for one of these lines, not milliseconds.
  test("comes to an end on long hostile lines", async () => {
    const parser = await parsers[id]();
    const parts = " |(|[|]|1|=|_|a|::|\r|\u001b[|\u001b]| - | ... | (a) | > |ok |test|-- in |.. |: "
      .split("|")
      .concat([
        "test_x (a.b) ... ",
        "skipped '",
        "a::b PASSED ",
        "--- PASS: ",
        "<!--",
        "<testsuite>",
      ])
      .concat(["Tests  1 passed ", "# ", "--- ", "-Dtest=a ", "(1 ms) ", "1 = 1.0 s = ", '{"a":'])
      .concat([
        "<TestCase>",
        "[ OK ] ",
        "Time elapsed: ",
        "\t",
        "✓ ",
        "1..1 ",
        "- ",
        "_",
        "   - a",
      ]);
    for (const part of parts) {
      const line = part.repeat(Math.ceil(150_000 / part.length));
      const starts = ["", "=== short test summary info ===\nFAILED a::b["];
      for (const start of starts) {
        expect(passedIn(parser.parse(`${start}${line}\n${line}\nend`))).toEqual([]);
      }
    }
  }, 300_000);
});

describe.each(withLogs)("%s on its logs", (id) => {
  // But for a closing line that a test printed, where the log breaks off right behind it.
  test("a log that breaks off passes no test that the whole log does not", async () => {
    const parser = await parsers[id]();
    for (const log of logsOf(id)) {
      const whole = new Set(passedIn(parser.parse(log)));
      const lines = log.split("\n");
      fc.assert(
        fc.property(fc.nat(lines.length), (count) => {
          const passed = passedIn(parser.parse(lines.slice(0, count).join("\n")));
          expect(passed.filter((test) => !whole.has(test) && !/fake/i.test(test))).toEqual([]);
        }),
        { numRuns: 40 },
      );
    }
  });

  test("knows no other statuses than ours, whatever words a log holds", async () => {
    const parser = await parsers[id]();
    const words = ["constructor", "toString", "__proto__", "valueOf", "hasOwnProperty"];
    for (const log of logsOf(id)) {
      for (const word of words) {
        for (const place of [/\S+$/gm, /\b(?:ok|passed?|PASSED)\b/g, /"pass"/g]) {
          const changed = log.replace(place, (found) => (found === '"pass"' ? `"${word}"` : word));
          for (const status of parser.parse(changed).values()) {
            expect(testStatusSchema.options).toContain(status);
          }
        }
      }
    }
  });

  // RSpec's own lines are as free as any other: see there.
  test.skipIf(id === "rspec")("which of two lines of output comes first is the same", async () => {
    const parser = await parsers[id]();
    for (const log of logsOf(id)) {
      const lines = log.split("\n");
      const at = fc.nat(lines.length);
      fc.assert(
        fc.property(at, at, (one, other) => {
          const withNoise = (first: string, second: string) => {
            const noisy = [...lines];
            const [low, high] = [Math.min(one, other), Math.max(one, other)];
            noisy.splice(high, 0, second);
            noisy.splice(low, 0, first);
            return parser.parse(noisy.join("\n"));
          };
          expect(withNoise("~ reading", "~ writing 2 files")).toEqual(
            withNoise("~ writing 2 files", "~ reading"),
          );
        }),
        { numRuns: 40 },
      );
    }
  });

  test("a test named twice has the worse status", async () => {
    const parser = await parsers[id]();
    for (const log of logsOf(id)) {
      const statuses = parser.parse(log);
      const twice = parser.parse(`${log}\n${log}`);
      expect(passedIn(twice).filter((test) => statuses.get(test) !== "PASSED")).toEqual([]);
      for (const [test, status] of statuses) {
        if (status !== "PASSED") expect([test, twice.get(test)]).toEqual([test, status]);
      }
    }
  });
});

test.each([
  ["jest", (i: number) => `      ✓ case ${i}`, "PASS a.test.js\n  "],
  ["mocha", (i: number) => `      ✔ case ${i}`, "  "],
  ["karma", (i: number) => `      ✖ case ${i}`, "START:\n  "],
  ["tap", (i: number) => `    not ok ${i + 1} - case ${i}`, ""],
] as const)("%s gives no test of many a name of megabytes", async (id, line, start) => {
  const title = "long ".repeat(200_000);
  const tests = Array.from({ length: 500 }, (_, i) => line(i)).join("\n");
  const log = `${start}${title}\n${tests}\n    1..500\nnot ok 1 - ${title}\n1..1\n`;
  const names = [...(await parsers[id]()).parse(log).keys()].map(({ length }) => length);
  expect(names.reduce((sum, length) => sum + length, 0)).toBeLessThan(5 * title.length);
});
