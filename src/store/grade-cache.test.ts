import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import type { GradeKey, KeptGrade } from "./grade-cache.ts";
import { gradeCache } from "./grade-cache.ts";

const scratch = mkdtempSync(join(tmpdir(), "plumbline-grades-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let folder = scratch;
beforeEach(() => {
  folder = mkdtempSync(join(scratch, "cache-"));
});

const KEY: GradeKey = {
  ...{ patch: Buffer.from("diff\n"), stateDigest: "s", rowDigest: "r" },
  tests: { command: "t", parser: "p", timeoutMs: 1, env: { A: "1", B: "2" } },
  ...{ environment: { backend: "docker", image: "sha256:1" }, host: "h" },
  ...{ limits: { memoryBytes: 1, processes: 2 }, restoresTests: true, graderVersion: 1 },
};
const GRADE: KeptGrade = {
  ...{ gradedAt: 5, durationMs: 1.5, parser: "p", observation: { kind: "tests", exitCode: 1 } },
  failToPass: [{ test: "t", status: "PASSED" }],
  passToPass: [],
  touchedTestFiles: [],
};
const LOG = Buffer.from([0, 255, 10]);

it("gives back what was kept, whatever the order of names", () => {
  const cache = gradeCache(folder);
  expect(cache.read(KEY)).toBeNull();
  cache.write(KEY, GRADE, LOG);
  const turned = {
    ...KEY,
    ...{ tests: { ...KEY.tests, env: { B: "2", A: "1" } } },
    limits: { processes: 2, memoryBytes: 1 },
    // The image says it all.
    host: "another",
  };
  expect(cache.read(turned)).toEqual({ grade: GRADE, log: LOG });
});

it.each<[string, Partial<GradeKey>]>([
  ["patch", { patch: Buffer.from("diff") }],
  ["state", { stateDigest: "t" }],
  ["row", { rowDigest: "t" }],
  ["test command", { tests: { ...KEY.tests, command: "u" } }],
  ["set-up", { tests: { ...KEY.tests, setup: [{ kind: "build", script: "make" }] } }],
  ["test file", { tests: { ...KEY.tests, files: [{ path: "a", bytes: Buffer.from("b") }] } }],
  ["variable", { tests: { ...KEY.tests, env: { A: "1" } } }],
  ["time limit", { tests: { ...KEY.tests, timeoutMs: 2 } }],
  ["backend", { environment: { backend: "podman", image: "sha256:1" } }],
  ["image", { environment: { backend: "docker", image: "sha256:2" } }],
  ["limit", { limits: { memoryBytes: 1 } }],
  ["grader", { graderVersion: 2 }],
])("does not take another %s for the same", (_, change) => {
  const cache = gradeCache(folder);
  cache.write(KEY, GRADE, LOG);
  expect(cache.read({ ...KEY, ...change })).toBeNull();
});

it("holds a host's grades to that host where it has neither image nor prepared environment", () => {
  const cache = gradeCache(folder);
  const bare = { ...KEY, environment: { backend: "bubblewrap", image: null } };
  cache.write(bare, GRADE, LOG);
  expect(cache.read(bare)).not.toBeNull();
  expect(cache.read({ ...bare, host: "another" })).toBeNull();
});

it("takes what is damaged for nothing", () => {
  const cache = gradeCache(folder);
  cache.write(KEY, GRADE, LOG);
  for (const name of readdirSync(folder).filter((file) => !file.endsWith(".sha256"))) {
    writeFileSync(join(folder, name), "{");
  }
  expect(cache.read(KEY)).toBeNull();
});
