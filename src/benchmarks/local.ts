// One's own tasks: a YAML file, or a folder of them. A repository is a path beside the file or an
// address; base trees are read from it by git.
import { z } from "zod";
import type { TestCommand } from "../core/test-command.ts";
import { PlumblineError } from "../core/errors.ts";
import { defineBenchmark } from "./benchmark.ts";
import { benchmarkOfRows, environmentsOf } from "./rows/open-rows.ts";
import { cloneRepository } from "./rows/clone-repository.ts";
import type { RowKind } from "./rows/row-kind.ts";
import { readTaskFiles, taskSchema } from "./rows/task-file.ts";
import { sha256 } from "./source/dataset-file.ts";

const TIMEOUT_SECONDS = 1800;

/** A task whose texts were read, whose repository was found and whose commit was looked up. */
const rowSchema = z.object({
  ...taskSchema.shape,
  instance_id: z.string(),
  repo: z.string(),
  base_commit: z.string(),
  problem_statement: z.string(),
  patch: z.string(),
  test_patch: z.string(),
});
type LocalRow = z.infer<typeof rowSchema>;

const kind: RowKind<LocalRow> = {
  id: "local",
  summary: "Tasks of your own, from a YAML file or a folder of them.",
  expandsParameters: false,
  schema: rowSchema,
  instance: (row) => ({
    instance_id: row.instance_id,
    ...{ repo: row.repo, base_commit: row.base_commit },
    ...{ problem_statement: row.problem_statement, hints_text: row.hints ?? "" },
    ...{ patch: row.patch, test_patch: row.test_patch },
    ...{ FAIL_TO_PASS: row.fail_to_pass, PASS_TO_PASS: row.pass_to_pass },
    ...{ version: row.version ?? "", language: row.language ?? "" },
    ...{ task_type: row.task_type ?? "unlabelled", difficulty: row.difficulty ?? null },
  }),
  image: ({ row }) =>
    row.image === undefined ? null : { image: row.image, workdir: row.workdir ?? "/testbed" },
  testCommand: ({ row }): TestCommand => ({
    setup: row.setup.map((script) => ({ kind: "build", script })),
    command: row.test,
    parser: row.parser,
    timeoutMs: (row.timeout_seconds ?? TIMEOUT_SECONDS) * 1000,
    env: row.env,
  }),
  testPaths: (row) => row.test_files,
};

export const local = defineBenchmark({
  id: kind.id,
  summary: kind.summary,
  open: async (options, means) => {
    const { from } = options;
    if (from === undefined) {
      throw new PlumblineError("no-source", "usage", "Which tasks of your own is not said.", {
        hint: "from: tasks.yaml, or a folder of such files",
      });
    }
    const { files, tasks } = await readTaskFiles(from);
    const raws = [];
    // Where a clone lies says nothing about the task, so it is no part of the row.
    const clones = new Map<string, string>();
    for (const { place, task } of tasks) {
      const { clone, ...found } = await cloneRepository(task, place, means);
      clones.set(task.id, clone);
      raws.push({ place, value: { ...task, ...found, instance_id: task.id } });
    }
    const cloneOfTask = ({ id }: LocalRow) => Promise.resolve(clones.get(id) ?? "");
    return benchmarkOfRows({ ...kind, clone: cloneOfTask }, raws, {
      ...{ options, means, environments: await environmentsOf(options) },
      source: {
        ...{ from, revision: null },
        files: files.map(({ name, bytes }) => ({ name, sha256: sha256(bytes) })),
      },
    });
  },
});
