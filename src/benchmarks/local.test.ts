// One's own tasks, over repositories that the test makes.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import type { BenchmarkMeans } from "./benchmark.ts";
import { treeId } from "./git-object-id.ts";
import { local } from "./local.ts";
import { cloneOf, readCommit } from "./rows/git-commit.ts";

const scratch = mkdtempSync(join(tmpdir(), "plumbline-local-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const repository = join(scratch, "clones", "owner__name");
const env = {
  ...{ PATH: process.env["PATH"], HOME: scratch, GIT_CONFIG_NOSYSTEM: "1" },
  ...{ GIT_AUTHOR_NAME: "Ann", GIT_AUTHOR_EMAIL: "ann@example.org" },
  ...{ GIT_COMMITTER_NAME: "Ann", GIT_COMMITTER_EMAIL: "ann@example.org" },
  ...{ GIT_AUTHOR_DATE: "2024-02-01T10:00:00+02:00", GIT_COMMITTER_DATE: "2024-02-01T10:00:00Z" },
};
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: repository, env, encoding: "utf8" }).trim();
let base = "";

beforeAll(() => {
  mkdirSync(join(repository, "src"), { recursive: true });
  git("init", "--quiet", "--initial-branch=main");
  writeFileSync(join(repository, "src/ümlaut é.py"), "x = 1\n");
  writeFileSync(join(repository, "raw.bin"), Buffer.from([0, 255, 10, 13, 10]));
  writeFileSync(join(repository, "empty"), "");
  writeFileSync(join(repository, "copy"), "");
  writeFileSync(join(repository, "run.sh"), "echo\n", { mode: 0o755 });
  symlinkSync("raw.bin", join(repository, "link"));
  git("add", "--all");
  git("commit", "--quiet", "-m", "First\n\nWith a body");
  base = git("rev-parse", "HEAD");
  writeFileSync(join(repository, "later.py"), "future\n");
  git("add", "--all");
  git("commit", "--quiet", "-m", "Second");
});

const means: BenchmarkMeans = {
  cache: { read: () => null, write: () => undefined },
  ...{ cloneFolder: join(scratch, "cache"), offline: false, hub: "http://hub.invalid" },
  notice: () => undefined,
};

const PATCH = "diff --git a/empty b/empty\n--- a/empty\n+++ b/empty\n@@ -0,0 +1 @@\n+full\n";

function tasksFile(task: object): string {
  const folder = mkdtempSync(join(scratch, "tasks-"));
  writeFileSync(join(folder, "gold.patch"), PATCH);
  const file = join(folder, "tasks.yaml");
  writeFileSync(
    file,
    stringify({
      tasks: [
        {
          ...{ id: "mine-1", repository, base_commit: base, problem_statement: "empty is empty" },
          ...{ patch: { file: "gold.patch" }, fail_to_pass: ["t.py::a"], test: "pytest t.py" },
          ...{ parser: "pytest", setup: ["make"], timeout_seconds: 9, ...task },
        },
      ],
    }),
  );
  return file;
}

async function open(task: object, changes: Partial<BenchmarkMeans> = {}) {
  const benchmark = await local.open({ from: tasksFile(task) }, { ...means, ...changes });
  const [instance] = await benchmark.instances();
  if (instance === undefined) throw new Error("no instance");
  return { benchmark, instance };
}

describe("a commit of a clone", () => {
  test("is read to the byte, with its modes, links and author", async () => {
    const { files, commit } = await readCommit(repository, "owner/name", base);
    expect([...files.keys()].sort()).toEqual(
      ["copy", "empty", "link", "raw.bin", "run.sh", "src/ümlaut é.py"].sort(),
    );
    // Git's own id of the tree says that nothing is missing or changed.
    expect(treeId(files)).toBe(git("rev-parse", `${base}^{tree}`));
    expect(commit).toEqual({
      ...{ authorName: "Ann", authorEmail: "ann@example.org" },
      ...{ authorDate: "2024-02-01T10:00:00+02:00", message: "First\n\nWith a body" },
    });
  });

  test("is found in bare clones and by the repository's name alone", async () => {
    const folder = mkdtempSync(join(scratch, "bare-"));
    git("clone", "--quiet", "--bare", repository, join(folder, "owner__name.git"));
    const clone = cloneOf("owner/name", folder);
    expect(treeId((await readCommit(clone, "owner/name", base)).files)).toBe(
      git("rev-parse", `${base}^{tree}`),
    );
    renameSync(clone, join(folder, "name"));
    expect(cloneOf("owner/name", folder)).toBe(join(folder, "name"));
  });

  test("that is missing is told with the command that gets it", async () => {
    expect(() => cloneOf("other/name2", scratch)).toThrow(
      expect.objectContaining({
        ...{ code: "no-clone", kind: "environment" },
        hint: `git clone https://github.com/other/name2 ${scratch}/other__name2`,
      }) as Error,
    );
    const missing = "1".repeat(40);
    await expect(readCommit(repository, "owner/name", missing)).rejects.toMatchObject({
      ...{ code: "no-commit", kind: "environment" },
      message: `${repository} lacks the commit ${missing}.`,
    });
  });
});

