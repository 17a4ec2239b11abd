import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { CheckRecord } from "../core/instance-facts.ts";
import { instanceFactStore } from "./instance-fact-store.ts";
import { addStudyInstanceFacts, studyInstanceFacts } from "./study-instance-facts.ts";

const scratch = mkdtempSync(join(tmpdir(), "plumbline-facts-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let folder = scratch;
let told: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(scratch, "cache-"));
  told = [];
});
const store = () => instanceFactStore(folder, (text) => told.push(text));

const record = (check: string, changes: Partial<CheckRecord> = {}): CheckRecord => ({
  ...{ instanceId: "i-1", rowDigest: "d", datasetDigest: "e", times: 2, from: 1, to: 2 },
  ...{ check: check.repeat(64), environment: { backend: "process", image: null } },
  tests: [
    {
      ...{ list: "FAIL_TO_PASS", test: "t [a, b]" },
      ...{ gold: { passed: 1, runs: 2 }, nop: { passed: 0, runs: 2 } },
    },
  ],
  ...changes,
});

describe("facts about the tests of a row", () => {
  it("of several checks are all there, and one that goes on takes its own place", () => {
    store().write(record("a"));
    store().write(record("b"));
    store().write(record("a", { times: 5 }));
    expect(store().read("i-1", "d")).toEqual([record("a", { times: 5 }), record("b")]);
    expect(told).toEqual([]);
  });

  it("are those of that row alone: a changed row begins anew", () => {
    store().write(record("a"));
    expect(store().read("i-1", "other")).toEqual([]);
    expect(store().read("i-2", "d")).toEqual([]);
  });

  it("are told and ignored where a file is damaged, cut off or not of the row", () => {
    store().write(record("a"));
    const place = join(folder, "instance-facts/i-1/d");
    const [whole = ""] = readdirSync(place);
    writeFileSync(join(place, "b.json"), '{"instanceId":"i-1"');
    const more = { gold: { passed: 3, runs: 2 }, nop: { passed: 0, runs: 0 } };
    const impossible = record("c", { tests: [{ list: "FAIL_TO_PASS", test: "t", ...more }] });
    writeFileSync(join(place, "c.json"), JSON.stringify(impossible));
    writeFileSync(join(place, "d.json"), JSON.stringify(record("d", { rowDigest: "other" })));
    writeFileSync(join(place, `${whole}.partial`), "{");
    expect(store().read("i-1", "d")).toEqual([record("a")]);
    expect(told.map((text) => text.replace(/^.*\//, ""))).toEqual([
      "b.json is ignored: not JSON\n",
      "c.json is ignored: tests.0.gold: more passes than runs\n",
      "d.json is ignored: it is of another row\n",
    ]);
  });

  it("stop no check where they cannot be kept", () => {
    writeFileSync(join(folder, "instance-facts"), "a file is in the way");
    store().write(record("a"));
    expect(told).toEqual([
      expect.stringMatching(/^What was found of i-1 is not kept for studies: /),
    ]);
    expect(store().read("i-1", "d")).toEqual([]);
  });
});

describe("the facts in a study's folder", () => {
  const entry = (instanceId: string, facts: CheckRecord | null) => {
    const { check, datasetDigest, times, ...rest } = facts ?? record("a");
    return {
      ...{ benchmark: "b", instanceId, rowDigest: "d" },
      facts: facts === null ? null : rest,
      checks: facts === null ? [] : [{ check, datasetDigest, times }],
    };
  };

  it("gain instances and change for none, known or not", () => {
    expect(studyInstanceFacts(folder)).toEqual([]);
    const begun = [entry("i-1", record("a")), entry("i-2", null)];
    addStudyInstanceFacts(folder, begun);
    expect(studyInstanceFacts(folder)).toEqual(begun);
    const later = [entry("i-1", null), entry("i-2", record("b")), entry("i-3", record("c"))];
    addStudyInstanceFacts(folder, later);
    expect(studyInstanceFacts(folder)).toEqual([...begun, later[2]]);
  });

  it("decide, so that a damaged file is an error and not an empty one", () => {
    writeFileSync(join(folder, "instance-facts.json"), "{");
    expect(() => studyInstanceFacts(folder)).toThrow(/instance-facts\.json is damaged\.$/);
  });
});
