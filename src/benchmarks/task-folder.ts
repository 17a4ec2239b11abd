// One task as a folder, in the layout of SWE-bench 5's task repositories:
// task.yaml, tests.json, problem_statement.md, gold.patch, test.patch.
import { basename, join } from "node:path";
import { parseDocument } from "yaml";
import { z } from "zod";
import type { FilePatch } from "../code/patch/index.ts";
import { parsePatch } from "../code/patch/index.ts";
import { describeError } from "../core/errors.ts";
import { badField, badSuite } from "./bad-suite.ts";
import { readText } from "./read-file-tree.ts";

const taskSchema = z.strictObject({
  instance_id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, "letters, digits and . _ - only"),
  /** `<suite>/<package>`; the package is a folder below `packages/`. */
  repo: z.string().regex(/^[\w.-]+\/[\w-][\w.-]*$/, "expected owner/package"),
  version: z.string().min(1),
  created_at: z.iso.date("expected a date like 2024-02-12"),
  difficulty: z.string().min(1),
  /** For the suite's authors: never shown to an agent. */
  note: z.string().min(1),
  /** Filled in by `npm run suite:ids`. */
  base_commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/, "expected 40 hexadecimal digits")
    .optional(),
});

const testId = z
  .string()
  .regex(/^\w+(\.\w+){2,}$/, "expected a unittest id like tests.test_a.SomeTest.test_x");
const testsSchema = z.strictObject({
  FAIL_TO_PASS: z.array(testId).min(1, "must not be empty"),
  PASS_TO_PASS: z.array(testId),
});

export interface TaskFolder {
  readonly folder: string;
  readonly task: z.infer<typeof taskSchema>;
  readonly tests: z.infer<typeof testsSchema>;
  readonly problemStatement: string;
  readonly goldPatch: TaskPatch;
  readonly testPatch: TaskPatch;
}

export interface TaskPatch {
  readonly file: string;
  readonly text: string;
  readonly files: readonly FilePatch[];
}

/** Reads and checks one task folder. Throws a usage error that names file and field. */
export async function readTaskFolder(folder: string): Promise<TaskFolder> {
  const problemFile = join(folder, "problem_statement.md");
  const problemStatement = await readText(problemFile);
  if (problemStatement.trim() === "") throw badSuite(problemFile, "is empty");
  return {
    folder,
    task: await readTask(join(folder, "task.yaml"), basename(folder)),
    tests: await readTests(join(folder, "tests.json")),
    problemStatement,
    goldPatch: await readPatch(join(folder, "gold.patch")),
    testPatch: await readPatch(join(folder, "test.patch")),
  };
}

async function readTask(file: string, folderName: string): Promise<TaskFolder["task"]> {
  const document = parseDocument(await readText(file), { prettyErrors: true });
  const [fault] = document.errors;
  if (fault !== undefined)
    throw badSuite(file, (fault.message.split("\n")[0] ?? "").replace(/:$/, ""));
  const parsed = taskSchema.safeParse(document.toJS());
  if (!parsed.success) throw badField(file, parsed.error, Object.keys(taskSchema.shape));
  if (parsed.data.instance_id !== folderName) {
    throw badSuite(file, `instance_id: "${parsed.data.instance_id}" is not its folder's name`);
  }
  return parsed.data;
}

async function readTests(file: string): Promise<TaskFolder["tests"]> {
  let value: unknown;
  const text = await readText(file);
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badSuite(file, `not JSON (${describeError(cause)})`, { cause });
  }
  const parsed = testsSchema.safeParse(value);
  if (!parsed.success) throw badField(file, parsed.error, Object.keys(testsSchema.shape));
  const { FAIL_TO_PASS, PASS_TO_PASS } = parsed.data;
  const seen = new Set<string>();
  for (const id of [...FAIL_TO_PASS, ...PASS_TO_PASS]) {
    if (seen.has(id)) throw badSuite(file, `${id} is named twice`);
    seen.add(id);
  }
  return parsed.data;
}

async function readPatch(file: string): Promise<TaskPatch> {
  const text = await readText(file);
  let files: readonly FilePatch[];
  try {
    files = parsePatch(text);
  } catch (cause) {
    throw badSuite(file, describeError(cause).replace(/\.$/, ""), { cause });
  }
  if (files.length === 0) throw badSuite(file, "is empty");
  return { file, text, files };
}
