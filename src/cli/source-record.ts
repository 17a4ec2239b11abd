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
  /** Digests of earlier versions that the study was worked on over: its own rows are the same. */
  earlier: z.array(z.string()).default([]),
  from: z.string(),
  revision: z.string().nullable(),
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** SHA-256 of each row that was chosen; absent in records of before they were kept. */
  rows: z.record(z.string(), z.string()).default({}),
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
  const { id, digest, rowDigests, source, problems } = benchmark;
  const instances = selected.instances.map(({ instance_id }) => instance_id);
  return {
    ...{ id, digest, earlier: [], from: source.from, revision: source.revision },
    files: source.files.map((file) => ({ ...file })),
    rows: Object.fromEntries(instances.map((row) => [row, rowDigests.get(row) ?? ""])),
    selection: {
      steps: selected.steps.map((step) => ({ ...step })),
      instances,
    },
    problems: problems.map((problem) => ({ ...problem })),
  };
}

/**
 * Keeps the records in a study's folder. Throws a usage error where rows that the study was begun
 * over have changed; a data set that changed elsewhere is told and gone on with.
 */
export function recordSources(
  folder: string,
  records: readonly SourceRecord[],
  notice: (text: string) => void,
): void {
  requireSameRows(folder, records, notice);
  const stored = storedSources(folder);
  const kept = records.map((now) => {
    const before = stored.find(({ id }) => id === now.id);
    if (before === undefined) return now;
    requireSelection(folder, before, now);
    const digests = new Set([...before.earlier, before.digest]);
    return { ...now, earlier: [...digests].filter((digest) => digest !== now.digest) };
  });
  writeFileAtomic(join(folder, FILE), `${JSON.stringify(kept, null, 2)}\n`);
}

/** Throws a usage error that names the rows where some of a study's rows are not what they were. */
export function requireSameRows(
  folder: string,
  records: readonly SourceRecord[],
  notice: (text: string) => void,
): void {
  for (const before of storedSources(folder)) {
    const now = records.find(({ id }) => id === before.id);
    if (now === undefined || now.digest === before.digest) continue;
    const chosen = before.selection.instances;
    const changed = chosen.filter((id) => before.rows[id] !== now.rows[id]);
    const versions = `then ${before.digest.slice(0, 12)}, now ${now.digest.slice(0, 12)}`;
    if (changed.length === 0) {
      const rows = `all ${chosen.length} rows of this study are the same`;
      notice(`${before.id} has changed since (${versions}); ${rows}.\n`);
      continue;
    }
    throw new PlumblineError(
      "dataset-changed",
      "usage",
      `${folder} was begun over other rows of ${before.id} (${versions}): ${named(changed)} changed.`,
      {
        hint:
          before.revision === null
            ? `the file as it was; what was reported before is in ${join(folder, "report.json")}`
            : `revision: ${before.revision}`,
      },
    );
  }
}

const SHOWN = 5;

function named(ids: readonly string[]): string {
  const more = ids.length - SHOWN;
  return [...ids.slice(0, SHOWN), ...(more > 0 ? [`${more} more`] : [])].join(", ");
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
