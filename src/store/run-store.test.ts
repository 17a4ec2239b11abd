import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EngineFaultCase } from "../core/engine-fault.ts";
import type { Attempt, Grade, PlannedRun } from "../core/run.ts";
import type { StudyDatabase } from "./database.ts";
import { openDatabase } from "./database.ts";
import { listFaults, listStateRewrites } from "./fault-store.ts";
import { addProbe, probeOf } from "./probe-store.ts";
import { gradesOf, infraAttempts, lastClosedAttempt } from "./read-run.ts";
import {
  addGrade,
  addRuns,
  closeAttempt,
  countRuns,
  listRuns,
  openAttempt,
  recordRun,
  runStatus,
} from "./run-store.ts";
import { acceptedCandidate, addState, statesOfTree } from "./state-store.ts";

let folder: string;
let db: StudyDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-store-"));
  db = openDatabase(join(folder, "plumbline.db"));
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const FAULT: EngineFaultCase = {
  ...{ gate: "null-run", transformation: "python/double-negation", file: "a.py" },
  ...{ message: "t FAILED", failing: [{ test: "t", status: "FAILED" }], culprits: [], context: [] },
  minimal: [],
  ...{ seed: "1", stream: "variant-1/draw-1", trees: 7, unreduced: null },
};

const RUN: PlannedRun = {
  id: "b:i:seed:a:1",
  purpose: "solve",
  benchmark: "b",
  instanceId: "i",
  condition: "seed",
  agent: "a",
  replicate: 1,
  needs: [],
};
const ATTEMPT: Attempt = {
  runId: RUN.id,
  number: 1,
  candidate: 1,
  startedAt: 5,
  finishedAt: 9,
  ending: { kind: "finished", decision: "submit" },
  usage: {
    ...{ steps: 3, wallMs: 4.5, inputTokens: 1_000, outputTokens: 20, cachedTokens: 900 },
    ...{ cacheWriteTokens: null, reasoningTokens: 5, costUsd: 0.0123, modelCalls: 4, cutCalls: 1 },
  },
  model: {
    ...{ asked: "m-1", provider: "openai-compatible", temperature: 0.5, reasoningEffort: null },
    ...{ answeredBy: ["m-1-2026"], replayed: false },
    incidents: [{ kind: "wrong-token", detail: "POST /v1/responses", atMs: 7 }],
  },
  isolation: null,
  stateDigest: "d",
  materials: [
    {
      ...({ kind: "keywords", digest: "0".repeat(64), asked: "m-1" } as const),
      ...{ provider: "openai-compatible", temperature: 0.5, reasoningEffort: null },
      ...{ answeredBy: null, madeAt: 3 },
    },
  ],
  reverted: true,
  // Bytes that are no UTF-8, as in a patch of a Latin-1 file.
  patch: Buffer.from([0x2b, 0xe9, 0x0a]),
  wholePatch: Buffer.alloc(0),
};
const GRADE: Grade = {
  runId: RUN.id,
  attempt: 1,
  number: 1,
  gradedAt: 10,
  durationMs: 1.5,
  parser: "unittest",
  observation: { kind: "tests", exitCode: 1 },
  failToPass: [{ test: "f", status: "PASSED" }],
  passToPass: [{ test: "p", status: "MISSING" }],
  touchedTestFiles: ["tests/conftest.py"],
};

const open = () => openAttempt(db, { runId: RUN.id, candidate: 1, at: 5 });

