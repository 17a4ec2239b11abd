// Grades that one study keeps stand for another's first ones, on request and nowhere else. The tests
// toss coins, so gradings of one's own would differ sooner or later; reused ones are the same bytes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "../src/store/database.ts";
import { plumbline, temporaryFolder } from "./cli.ts";
import { writeFlakySuite } from "./flaky-suite.ts";

interface GradeRow {
  readonly run_id: string;
  readonly number: number;
  readonly graded_at: number;
  readonly reused_from: number | null;
}

it("takes first grades of first replicates from another study, where that is asked for", async () => {
  using folder = temporaryFolder();
  const at = (...parts: string[]) => join(folder.path, ...parts);
  writeFlakySuite(at("suite"));
  const args = ["grade", "--benchmark", "starter", "--from", at("suite"), "--predictions", "gold"];
  const grade = async (out: string, ...more: string[]): Promise<readonly GradeRow[]> => {
    const repeats = ["--ids", "coin__coin-1", "--times", "2", "--grades", "2", "--quiet"];
    const env = { PLUMBLINE_CACHE: at("cache") };
    const { exitCode, stderr } = await plumbline([...args, ...repeats, "--out", at(out), ...more], {
      env,
    });
    expect(exitCode, stderr).toBe(0);
    const db = openDatabase(at(out, "plumbline.db"), { readonly: true });
    try {
      return db.prepare("SELECT * FROM grades ORDER BY run_id, number").all() as GradeRow[];
    } finally {
      db.close();
    }
  };
  const reusedOf = (rows: readonly GradeRow[]) => rows.map(({ reused_from }) => reused_from);
  const logOf = (out: string) =>
    readFileSync(at(out, "runs/starter/coin__coin-1/seed/gold/1/attempt-1/test_output.txt"));

  const first = await grade("first", "--reuse-grades");
  expect(reusedOf(first)).toEqual([null, null, null, null]);
  const second = await grade("second", "--reuse-grades");
  expect(reusedOf(second)).toEqual([first[0]?.graded_at, null, null, null]);
  expect(logOf("second")).toEqual(logOf("first"));
  expect(reusedOf(await grade("third"))).toEqual([null, null, null, null]);
}, 300_000);
