// Rows out of a file of any format, told apart by content: gzip and Parquet by their first bytes,
// JSON and JSONL by theirs, CSV by what is left.
import { gunzipSync } from "node:zlib";
import { CsvError, parse as parseCsv } from "csv-parse/sync";
import { parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { describeError } from "../../core/errors.ts";
import { badDataset } from "./bad-dataset.ts";
import type { DatasetFile } from "./dataset-file.ts";

export interface RawRow {
  /** File and place in it. */
  readonly place: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** All rows of a file, fields that are null left out. Throws a usage error with file and place. */
export async function readRows({ name, bytes }: DatasetFile): Promise<readonly RawRow[]> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    return readRows({ name, bytes: unzip(name, bytes) });
  }
  if (Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "PAR1") {
    return placed(name, "row", await readParquet(name, bytes));
  }
  const text = decode(name, bytes);
  const first = text.trimStart()[0];
  if (first === undefined) throw badDataset(name, "is empty");
  if (first !== "[" && first !== "{") return placed(name, "record", readCsv(name, text));
  const whole = parseJson(text);
  if (whole.kind === "value") return placed(name, "row", listOf(name, whole.value));
  if (first === "{") return readJsonLines(name, text);
  throw badDataset(name, `is no JSON (${describeError(whole.fault)})`, { cause: whole.fault });
}

function unzip(name: string, bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    const why = `cannot be unpacked (${describeError(cause)})`;
    throw badDataset(name, why, { hint: "the file may be cut off: fetch it again", cause });
  }
}

async function readParquet(name: string, bytes: Uint8Array): Promise<readonly unknown[]> {
  const copy = Uint8Array.from(bytes).buffer;
  const file = { byteLength: copy.byteLength, slice: (a: number, b?: number) => copy.slice(a, b) };
  try {
    return await parquetReadObjects({ file, compressors });
  } catch (cause) {
    const why = `is no readable Parquet file (${describeError(cause)})`;
    throw badDataset(name, why, { hint: "the file may be cut off: fetch it again", cause });
  }
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw badDataset(name, "is neither Parquet nor text in UTF-8", { cause });
  }
}

function readCsv(name: string, text: string): readonly unknown[] {
  try {
    const rows: Record<string, string>[] = parseCsv(text, { columns: true, bom: true });
    // A cell has no null: an empty one is taken for it.
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== "")),
    );
  } catch (cause) {
    const line =
      cause instanceof CsvError && "lines" in cause ? `line ${String(cause["lines"])}: ` : "";
    throw badDataset(name, `${line}${describeError(cause)}`, { cause });
  }
}

type Parsed =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "fault"; readonly fault: unknown };

function parseJson(text: string): Parsed {
  try {
    return { kind: "value", value: JSON.parse(text) as unknown };
  } catch (fault) {
    return { kind: "fault", fault };
  }
}

function readJsonLines(name: string, text: string): readonly RawRow[] {
  const rows: RawRow[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    let value: unknown;
    try {
      value = JSON.parse(line) as unknown;
    } catch (cause) {
      throw badDataset(name, `line ${index + 1} is no JSON (${describeError(cause)})`, { cause });
    }
    rows.push(rawRow(`${name}: line ${index + 1}`, value));
  }
  return rows;
}

/** A list, `{ instances: [...] }`, rows by id, or one row. */
function listOf(name: string, whole: unknown): readonly unknown[] {
  if (Array.isArray(whole)) return whole;
  const object = whole as Readonly<Record<string, unknown>>;
  if ("instance_id" in object) return [object];
  if (Array.isArray(object["instances"])) return object["instances"];
  const entries = Object.entries(object);
  const isObject = (value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (entries.length === 0 || !entries.every(([, row]) => isObject(row))) {
    throw badDataset(name, "is neither a list of rows, nor { instances: […] }, nor rows by id");
  }
  return entries.map(([id, row]) => ({ instance_id: id, ...(row as object) }));
}

function placed(name: string, unit: string, values: readonly unknown[]): readonly RawRow[] {
  return values.map((value, index) => rawRow(`${name}: ${unit} ${index + 1}`, value));
}

function rawRow(place: string, value: unknown): RawRow {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badDataset(place, "is no object");
  }
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  return { place, value: Object.fromEntries(fields.map(([key, field]) => [key, plain(field)])) };
}

/** What JSON knows: Parquet has big integers and times too. */
function plain(field: unknown): unknown {
  if (typeof field === "bigint") return Number(field);
  if (field instanceof Date) return field.toISOString();
  if (Array.isArray(field)) return field.map(plain);
  if (typeof field !== "object" || field === null) return field;
  return Object.fromEntries(Object.entries(field).map(([key, value]) => [key, plain(value)]));
}
