// Where rows come from: a file, a folder of files, an address, or a data set on a hub by name.
import { existsSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PlumblineError, systemErrorCode } from "../../core/errors.ts";
import type { BenchmarkMeans, BenchmarkOptions } from "../benchmark.ts";
import { badDataset } from "./bad-dataset.ts";
import type { DatasetFile } from "./dataset-file.ts";
import { filesOfSplit, isDataFile, sha256 } from "./dataset-file.ts";
import { download } from "./download.ts";
import { isHubName, readFromHub } from "./hub.ts";

export interface OpenedSource {
  readonly from: string;
  readonly revision: string | null;
  readonly files: readonly DatasetFile[];
}

export const DEFAULT_SPLIT = "test";

/** Reads the files of a source. Throws a usage error that says what was looked for. */
export async function openSource(
  from: string,
  { revision, split = DEFAULT_SPLIT }: Pick<BenchmarkOptions, "revision" | "split">,
  means: BenchmarkMeans,
): Promise<OpenedSource> {
  if (/^https?:\/\//.test(from)) {
    const bytes = await download(from, means, { sha256: requireDigest(revision, from) });
    return { from, revision: null, files: [{ name: from, bytes }] };
  }
  if (existsSync(from)) {
    const files = statSync(from).isDirectory()
      ? await readFolder(from, split)
      : [await readOne(from)];
    requireContent(files, requireDigest(revision, from));
    return { from, revision: null, files };
  }
  if (!isHubName(from) || isDataFile(from)) {
    throw badDataset(from, "not found", {
      hint: "a file, a folder, an http address, or owner/name of a data set on a hub",
    });
  }
  return { from, ...(await readFromHub(from, { revision, split }, means)) };
}

async function readFolder(folder: string, split: string): Promise<readonly DatasetFile[]> {
  const chosen = filesOfSplit(folder, await readdir(folder), split);
  return Promise.all(chosen.map((name) => readOne(join(folder, name))));
}

async function readOne(file: string): Promise<DatasetFile> {
  try {
    return { name: file, bytes: await readFile(file) };
  } catch (cause) {
    throw badDataset(file, `cannot be read (${systemErrorCode(cause) ?? String(cause)})`, {
      cause,
    });
  }
}

function requireDigest(revision: string | undefined, from: string): string | undefined {
  if (revision === undefined || /^[0-9a-f]{64}$/.test(revision)) return revision;
  throw new PlumblineError(
    "bad-revision",
    "usage",
    `The revision of ${from} has to be the SHA-256 of its content.`,
    { hint: `sha256sum ${from}` },
  );
}

function requireContent(files: readonly DatasetFile[], digest: string | undefined): void {
  const [first] = files;
  if (digest === undefined || first === undefined) return;
  const found = sha256(first.bytes);
  if (files.length === 1 && found === digest) return;
  throw badDataset(first.name, `its SHA-256 is ${found}, not the revision asked for`, {
    hint: `revision ${found}, or the file as it was`,
  });
}
