import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { sharedData } from "../../../test/shared-data.ts";
import { publishedParser, publishedParserNames } from "./published-parsers.ts";
import { parsers } from "./registry.ts";

test("every name leads to a parser", () => {
  for (const name of publishedParserNames)
    expect(Object.keys(parsers)).toContain(publishedParser(name));
  expect(publishedParserNames).toHaveLength(new Set(publishedParserNames).size);
});

test("a name is known with and without its prefix", () => {
  expect(publishedParser("parse_log_sphinx")).toBe("pytest-published");
  expect(publishedParser("gotest")).toBe("go-test");
});

test.each(["parse_log_cobol", "", "toString"])(
  "%j is refused, with the names that are known",
  (name) => {
    expect(() => publishedParser(name)).toThrow(`The row's log_parser "${name}" is not known.`);
  },
);

const rowsFolder = sharedData("benchmarks/jsonl");
const resultsFolder = sharedData("benchmarks/executed");
const logsFolder = sharedData("trajectories/log_samples/real_runs");

const listSchema = z.preprocess(
  (value) => (typeof value === "string" ? (JSON.parse(value) as unknown) : value),
  z.array(z.string()),
);
const rowSchema = z.object({
  instance_id: z.string(),
  log_parser: z.string(),
  FAIL_TO_PASS: listSchema,
  PASS_TO_PASS: listSchema,
});

function rowsIn(folder: string) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl.gz"))
    .flatMap((name) =>
      gunzipSync(readFileSync(join(folder, name)))
        .toString("utf8")
        .trim()
        .split("\n"),
    )
    .map((line) => rowSchema.parse(JSON.parse(line)));
}

describe.skipIf(rowsFolder === null)("published rows", () => {
  const rows = rowsIn(rowsFolder ?? ".");

  test("name only parsers that are known", () => {
    expect(rows.length).toBeGreaterThan(1000);
    for (const { log_parser } of rows)
      expect(Object.keys(parsers)).toContain(publishedParser(log_parser));
  });

  // "after normalisation": the names in the row are those of another Python.
  test.skipIf(resultsFolder === null || logsFolder === null)(
    "all tests of a row that is known to run passed in the log of its gold patch",
    async () => {
      const results = readFileSync(join(resultsFolder ?? ".", "exec_results.jsonl"), "utf8");
      const resultSchema = z.object({ instance_id: z.string(), status: z.string() });
      let logs = 0;
      for (const line of results.trim().split("\n")) {
        const { instance_id, status } = resultSchema.parse(JSON.parse(line));
        const path = join(logsFolder ?? ".", `${instance_id}.after.log.gz`);
        const row = rows.find((candidate) => candidate.instance_id === instance_id);
        if (row === undefined || !status.startsWith("exact") || !existsSync(path)) continue;
        const parser = await parsers[publishedParser(row.log_parser)]();
        const statuses = parser.parse(gunzipSync(readFileSync(path)).toString("utf8"));
        const wanted = [...row.FAIL_TO_PASS, ...row.PASS_TO_PASS];
        expect([instance_id, wanted.filter((id) => statuses.get(id) !== "PASSED")]).toEqual([
          instance_id,
          [],
        ]);
        logs++;
      }
      expect(logs).toBeGreaterThanOrEqual(20);
    },
  );
});
