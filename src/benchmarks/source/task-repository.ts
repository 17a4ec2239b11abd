// SWE-bench 5's task repository: `sweb.yaml` says which data sets it publishes and their splits,
// `tasks/<id>/` holds one instance as files. Read to the same rows as its data sets have.
import { existsSync } from "node:fs";
import { readFile, readdir, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { parseDocument } from "yaml";
import { z } from "zod";
import { PlumblineError, describeError, systemErrorCode } from "../../core/errors.ts";
import { nearestName } from "../../core/nearest-name.ts";
import { badDataset } from "./bad-dataset.ts";
import { sha256 } from "./dataset-file.ts";
import type { RawRow } from "./read-rows.ts";

const CONFIGURATION = "sweb.yaml";
const COLUMNS = {
  patch: "gold.patch",
  test_patch: "test.patch",
  eval_script: "eval.sh",
  problem_statement: "problem_statement.md",
} as const;
const HINTS = "hints.md";
/** Files that a patch cannot carry, put into the tree before the tests. */
const ASSETS = "test_assets";

const names = z.array(z.string().min(1));
const configurationSchema = z.object({
  datasets: names.min(1, "names no data set"),
  splits: names.default(["test"]),
});
const taskSchema = z.looseObject({
  instance_id: z.string().min(1),
  split: z.string().optional(),
  datasets: names.default([]),
});

export interface TaskRepository {
  readonly rows: readonly RawRow[];
  /** The files that rows are made of, with their digests. */
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** The folder and the data set that a source names (`DIR#NAME`); null where it is none of these. */
export function taskRepositoryOf(
  from: string,
): { readonly folder: string; readonly dataset: string | null } | null {
  const [folder = "", dataset = null] = from.split("#", 2);
  return existsSync(join(folder, CONFIGURATION)) ? { folder, dataset } : null;
}

/**
 * The instances of a split, in id order; of one data set, or of all that are published, each once.
 * Throws a usage error with file and field.
 */
export async function readTaskRepository(
  folder: string,
  dataset: string | null,
  split: string,
): Promise<TaskRepository> {
  const reader = new Reader(folder);
  const configuration = await reader.yaml(CONFIGURATION, configurationSchema);
  const { datasets, splits } = configuration;
  requireKnown(join(folder, CONFIGURATION), "data set", dataset, datasets);
  requireKnown(join(folder, CONFIGURATION), "split", split, splits);
  const wanted = new Set(dataset === null ? datasets : [dataset]);
  const rows: RawRow[] = [];
  for (const name of await reader.folders("tasks")) {
    const at = join("tasks", name);
    const task = await reader.yaml(join(at, "task.yaml"), taskSchema);
    if (task.instance_id !== name) {
      throw badDataset(join(folder, at, "task.yaml"), `instance_id is not its folder's name`);
    }
    if (task.split !== split || !task.datasets.some((one) => wanted.has(one))) continue;
    rows.push({ place: join(folder, at), value: await readTask(reader, at, task) });
  }
  if (rows.length === 0) throw badDataset(folder, `has no task of the split "${split}"`);
  return { rows, files: reader.read };
}

async function readTask(
  reader: Reader,
  at: string,
  task: z.infer<typeof taskSchema>,
): Promise<Readonly<Record<string, unknown>>> {
  const columns: Record<string, string> = {};
  for (const [column, file] of Object.entries(COLUMNS)) {
    columns[column] = (await reader.bytes(join(at, file))).toString("utf8");
  }
  const hints = await reader.optional(join(at, HINTS));
  const assets: Record<string, string> = {};
  for (const path of await reader.filesBelow(join(at, ASSETS))) {
    assets[path] = (await reader.bytes(join(at, ASSETS, path))).toString("base64");
  }
  // Where an instance is published is no part of it.
  const fields = Object.entries(task).filter(([name]) => name !== "split" && name !== "datasets");
  return {
    ...Object.fromEntries(fields),
    ...columns,
    ...(hints === null ? {} : { hints_text: hints.toString("utf8") }),
    ...(await reader.json(join(at, "tests.json"))),
    ...(Object.keys(assets).length === 0 ? {} : { test_assets: assets }),
  };
}

function requireKnown(file: string, what: string, name: string | null, known: readonly string[]) {
  if (name === null || known.includes(name)) return;
  const hint = nearestName(name, known) ?? known.join(", ");
  throw badDataset(file, `publishes no ${what} "${name}"`, { hint });
}

/** Reads files below one folder, and remembers which. */
class Reader {
  readonly read: { name: string; sha256: string }[] = [];
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async bytes(path: string): Promise<Buffer> {
    const bytes = await this.optional(path);
    if (bytes !== null) return bytes;
    throw badDataset(join(this.#folder, path), "is missing");
  }

  async optional(path: string): Promise<Buffer | null> {
    const file = join(this.#folder, path);
    try {
      await this.#requireInside(file);
      const bytes = await readFile(file);
      this.read.push({ name: file, sha256: sha256(bytes) });
      return bytes;
    } catch (cause) {
      if (systemErrorCode(cause) === "ENOENT") return null;
      if (cause instanceof PlumblineError) throw cause;
      throw badDataset(file, `cannot be read (${systemErrorCode(cause) ?? ""})`, { cause });
    }
  }

  /** A link must not lead to files of the machine: what is read is given to agents. */
  async #requireInside(file: string): Promise<void> {
    const [root, found] = await Promise.all([realpath(this.#folder), realpath(file)]);
    if (!found.startsWith(root + sep)) throw badDataset(file, "leads out of the task repository");
  }

  async yaml<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    const file = join(this.#folder, path);
    const document = parseDocument((await this.bytes(path)).toString("utf8"));
    const [fault] = document.errors;
    if (fault !== undefined) throw badDataset(file, fault.message.split("\n", 1)[0] ?? "no YAML");
    const parsed = schema.safeParse(document.toJS());
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw badDataset(file, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`);
  }

  async json(path: string): Promise<Readonly<Record<string, unknown>>> {
    try {
      const value: unknown = JSON.parse((await this.bytes(path)).toString("utf8"));
      return z.record(z.string(), z.unknown()).parse(value);
    } catch (cause) {
      throw badDataset(join(this.#folder, path), `is no JSON object (${describeError(cause)})`, {
        cause,
      });
    }
  }

  async folders(path: string): Promise<readonly string[]> {
    const entries = await readdir(join(this.#folder, path), { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    return names.filter((name) => existsSync(join(this.#folder, path, name, "task.yaml"))).sort();
  }

  async filesBelow(path: string): Promise<readonly string[]> {
    const root = join(this.#folder, path);
    if (!existsSync(root)) return [];
    const entries = await readdir(root, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
      .sort();
  }
}