describe("the store", () => {
  it("adds the runs of a plan once, and later only those that are new", () => {
    const other = { ...RUN, id: "b:i:seed:a:2", replicate: 2, needs: [RUN.id] };
    expect(addRuns(db, [RUN])).toBe(1);
    expect(addRuns(db, [other, RUN])).toBe(1);
    expect(listRuns(db).map(({ id }) => id)).toEqual([other.id, RUN.id]);
  });

  it("gives back an attempt as it was kept, to the byte", () => {
    addRuns(db, [RUN]);
    expect(open()).toEqual({ number: 1, abandoned: [] });
    expect(lastClosedAttempt(db, RUN.id)).toBeNull();
    closeAttempt(db, ATTEMPT);
    expect(lastClosedAttempt(db, RUN.id)).toEqual(ATTEMPT);
    expect(lastClosedAttempt(db, RUN.id, 2)).toBeNull();
  });

  it.each<Attempt["ending"]>([
    { kind: "finished", decision: "give-up" },
    { kind: "limit", which: "time" },
    { kind: "infra", code: "sandbox-died", evidence: "gone" },
    { kind: "ambiguous", code: "gold-conflict", evidence: "@@ -1 +1 @@" },
  ])("keeps every ending: %o", (ending) => {
    addRuns(db, [RUN]);
    open();
    closeAttempt(db, { ...ATTEMPT, ending });
    expect(lastClosedAttempt(db, RUN.id)?.ending).toEqual(ending);
    expect(infraAttempts(db, RUN.id, 1)).toBe(ending.kind === "infra" ? 1 : 0);
  });

  it.each<Grade["observation"]>([
    { kind: "tests", exitCode: null },
    { kind: "timeout", limitMs: 1000 },
    { kind: "infra", code: "patch-did-not-apply", evidence: "x" },
  ])("keeps every observation of a grading: %o", (observation) => {
    addRuns(db, [RUN]);
    open();
    closeAttempt(db, ATTEMPT);
    addGrade(db, { ...GRADE, observation });
    expect(gradesOf(db, RUN.id, 1)).toEqual([{ ...GRADE, observation }]);
  });

  it("abandons an attempt that a dead process left open, and counts on", () => {
    addRuns(db, [RUN]);
    open();
    expect(open()).toEqual({ number: 2, abandoned: [1] });
    expect(runStatus(db, RUN.id)).toBe("started");
  });

  it("records a run once", () => {
    addRuns(db, [RUN]);
    open();
    const record = { runId: RUN.id, attempt: 1, rule: 1, at: 11 };
    recordRun(db, { ...record, outcome: { kind: "resolved" } });
    expect(() => recordRun(db, { ...record, outcome: { kind: "empty" } })).toThrow(/twice/);
    expect(countRuns(db)).toEqual([
      { purpose: "solve", status: "recorded", outcome: "resolved", count: 1 },
    ]);
  });

  it("does not let a verdict on a state be changed", () => {
    const state = {
      ...{ benchmark: "b", instanceId: "i", condition: "variant-1", candidate: 2 },
      ...({ verdict: "accepted", reason: null, digest: "d" } as const),
      ...{ filesChanged: 1, linesAdded: 2, linesDeleted: 1, goldFilesChanged: 1 },
      ...{ python: "3.11.2", uncompiled: null },
    };
    const rewrites = new Map([["python/double-negation", 3]]);
    addState(db, state, { rewrites, faults: [] });
    const late = { rewrites: new Map([["sham", 1]]), faults: [FAULT] };
    addState(db, { ...state, verdict: "rejected", reason: "late" }, late);
    expect(acceptedCandidate(db, state)).toBe(2);
    expect(listStateRewrites(db)).toMatchObject([
      { transformation: "python/double-negation", rewrites: 3 },
    ]);
    expect(listFaults(db)).toEqual([]);
    expect(statesOfTree(db, state, "d")).toMatchObject([{ candidate: 2, python: "3.11.2" }]);
    expect(statesOfTree(db, state, "e")).toEqual([]);
  });

  it("keeps faults with their minimal case, and what was tested to find it", () => {
    const state = {
      ...{ benchmark: "b", instanceId: "i", condition: "variant-1", candidate: 1 },
      ...({ verdict: "rejected", reason: "t FAILED", digest: "d" } as const),
      ...{ filesChanged: 1, linesAdded: 2, linesDeleted: 1, goldFilesChanged: 1 },
      ...{ python: null, uncompiled: "no python3 or python in the sandbox" },
    };
    addState(db, state, { rewrites: new Map(), faults: [FAULT] });
    expect(listFaults(db)).toMatchObject([{ condition: "variant-1", candidate: 1, found: FAULT }]);
    const key = { ...state, digest: "d", patch: "none", number: 1 } as const;
    expect(probeOf(db, key)).toBeNull();
    addProbe(db, key, { kind: "tests", unmet: [{ test: "t", status: "FAILED" }] }, 1);
    addProbe(db, key, { kind: "no-merge", evidence: "late" }, 2);
    expect(probeOf(db, key)).toMatchObject({ kind: "tests", unmet: [{ test: "t" }] });
    expect(probeOf(db, { ...key, number: 2 })).toBeNull();
    expect(probeOf(db, { ...key, patch: "gold" })).toBeNull();
  });
});

describe("the database", () => {
  it("may be opened again, and read while it is written", () => {
    addRuns(db, [RUN]);
    const reader = openDatabase(join(folder, "plumbline.db"), { readonly: true });
    expect(listRuns(reader)).toHaveLength(1);
    reader.close();
  });

  it("refuses a file that another version wrote", () => {
    db.pragma("user_version = 99");
    expect(() => openDatabase(join(folder, "plumbline.db"))).toThrow(/another version.*99/);
  });

  it("says that a damaged file is damaged", () => {
    addRuns(
      db,
      Array.from({ length: 400 }, (_, i) => ({ ...RUN, id: `b:i:seed:a:${i}` })),
    );
    db.pragma("wal_checkpoint(TRUNCATE)");
    const path = join(folder, "plumbline.db");
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 8192, 40_000);
    const damaged = join(folder, "damaged.db");
    writeFileSync(damaged, bytes);
    expect(() => {
      const other = openDatabase(damaged);
      try {
        other.prepare("SELECT * FROM runs ORDER BY position").all();
      } finally {
        other.close();
      }
    }).toThrow(/damaged|malformed/);
  });
});
