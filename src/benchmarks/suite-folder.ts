// A suite as a folder: `packages/<package>/` holds each repository with every issue fixed and every
// test in place; `tasks/<id>/` says how to take one fix away again. So all tasks of a package share
// one tree, and a task's base is that tree with its test patch and its gold patch undone.
import { join } from "node:path";
import { describeConflict, reverseApplyPatch } from "../code/patch/index.ts";
import type { FileTree } from "../core/file-tree.ts";
import type { CommitIdentity, Instance } from "../core/instance.ts";
import { instanceSchema } from "../core/instance.ts";
import { badSuite } from "./bad-suite.ts";
import { rootCommitId, treeId } from "./git-object-id.ts";
import { readFileTree, readFolderNames } from "./read-file-tree.ts";
import type { TaskFolder, TaskPatch } from "./task-folder.ts";
import { readTaskFolder } from "./task-folder.ts";

export interface SuiteInstance {
  readonly instance: Instance;
  readonly base: FileTree;
  readonly commit: CommitIdentity;
}

export interface SuiteOptions {
  /** Absolute path of the suite. */
  readonly root: string;
  /** Author of every base commit. */
  readonly author: { readonly name: string; readonly email: string };
  /** Whether a `base_commit` in a task.yaml must be right; one that is absent is computed. */
  readonly checkBaseCommits: boolean;
}

/**
 * Every instance of a suite, in id order. Throws a usage error, in one line that names file and
 * field, on the first task that is malformed, whose patches do not come off, or whose base commit
 * is not the one that it says.
 */
export async function loadSuiteFolder(options: SuiteOptions): Promise<readonly SuiteInstance[]> {
  const { root } = options;
  const packages = new Map<string, FileTree>();
  for (const name of await readFolderNames(join(root, "packages"))) {
    packages.set(name, withGitignore(await readFileTree(join(root, "packages", name))));
  }
  const instances: SuiteInstance[] = [];
  const folders = new Map<string, string>();
  for (const name of await readFolderNames(join(root, "tasks"))) {
    const folder = join(root, "tasks", name);
    const task = await readTaskFolder(folder);
    // Ids become folder names, and some file systems do not tell case apart.
    const other = folders.get(name.toLowerCase());
    if (other !== undefined) throw badSuite(folder, `its id collides with that of ${other}`);
    folders.set(name.toLowerCase(), folder);
    instances.push(toInstance(task, packages, options));
  }
  if (instances.length === 0) throw badSuite(join(root, "tasks"), "holds no task");
  return instances;
}

/** npm leaves `.gitignore` files out of what it packs, so a suite keeps them under another name. */
function withGitignore(tree: FileTree): FileTree {
  const named = [...tree].map(
    ([path, file]) => [path.replace(/(^|\/)_gitignore$/, "$1.gitignore"), file] as const,
  );
  return new Map(named);
}

function toInstance(
  task: TaskFolder,
  packages: ReadonlyMap<string, FileTree>,
  options: SuiteOptions,
): SuiteInstance {
  const taskFile = join(task.folder, "task.yaml");
  const { created_at, repo, base_commit, instance_id, version, difficulty } = task.task;
  const packageName = repo.slice(repo.indexOf("/") + 1);
  const fixed = packages.get(packageName);
  if (fixed === undefined) {
    throw badSuite(taskFile, `repo: there is no package "${packageName}"`, {
      hint: `one of ${[...packages.keys()].join(", ")}`,
    });
  }
  requireTestFiles(task, fixed);
  const base = undo(undo(fixed, task.testPatch), task.goldPatch);
  const commit: CommitIdentity = {
    authorName: options.author.name,
    authorEmail: options.author.email,
    authorDate: `${created_at}T12:00:00Z`,
    message: "Initial state",
  };
  const commitId = rootCommitId(treeId(base), commit);
  if (options.checkBaseCommits && base_commit !== undefined && base_commit !== commitId) {
    throw badSuite(
      taskFile,
      `base_commit: says ${base_commit}, but the commit of the base tree is ${commitId}`,
      { hint: "npm run suite:ids" },
    );
  }
  const instance = instanceSchema.parse({
    instance_id,
    repo,
    base_commit: commitId,
    problem_statement: task.problemStatement,
    patch: task.goldPatch.text,
    test_patch: task.testPatch.text,
    ...task.tests,
    created_at: commit.authorDate,
    version,
    task_type: "bug-fix",
    difficulty,
  });
  return { instance, base, commit };
}

function undo(tree: FileTree, patch: TaskPatch): FileTree {
  const result = reverseApplyPatch(tree, patch.files);
  if (result.kind === "applied") return result.tree;
  throw badSuite(
    patch.file,
    `does not come off the package: ${describeConflict(result.conflict)}`,
    { hint: "a patch whose new side is the package as it stands" },
  );
}

function requireTestFiles(task: TaskFolder, fixed: FileTree): void {
  for (const [field, ids] of Object.entries(task.tests)) {
    for (const id of ids) {
      const file = `${testModuleOf(id).replaceAll(".", "/")}.py`;
      if (!fixed.has(file)) {
        throw badSuite(join(task.folder, "tests.json"), `${field}: ${id} has no file ${file}`);
      }
    }
  }
}

/** `tests.test_a.SomeTest.test_x` → `tests.test_a`. */
export function testModuleOf(id: string): string {
  return id.split(".").slice(0, -2).join(".");
}