describe("tasks of one's own", () => {
  test("say all that a run needs", async () => {
    const { benchmark, instance } = await open({ difficulty: "easy", test_files: ["t.py"] });
    expect(instance).toMatchObject({
      ...{ instance_id: "mine-1", repo: "local/owner__name", base_commit: base, patch: PATCH },
      ...{ task_type: "unlabelled", difficulty: "easy", FAIL_TO_PASS: ["t.py::a"] },
    });
    expect(benchmark.testCommand(instance)).toEqual({
      ...{ setup: [{ kind: "build", script: "make" }], command: "pytest t.py", parser: "pytest" },
      ...{ timeoutMs: 9000, env: {} },
    });
    const tree = await benchmark.baseTree(instance);
    expect(tree.kind === "files" && treeId(tree.files)).toBe(git("rev-parse", `${base}^{tree}`));
    expect(benchmark.image(instance)).toBeNull();
    expect(benchmark.isTestPath("t.py", instance)).toBe(true);
  });

  test("may name a commit by a branch; it is looked up once", async () => {
    const { instance } = await open({ base_commit: "main" });
    expect(instance.base_commit).toBe(git("rev-parse", "main"));
  });

  test("an address is cloned once, and read without a network afterwards", async () => {
    const address = `file://${repository}`;
    await expect(open({ repository: address }, { offline: true })).rejects.toMatchObject({
      code: "not-in-cache",
    });
    const first = await open({ repository: address });
    expect(first.instance.repo).toBe("clones/owner__name");
    const again = await open({ repository: address }, { offline: true });
    expect((await again.benchmark.baseTree(again.instance)).kind).toBe("files");
    // A commit that came later is fetched.
    git("commit", "--quiet", "--allow-empty", "-m", "Third");
    const newest = git("rev-parse", "HEAD");
    expect((await open({ repository: address, base_commit: newest })).instance.base_commit).toBe(
      newest,
    );
  });

  test.each([
    [{ pach: "x" }, /tasks\.yaml: task 1: unknown key "pach"\./, "patch"],
    [{ test: undefined }, /tasks\.yaml: task 1: test: /, null],
    [{ repository: "nowhere" }, /repository: .*nowhere is no git repository\./, null],
    [{ patch: { file: "none.patch" } }, /none\.patch cannot be read \(ENOENT\)\./, null],
  ])("a fault is named with its task and field: %o", async (task, message, hint) => {
    const fault: unknown = await open(task).catch((error: unknown) => error);
    expect(fault).toMatchObject({ message: expect.stringMatching(message) as string });
    if (hint !== null) expect(fault).toMatchObject({ hint });
  });

  test("a folder of files, one task each, is one benchmark", async () => {
    const folder = mkdtempSync(join(scratch, "folder-"));
    const task = {
      ...{ repository, base_commit: base, problem_statement: "p", patch: PATCH },
      ...{ fail_to_pass: ["a"], test: "pytest", parser: "pytest" },
    };
    writeFileSync(join(folder, "one.yaml"), stringify({ id: "one", ...task }));
    writeFileSync(join(folder, "two.yml"), stringify([{ id: "two", ...task }]));
    const benchmark = await local.open({ from: folder, name: "mine" }, means);
    expect(benchmark.id).toBe("mine");
    expect((await benchmark.instances()).map(({ instance_id }) => instance_id)).toEqual([
      "one",
      "two",
    ]);
  });
});
