// One file of a data set, wherever it came from, and which of several files belong to a split.
import { createHash } from "node:crypto";
import { badDataset } from "./bad-dataset.ts";

export interface DatasetFile {
  /** How it is named to people: a path or an address. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** In the order in which they are preferred where a data set comes in several formats. */
const EXTENSIONS = ["parquet", "jsonl", "json", "csv"] as const;
const DATA_FILE = new RegExp(`\\.(${EXTENSIONS.join("|")})(\\.gz)?$`);

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Whether a name is that of a file of rows. */
export function isDataFile(name: string): boolean {
  return DATA_FILE.test(name);
}

/**
 * The files of a split among all of a data set: `test.jsonl`, `test-00000-of-00002.parquet`,
 * `test/part.parquet`, `Name-test.parquet`; in one format, sorted. A single data file is taken
 * whatever its name. Throws a usage error where none is the split's, or where several sets are.
 */
export function filesOfSplit(
  where: string,
  names: readonly string[],
  split: string,
): readonly string[] {
  const files = candidates(names, split);
  if (files.length === 0) {
    throw badDataset(where, `holds no file of the split "${split}"`, {
      hint: splitsOf(names).join(", ") || "a folder of .parquet, .jsonl, .json or .csv files",
    });
  }
  const sets = new Set(files.map((name) => (namesFolder(name, split) ? split : setOf(name))));
  if (sets.size === 1) return files;
  throw badDataset(where, `holds several data sets with the split "${split}"`, {
    hint: `one of ${files.join(", ")}`,
  });
}

function candidates(names: readonly string[], split: string): readonly string[] {
  const data = names.filter(isDataFile);
  const ofSplit = data.filter((name) => splitOf(name) === split || namesFolder(name, split));
  const found = ofSplit.length === 0 && data.length === 1 ? data : ofSplit;
  const format = EXTENSIONS.find((extension) => found.some((name) => formatOf(name) === extension));
  return found.filter((name) => formatOf(name) === format).sort();
}

/** The splits that files are named for. */
function splitsOf(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter(isDataFile).map(splitOf))].sort();
}

function splitOf(name: string): string {
  return (setOf(name).split("/").at(-1) ?? "").replace(/^.*-/, "");
}

/** A name without the number of its part. */
function setOf(name: string): string {
  return name.replace(DATA_FILE, "").replace(/-\d+-of-\d+$/, "");
}

function namesFolder(name: string, split: string): boolean {
  return name.split("/").slice(0, -1).includes(split);
}

function formatOf(name: string): string | undefined {
  return DATA_FILE.exec(name)?.[1];
}
