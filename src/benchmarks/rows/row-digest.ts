// One name for the content of a row, and of all rows: the same whatever the file format, the order
// of rows and of fields, because it is taken of what was read: formats that know no types agree with
// those that do. What changes a label changes the name.
import { createHash } from "node:crypto";
import { comparePaths } from "../../core/file-tree.ts";

/**
 * SHA-256 (hexadecimal) of a row after its schema. Empty fields and lists count as absent: CSV
 * cannot tell them apart.
 */
export function rowDigest(row: object): string {
  return digestOf(canonical(row));
}

/** SHA-256 (hexadecimal) of a data set, from the digests of its rows by instance id. */
export function datasetDigest(rows: ReadonlyMap<string, string>): string {
  const lines = [...rows].map(([id, digest]) => `${id} ${digest}\n`).sort(comparePaths);
  return digestOf(lines.join(""));
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => !isEmpty(field))
    .sort(([a], [b]) => comparePaths(a, b));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(",")}}`;
}

function isEmpty(field: unknown): boolean {
  return field === null || field === undefined || (field as { length?: unknown }).length === 0;
}
