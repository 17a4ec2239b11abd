// Made tasks in the shape of SWE-bench Pro's, for three of its real script folders: what those
// scripts start is there, and the tests are the task's own.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface ProTask {
  /** The instance whose scripts run the tests. */
  readonly id: string;
  readonly repo: string;
  /** Files of the base commit. */
  readonly files: Readonly<Record<string, string>>;
  /** The source, right and with a fault that another test finds. */
  readonly source: { readonly path: string; readonly right: string; readonly broken: string };
  /** The tests that decide, written over what is there. */
  readonly tests: { readonly path: string; readonly text: string };
  readonly failToPass: readonly string[];
  readonly passToPass: readonly string[];
}

const AT_BASE = "def double(x):\n    return x + x\n\n\ndef half(x):\n    return x\n";
const RIGHT = AT_BASE.replace("return x\n", "return x / 2\n");
const BROKEN = RIGHT.replace("x + x", "x");
const HALVES = "    assert half(4) == 2\n    assert open('prepared.txt').read() == 'yes'\n";

/** Run by pytest with the work tree on its path. */
const openlibrary: ProTask = {
  id: "instance_internetarchive__openlibrary-00bec1e7c8f3272c469a58e1377df03f955ed478-v13642507b4fc1f8d234172bf8129942da2c2ca26",
  repo: "internetarchive/openlibrary",
  files: { "openlibrary/__init__.py": "", "openlibrary/sums.py": AT_BASE },
  source: { path: "openlibrary/sums.py", right: RIGHT, broken: BROKEN },
  tests: {
    path: "openlibrary/tests/test_sums.py",
    text: `from openlibrary.sums import double, half

def test_half():
${HALVES}
def test_double():
    assert double(4) == 8
`,
  },
  failToPass: ["openlibrary/tests/test_sums.py::test_half"],
  passToPass: ["openlibrary/tests/test_sums.py::test_double"],
};

/** Run by the project's own program, several at a time. */
const ansible: ProTask = {
  id: "instance_ansible__ansible-0ea40e09d1b35bcb69ff4d9cecf3d0defa4b36e8-v30a923fb5c164d6cd18280c02422f75e611e8fb2",
  repo: "ansible/ansible",
  files: {
    "sums.py": AT_BASE,
    "bin/ansible-test":
      "import sys, pytest\nsys.exit(pytest.main(['-v', '-n', '2', '-p', 'no:cacheprovider', sys.argv[-1]]))\n",
  },
  source: { path: "sums.py", right: RIGHT, broken: BROKEN },
  tests: {
    path: "test/units/test_sums.py",
    text: `from sums import double, half

class TestSums:
    def test_half(self):
${HALVES.replaceAll(/^/gm, "    ").trimEnd()}

    def test_double(self):
        assert double(4) == 8
`,
  },
  failToPass: ["test/units/test_sums.py::TestSums::test_half"],
  passToPass: ["test/units/test_sums.py::TestSums::test_double"],
};

/** Run below a display and a bus, with tests that have parameters. */
const qutebrowser: ProTask = {
  id: "instance_qutebrowser__qutebrowser-01d1d1494411380d97cac14614a829d3a69cecaf-v2ef375ac784985212b1805e1d0431dc8f1b3c171",
  repo: "qutebrowser/qutebrowser",
  files: { "qutebrowser/__init__.py": "", "qutebrowser/sums.py": AT_BASE },
  source: { path: "qutebrowser/sums.py", right: RIGHT, broken: BROKEN },
  tests: {
    path: "tests/unit/test_sums.py",
    text: `import pytest
from qutebrowser.sums import double, half

@pytest.mark.parametrize("number, wanted", [(4, 2), (9, 4.5)])
def test_half(number, wanted):
    assert half(number) == wanted
    assert open('prepared.txt').read() == 'yes'

def test_double():
    assert double(4) == 8
`,
  },
  failToPass: [
    "tests/unit/test_sums.py::test_half[4-2]",
    "tests/unit/test_sums.py::test_half[9-4.5]",
  ],
  passToPass: ["tests/unit/test_sums.py::test_double"],
};

export const PRO_TASKS: readonly ProTask[] = [openlibrary, ansible, qutebrowser];

export interface MadeTask {
  readonly row: Readonly<Record<string, unknown>>;
  /** Resolves the issue and breaks what worked. */
  readonly broken: string;
}

/** Makes the repository of a task in `tree`, and its row. */
export function makeProTask(task: ProTask, tree: string, image: string): MadeTask {
  for (const [path, text] of Object.entries(task.files)) write(tree, path, text);
  const git = gitIn(tree);
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "Begin");
  const diffOf = (path: string, text: string) => {
    write(tree, path, text);
    git("add", "-A");
    const diff = git("diff", "--cached", "--no-color");
    git("reset", "-q", "--hard");
    return diff;
  };
  const { source, tests } = task;
  const row = {
    ...{ instance_id: task.id, repo: task.repo, base_commit: git("rev-parse", "HEAD").trim() },
    ...{ problem_statement: "half() does not halve.", requirements: "- halve", image },
    patch: diffOf(source.path, source.right),
    test_patch: diffOf(tests.path, tests.text),
    ...{ fail_to_pass: pythonList(task.failToPass), pass_to_pass: pythonList(task.passToPass) },
    selected_test_files_to_run: pythonList([tests.path]),
    // Only the last line is run, and without it the tests fail.
    before_repo_set_cmd: "rm -rf openlibrary qutebrowser sums.py\nprintf yes > prepared.txt",
  };
  return { row, broken: diffOf(source.path, source.broken) };
}

/** As published rows have them. */
function pythonList(items: readonly string[]): string {
  return `[${items.map((item) => `'${item}'`).join(", ")}]`;
}

/** What the scripts want to start, where it is no part of a task: none of it does anything here. */
export function writePrograms(root: string): void {
  write(root, "usr/local/bin/Xvfb", "#!/bin/sh\nexec sleep 300\n", 0o755);
  write(root, "usr/local/bin/dbus-run-session", '#!/bin/sh\nshift\nexec "$@"\n', 0o755);
  write(root, "usr/local/bin/python", '#!/bin/sh\nexec /usr/bin/python3 "$@"\n', 0o755);
  write(root, "usr/local/bin/pytest", '#!/bin/sh\nexec python3 -m pytest "$@"\n', 0o755);
}

export function write(root: string, path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  chmodSync(join(root, path), mode);
}

export function gitIn(cwd: string) {
  const person = { NAME: "n", EMAIL: "n@example.org", DATE: "2024-01-02T03:04:05Z" };
  const identity = Object.fromEntries(
    Object.entries(person).flatMap(([key, value]) => [
      [`GIT_AUTHOR_${key}`, value],
      [`GIT_COMMITTER_${key}`, value],
    ]),
  );
  const env = { ...process.env, ...identity, GIT_CONFIG_GLOBAL: "/dev/null" };
  return (...args: string[]) => execFileSync("git", args, { cwd, env, encoding: "utf8" });
}
