// Our parsers beside those of SWE-bench's own harness, on the logs in logs/. What the harness makes
// of them is stored (`npm run check:parsers -- --write`); the same command compares both afresh, on
// suites that it makes up.
import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { testStatusSchema } from "../../core/run.ts";
import { differencesOf } from "./published-differences.ts";
import { PUBLISHED_LOGS } from "./published-logs.ts";
import type { ParserId } from "./published-parsers.ts";
import { publishedParser } from "./published-parsers.ts";
import { parsers } from "./registry.ts";

const LOGS = new URL("logs/", import.meta.url);
const statusesSchema = z.record(z.string(), testStatusSchema);
const stored = z
  .object({
    version: z.literal("5.0.2"),
    statuses: z.record(z.string(), z.record(z.string(), statusesSchema)),
  })
  .parse(JSON.parse(readFileSync(new URL("swebench.json", LOGS), "utf8")));

const cases = Object.entries(PUBLISHED_LOGS).flatMap(([parser, names]) =>
  names.map((published) => [published, parser as ParserId] as const),
);

describe.each(cases)("%s beside %s", (published, id) => {
  const logs = readdirSync(new URL(`${id}/`, LOGS)).map((name) => name.replace(/\.txt$/, ""));
  const theirs = stored.statuses[published] ?? {};

  test("was stored for all of at least three logs", () => {
    expect(publishedParser(published)).toBe(id);
    expect(Object.keys(theirs).sort()).toEqual(logs.sort());
    expect(logs.length).toBeGreaterThanOrEqual(3);
  });

  test("differs only where a reason is given", async () => {
    const parser = await parsers[id]();
    for (const [log, statuses] of Object.entries(theirs)) {
      const output = readFileSync(new URL(`${id}/${log}.txt`, LOGS), "utf8");
      const differences = differencesOf(id, log, statuses, parser.parse(output));
      expect(differences.filter(({ reason }) => reason === null)).toEqual([]);
    }
  });
});
