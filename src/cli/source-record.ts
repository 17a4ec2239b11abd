// What a study's benchmarks were read from: kept in its folder, so that a result can name its data
// set, and so that a study does not go on over another one.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Benchmark } from "../benchmarks/benchmark.ts";
import { PlumblineError } from "../core/errors.ts";
import { writeFileAtomic } from "../store/write-file-atomic.ts";
import type { Selected } from "../study/plan/select-instances.ts";

const recordSchema = z.object({
  id: z.string(),
  /** SHA-256 of the rows. */
  digest: z.string(),
  from: z.string(),
  revision: z.string().nullable(),
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** The rule of the selection, step by step, and what it chose. */
  selection: z.object({
    steps: z.array(z.object({ rule: z.string(), left: z.number() })),
    instances: z.array(z.string()),
  }),
  /** Rows that were refused, or are odd. */
  problems: z.array(
    z.object({
      instanceId: z.string().nullable(),
      place: z.string(),
      problem: z.string(),
      refused: z.boolean(),
    }),
  ),
});
export type SourceRecord = z.infer<typeof recordSchema>;

const FILE = "benchmarks.json";

/** The record of an opened benchmark. */
export function sourceRecord(benchmark: Benchmark, selected: Selected): SourceRecord {
  const { id, digest, source, problems } = benchmark;
  return {
    ...{ id, digest, from: source.from, revision: source.revision },
    files: source.files.map((file) => ({ ...file })),
    selection: {
      steps: selected.steps.map((step) => ({ ...step })),
      instances: selected.instances.map(({ instance_id }) => instance_id),
    },
    problems: problems.map((problem) => ({ ...problem })),
  };
}

/**
 * Keeps the records in a study's folder. Throws a usage error where the study was begun over a data
 * set with other rows.
 */
export function recordSources(folder: string, records: readonly SourceRecord[]): void {
  for (const before of storedSources(folder)) {
    const now = records.find(({ id }) => id === before.id);
    if (now === undefined) continue;
    if (now.digest === before.digest) {
      requireSelection(folder, before, now);
      continue;
    }
    throw new PlumblineError(
      "dataset-changed",
      "usage",
      `${folder} was begun over other rows of ${before.id}: then ${before.digest.slice(0, 12)}, now ${now.digest.slice(0, 12)}.`,
      { hint: before.revision === null ? "the file as it was" : `revision: ${before.revision}` },
    );
  }
  writeFileAtomic(join(folder, FILE), `${JSON.stringify(records, null, 2)}\n`);
}

/** A selection may gain instances; one that lost some would leave runs that nobody asked for. */
function requireSelection(folder: string, before: SourceRecord, now: SourceRecord): void {
  const selected = new Set(now.selection.instances);
  const lost = before.selection.instances.filter((id) => !selected.has(id));
  if (lost.length === 0) return;
  throw new PlumblineError(
    "selection-changed",
    "usage",
    `${folder} was begun with ${lost[0]} and ${lost.length - 1} more of ${before.id} that are not selected any more.`,
    { hint: "the files that the selection reads as they were" },
  );
}

/** The records that a study's folder holds; none in a new one. */
export function storedSources(folder: string): readonly SourceRecord[] {
  const path = join(folder, FILE);
  if (!existsSync(path)) return [];
  const parsed = z.array(recordSchema).safeParse(JSON.parse(readFileSync(path, "utf8")));
  if (parsed.success) return parsed.data;
  throw new PlumblineError("bad-record", "environment", `${path} is damaged.`, {
    hint: "another --out folder",
    cause: parsed.error,
  });
}
