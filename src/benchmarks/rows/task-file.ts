// Tasks of one's own as YAML: one task a file, or a list under `tasks`.
import { existsSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseDocument } from "yaml";
import { z } from "zod";
import { systemErrorCode } from "../../core/errors.ts";
import { nearestName } from "../../core/nearest-name.ts";
import { badDataset } from "../source/bad-dataset.ts";
import type { DatasetFile } from "../source/dataset-file.ts";

/** A text, or the file that holds it, beside the YAML file. */
const text = z.union([z.string(), z.strictObject({ file: z.string().min(1) })]);

export const taskSchema = z.strictObject({
  id: z.string().min(1),
  /** A path from the YAML file, or an address that git can clone. */
  repository: z.string().min(1),
  /** A commit, or a name that stands for one. */
  base_commit: z.string().min(1),
  problem_statement: text,
  patch: text,
  test_patch: text.default(""),
  fail_to_pass: z.array(z.string().min(1)),
  pass_to_pass: z.array(z.string().min(1)).default([]),
  /** Run before the tests, in the same shell. */
  setup: z.array(z.string().min(1)).default([]),
  /** The test command. */
  test: z.string().min(1),
  /** Id of a log parser. */
  parser: z.string().min(1),
  env: z.record(z.string(), z.string()).default({}),
  timeout_seconds: z.number().positive().optional(),
  /** Paths that belong to the tests beside those that look so. */
  test_files: z.array(z.string().min(1)).default([]),
  image: z.string().min(1).optional(),
  workdir: z.string().min(1).optional(),
  hints: z.string().optional(),
  version: z.string().optional(),
  language: z.string().optional(),
  task_type: z.string().optional(),
  difficulty: z.string().optional(),
});
type RawTask = z.infer<typeof taskSchema>;

const TEXTS = ["problem_statement", "patch", "test_patch"] as const;
export type Task = Omit<RawTask, (typeof TEXTS)[number]> &
  Readonly<Record<(typeof TEXTS)[number], string>>;

export interface PlacedTask {
  /** File and task. */
  readonly place: string;
  readonly task: Task;
}

/** Reads a file, or the YAML files of a folder. Throws a usage error with file, task and field. */
export async function readTaskFiles(
  from: string,
): Promise<{ readonly files: readonly DatasetFile[]; readonly tasks: readonly PlacedTask[] }> {
  if (!existsSync(from)) throw badDataset(from, "not found", { hint: "a YAML file of tasks" });
  const paths = statSync(from).isDirectory()
    ? (await readdir(from)).filter((name) => /\.ya?ml$/.test(name)).map((name) => join(from, name))
    : [from];
  if (paths.length === 0) throw badDataset(from, "holds no YAML file", { hint: "tasks.yaml" });
  const files: DatasetFile[] = [];
  const tasks: PlacedTask[] = [];
  for (const path of paths.sort()) {
    const bytes = await readFile(path);
    files.push({ name: path, bytes });
    for (const [index, entry] of entriesOf(path, bytes.toString("utf8")).entries()) {
      tasks.push(await placed(path, index, entry));
    }
  }
  return { files, tasks };
}

function entriesOf(path: string, yaml: string): readonly unknown[] {
  const document = parseDocument(yaml, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault !== undefined) {
    throw badDataset(path, (fault.message.split("\n")[0] ?? "").replace(/:$/, ""));
  }
  const value: unknown = document.toJS();
  if (Array.isArray(value)) return value;
  const listed = z.strictObject({ tasks: z.array(z.unknown()) }).safeParse(value);
  return listed.success ? listed.data.tasks : [value];
}

async function placed(path: string, index: number, entry: unknown): Promise<PlacedTask> {
  const place = `${path}: task ${index + 1}`;
  const parsed = taskSchema.safeParse(entry);
  if (!parsed.success) throw badTask(place, parsed.error);
  const texts: Partial<Record<(typeof TEXTS)[number], string>> = {};
  for (const field of TEXTS) texts[field] = await textOf(parsed.data[field], path, place);
  return { place, task: { ...parsed.data, ...(texts as Pick<Task, (typeof TEXTS)[number]>) } };
}

async function textOf(value: z.infer<typeof text>, path: string, place: string): Promise<string> {
  if (typeof value === "string") return value;
  const file = resolve(dirname(path), value.file);
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw badDataset(place, `${file} cannot be read (${systemErrorCode(cause) ?? String(cause)})`, {
      cause,
    });
  }
}

function badTask(place: string, error: z.ZodError) {
  const [issue] = error.issues;
  if (issue?.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    const known = Object.keys(taskSchema.shape);
    const hint = nearestName(key, known) ?? known.join(", ");
    return badDataset(place, `unknown key "${key}"`, { hint, cause: error });
  }
  const field = issue?.path.map(String).join(".") ?? "";
  return badDataset(place, `${field}: ${issue?.message ?? "not valid"}`, { cause: error });
}
