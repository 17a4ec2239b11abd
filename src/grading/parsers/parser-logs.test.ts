// Every parser on the logs in logs/: what each test's status is. logs/README.md says where the logs
// come from; statuses.json was read by hand beside them.
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { TestStatus } from "../../core/run.ts";
import type { ParserId } from "./published-parsers.ts";
import { parsers } from "./registry.ts";

const LOGS = new URL("logs/", import.meta.url);
const expected = JSON.parse(readFileSync(new URL("statuses.json", LOGS), "utf8")) as Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, TestStatus>>>>>
>;
const ids = Object.keys(parsers) as ParserId[];
/** Their logs stand elsewhere, or are those of the parsers that they are made of. */
const WITHOUT_LOGS = [
  "pytest",
  "unittest",
  "jest-or-json",
  "minitest-or-cucumber",
  "swe-bench-pro",
];

function logOf(parser: string, name: string): string {
  return readFileSync(new URL(`${parser}/${name}.txt`, LOGS), "utf8");
}

test("every parser has logs, and every log its statuses", () => {
  const folders = readdirSync(LOGS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(
    ids.filter((id) => !WITHOUT_LOGS.includes(id)).sort(),
  );
  for (const { name } of folders) {
    const logs = readdirSync(new URL(`${name}/`, LOGS)).map((file) => file.replace(/\.txt$/, ""));
    expect(Object.keys(expected[name] ?? {}).sort()).toEqual(logs.sort());
  }
});

describe.each(Object.entries(expected))("%s", (id, logs) => {
  test.each(Object.entries(logs))("reads %s", async (name, statuses) => {
    const parser = await parsers[id as ParserId]();
    const log = logOf(id, name);
    expect(Object.fromEntries(parser.parse(log))).toEqual(statuses);
  });

  test.each(Object.entries(logs))(
    "colours and line ends make no difference to %s",
    async (name) => {
      const parser = await parsers[id as ParserId]();
      const log = logOf(id, name);
      const coloured = log.replace(/^(?=[^\n])/gm, "\u001b[32m").replaceAll("\n", "\u001b[0m\r\n");
      expect(parser.parse(coloured)).toEqual(parser.parse(log));
    },
  );
});

test.each([
  ["jest-or-json", "jest", "silent"],
  ["jest-or-json", "jest-json", "lines"],
  ["minitest-or-cucumber", "minitest", "mixed"],
  ["minitest-or-cucumber", "cucumber", "documented-jekyll"],
] as const)("%s reads a log of %s", async (id, other, name) => {
  const parser = await parsers[id]();
  expect(Object.fromEntries(parser.parse(logOf(other, name)))).toEqual(expected[other]?.[name]);
});

test("the guide names every parser", () => {
  const guide = readFileSync(new URL("../../../docs/guide/test-logs.md", import.meta.url), "utf8");
  const named = [...guide.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, id]) => id);
  expect(named.sort()).toEqual([...ids].sort());
});
