// Grades kept across studies, for whoever asks for them: found again only where everything that may
// decide a verdict is the same. What is damaged or written by half is as good as none.
import { createHash } from "node:crypto";
import type { z } from "zod";
import type { FactEnvironment } from "../core/instance-facts.ts";
import { gradeSchema } from "../core/run.ts";
import type { TestCommand } from "../core/test-command.ts";
import { byteCache } from "./byte-cache.ts";

/** What a grade depends on. */
export interface GradeKey {
  readonly patch: Uint8Array;
  /** Of the tree that the patch is for. */
  readonly stateDigest: string;
  /** Of the instance's row: its test patch and its tests. */
  readonly rowDigest: string;
  readonly tests: TestCommand;
  readonly environment: FactEnvironment;
  /** What stands for the environment where neither image nor prepared environment does. */
  readonly host: string;
  /** Limits of the sandbox. */
  readonly limits: Readonly<Record<string, number>>;
  /** Whether files of the tests were put back. */
  readonly restoresTests: boolean;
  readonly graderVersion: number;
}

const keptSchema = gradeSchema
  .pick({ gradedAt: true, durationMs: true, parser: true })
  .extend(gradeSchema.pick({ observation: true, failToPass: true, passToPass: true }).shape)
  .extend(gradeSchema.pick({ touchedTestFiles: true }).shape);
export type KeptGrade = z.infer<typeof keptSchema>;

export interface GradeCache {
  read(key: GradeKey): { readonly grade: KeptGrade; readonly log: Buffer } | null;
  write(key: GradeKey, grade: KeptGrade, log: Uint8Array): void;
}

/** A cache of grades below `folder`. */
export function gradeCache(folder: string): GradeCache {
  const cache = byteCache(folder);
  return {
    read: (key) => {
      const name = nameOf(key);
      const [bytes, log] = [cache.read(`${name} grade`), cache.read(`${name} log`)];
      if (bytes === null || log === null) return null;
      const grade = keptSchema.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8")));
      return grade.success ? { grade: grade.data, log: Buffer.from(log) } : null;
    },
    write: (key, grade, log) => {
      const name = nameOf(key);
      cache.write(`${name} log`, log);
      cache.write(`${name} grade`, Buffer.from(JSON.stringify(keptSchema.parse(grade))));
    },
  };
}

function nameOf({ patch, environment, tests, limits, ...key }: GradeKey): string {
  const digest = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
  const { backend, image } = environment;
  const sorted = (record: object) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  const files = (tests.files ?? []).map(({ path, bytes }) => [path, digest(bytes)]);
  const parts = [
    ...[digest(patch), key.stateDigest, key.rowDigest, backend, image ?? key.host],
    ...[sorted({ ...tests, files, env: sorted(tests.env) }), sorted(limits), key.graderVersion],
    key.restoresTests,
  ];
  return digest(JSON.stringify(parts));
}
