// The facts about tests that a study was begun with, in its own folder: from then on these decide,
// whatever later checks find.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PlumblineError } from "../core/errors.ts";
import { checkRecordSchema, instanceFactsSchema } from "../core/instance-facts.ts";
import { writeFileAtomic } from "./write-file-atomic.ts";

const entrySchema = z.object({
  benchmark: z.string(),
  instanceId: z.string(),
  rowDigest: z.string(),
  /** Null where the row had not been checked in such a sandbox when its runs were planned. */
  facts: instanceFactsSchema.nullable(),
  /** The checks that the facts are of. */
  checks: z.array(checkRecordSchema.pick({ check: true, datasetDigest: true, times: true })),
});
export type StudyInstanceFacts = z.infer<typeof entrySchema>;

const FILE = "instance-facts.json";
const fileSchema = z.object({ schemaVersion: z.literal(1), instances: z.array(entrySchema) });

/** What a study's folder holds; nothing in a new one. Throws where the file is damaged. */
export function studyInstanceFacts(folder: string): readonly StudyInstanceFacts[] {
  const path = join(folder, FILE);
  if (!existsSync(path)) return [];
  let cause: unknown;
  try {
    const parsed = fileSchema.safeParse(JSON.parse(readFileSync(path, "utf8")));
    if (parsed.success) return parsed.data.instances;
    cause = parsed.error;
  } catch (error) {
    cause = error;
  }
  throw new PlumblineError("bad-record", "environment", `${path} is damaged.`, {
    hint: "the file from a copy; without it the study takes up what is known now",
    cause,
  });
}

/** Adds instances to what a study's folder holds; those that it has stay as they are. */
export function addStudyInstanceFacts(
  folder: string,
  entries: readonly StudyInstanceFacts[],
): void {
  const before = studyInstanceFacts(folder);
  const known = new Set(before.map(keyOf));
  const added = entries.filter((entry) => !known.has(keyOf(entry)));
  if (added.length === 0) return;
  // An entry a line: thousands of tests would make a file that nobody can look through.
  const lines = [...before, ...added].map((entry) => JSON.stringify(entry));
  const instances = `[\n${lines.join(",\n")}\n]`;
  writeFileAtomic(join(folder, FILE), `{"schemaVersion":1,"instances":${instances}}\n`);
}

function keyOf({ benchmark, instanceId }: StudyInstanceFacts): string {
  return `${benchmark}:${instanceId}`;
}
