// SWE-bench Pro graded by its own scripts, three of its folders, over made repositories in made
// images; and FeatBench over made rows. The scripts are no part of this repository:
// PLUMBLINE_PRO_SCRIPTS names a clone of the benchmark's, or a folder that has its `run_scripts`.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type Dockerode from "dockerode";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plumbline, temporaryFolder } from "./cli.ts";
import { makeImage, removeMadeImage, testEngine } from "./made-image.ts";
import { PRO_TASKS, gitIn, makeProTask, write, writePrograms } from "./pro-tasks.ts";
import type { MadeTask } from "./pro-tasks.ts";

const SCRIPTS = process.env["PLUMBLINE_PRO_SCRIPTS"] ?? "";
const PACKAGES = ["pytest==8.3.4", "pytest-xdist==3.6.1", "pytest-benchmark==5.1.0"];
const TIMEOUT_MS = 600_000;

if (SCRIPTS === "") process.stdout.write("skipped: Pro's scripts (set PLUMBLINE_PRO_SCRIPTS)\n");

for (const engine of ["docker", "podman"] as const) {
  const { client, title } = await testEngine(engine, "tests of pytest in images");
  const isReady = client !== null && SCRIPTS !== "";
  describe.skipIf(!isReady)(title, { timeout: TIMEOUT_MS }, () => {
    const root = temporaryFolder();
    const names: string[] = [];
    const made = new Map<string, MadeTask>();
    const scripts = join(root.path, "scripts");
    const rows = join(root.path, "pro.jsonl");
    const features = join(root.path, "feat.json");
    const site = join(root.path, "site");
    const env = { PLUMBLINE_CACHE: join(root.path, "cache") };

    const imageWith = async (name: string, workdir: string, make: (tree: string) => void) => {
      const files = join(root.path, "images", name.replace(/\W/g, "-"));
      mkdirSync(join(files, workdir), { recursive: true });
      const packages = join(files, pythonPackages());
      mkdirSync(packages, { recursive: true });
      execFileSync("cp", ["-r", `${site}/.`, packages]);
      writePrograms(files);
      make(join(files, workdir));
      await makeImage(client as Dockerode, name, files);
      names.push(name);
    };

    beforeAll(async () => {
      installPackages(site);
      takeScripts(scripts);
      for (const task of PRO_TASKS) {
        const image = `plumbline-made/${task.repo}:1`;
        await imageWith(image, "app", (tree) => made.set(task.id, makeProTask(task, tree, image)));
      }
      writeFileSync(rows, [...made.values()].map(({ row }) => `${JSON.stringify(row)}\n`).join(""));
      const image = "plumbline-made/feature:1";
      await imageWith(image, "testbed", (tree) => {
        writeFileSync(features, JSON.stringify([featureRow(tree, image)]));
      });
    }, TIMEOUT_MS);
    afterAll(async () => {
      for (const name of names) await removeMadeImage(client as Dockerode, name);
      root[Symbol.dispose]();
    }, TIMEOUT_MS);

    it("resolves gold and nothing else by Pro's own scripts", async () => {
      const source = ["--from", rows, "--pro-scripts", scripts, "--sandbox", engine];
      const { stdout, exitCode } = await plumbline(
        ["check", "bench", "swe-bench-pro", "--times", "1", ...source],
        { env },
      );
      for (const { id } of PRO_TASKS) expect(stdout).toContain(`ok   ${id}`);
      expect(stdout).toContain("3 of 3 instances are valid");
      expect(exitCode).toBe(0);
    });

    it("does not resolve what breaks a test that passed", async () => {
      const file = join(root.path, "predictions.jsonl");
      const lines = [...made].map(([instance_id, { broken }]) =>
        JSON.stringify({ instance_id, model_name_or_path: "m", model_patch: broken }),
      );
      writeFileSync(file, `${lines.join("\n")}\n`);
      const { stdout } = await plumbline(
        [
          ...["grade", "--benchmark", "swe-bench-pro", "--from", rows, "--pro-scripts", scripts],
          ...["--predictions", file, "--out", join(root.path, "out"), "--sandbox", engine],
          ...["--json", "--quiet"],
        ],
        { env },
      );
      const { unresolved_ids } = JSON.parse(stdout) as { unresolved_ids: readonly string[] };
      expect([...unresolved_ids].sort()).toEqual([...made.keys()].sort());
    });

    it("folds the parameters of FeatBench's ids", async () => {
      const source = ["--from", features, "--sandbox", engine];
      const { stdout, exitCode } = await plumbline(
        ["check", "bench", "featbench", "--times", "1", ...source],
        { env },
      );
      expect(stdout).toContain("ok   acme__feature-3");
      expect(exitCode).toBe(0);
    });
  });
}

/** Where Debian's Python looks for what was installed beside its packages. */
function pythonPackages(): string {
  const version = "import sys; print('%d.%d' % sys.version_info[:2])";
  const found = execFileSync("/usr/bin/python3", ["-c", version], { encoding: "utf8" }).trim();
  return `usr/local/lib/python${found}/dist-packages`;
}

function installPackages(site: string): void {
  const quiet = ["--quiet", "--disable-pip-version-check", "--root-user-action=ignore"];
  const pip = ["-m", "pip", "install", ...quiet, "--target", site];
  execFileSync("/usr/bin/python3", [...pip, ...PACKAGES]);
}

/** The three folders, out of a folder or out of a repository without a work tree. */
function takeScripts(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const paths = PRO_TASKS.map(({ id }) => `run_scripts/${id}`);
  // A copy of the repository may lack contents that are not asked for here: git says so and goes on.
  const archive = existsSync(join(SCRIPTS, "run_scripts"))
    ? execFileSync("tar", ["-C", SCRIPTS, "-cf", "-", ...paths])
    : execFileSync("git", ["--git-dir", SCRIPTS, "archive", "--format=tar", "HEAD", ...paths], {
        stdio: "pipe",
      });
  execFileSync("tar", ["-C", folder, "-xf", "-"], { input: archive });
}

/** A row as FeatBench's raw file has it: patches as objects, an id without its parameters. */
function featureRow(tree: string, image: string): Readonly<Record<string, unknown>> {
  const git = gitIn(tree);
  git("init", "-q", "-b", "main");
  write(tree, "shapes.py", "def area(side):\n    return side * side\n");
  git("add", "-A");
  git("commit", "-q", "-m", "Begin");
  const base_commit = git("rev-parse", "HEAD").trim();
  const added = ["", "", "def edge(side):", "    return 4 * side"];
  const tests = [
    "import pytest",
    "from shapes import area",
    "",
    '@pytest.mark.parametrize("side, wanted", [(1, 4), (2, 8)])',
    "def test_edge(side, wanted):",
    "    from shapes import edge",
    "    assert edge(side) == wanted",
    "",
    "def test_area():",
    "    assert area(3) == 9",
  ];
  const plus = (lines: readonly string[]) => lines.map((line) => `+${line}`).join("\n");
  return {
    ...{ instance_id: "acme__feature-3", repo: "acme/feature", base_commit, number: 3 },
    ...{ problem_statement: "Add edge().", image_name: image },
    patch: [
      {
        ...{ filename: "shapes.py", status: "modified", changes: added.length },
        patch: `@@ -1,2 +1,6 @@\n def area(side):\n     return side * side\n${plus(added)}`,
      },
    ],
    test_patch: [
      {
        ...{ filename: "tests/test_shapes.py", status: "added", changes: tests.length },
        patch: `@@ -0,0 +1,${tests.length} @@\n${plus(tests)}`,
      },
    ],
    test_files: ["tests/test_shapes.py"],
    FAIL_TO_PASS: ["tests/test_shapes.py::test_edge"],
    PASS_TO_PASS: ["tests/test_shapes.py::test_area"],
  };
}
