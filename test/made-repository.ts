// A small repository as an image of SWE-bench has it: the instance's commit, one on top that only
// sets things up, and what a build left, which the tests need and no commit has.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const AUTHOR = {
  name: "A. Author",
  email: "author@example.org",
  date: "2023-05-06T07:08:09+02:00",
};

const CALC = `"""Sums."""
from pathlib import Path

BUILT = Path(__file__).parent.parent / "build" / "scale.txt"


def total(values, start=0):
    result = start
    for value in values:
        if value is None:
            continue
        result = result + value
    return result


def scaled(values):
    scale = int(BUILT.read_text())
    amount = total(values, 1)
    return amount * scale
`;

/** Rewritten in variants, and of no concern to the issue. */
const MORE = `def longest(values):
    best = None
    for value in values:
        if best is None or len(value) > len(best):
            best = value
    return best


def count(values, wanted):
    number = 0
    for value in values:
        if value == wanted:
            number = number + 1
    return number
`;

const TESTS = `import os
import subprocess
import unittest

from calc.core import scaled, total


class Sums(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total([1, None, 2]), 3)

    def test_tool(self):
        self.assertEqual(subprocess.check_output(["tools/say"], text=True), "said\\n")
        self.assertTrue(os.path.islink("tools/link"))
        self.assertTrue(os.path.exists("calc.egg-info/PKG-INFO"))
`;

const NEW_TEST = `
    def test_scaled(self):
        self.assertEqual(scaled([1, 2]), 21)
`;

export interface MadeRepository {
  /** A row in the shape of SWE-bench's. */
  readonly row: Readonly<Record<string, string>>;
  /** Changes that fix the issue, and that do not. */
  readonly right: string;
  readonly wrong: string;
}

const TEST_IDS = {
  failToPass: ["tests.test_core.Sums.test_scaled"],
  passToPass: ["tests.test_core.Sums.test_total", "tests.test_core.Sums.test_tool"],
};

/** Makes the repository in `tree`, and says what a benchmark has to say of it. */
export function makeRepository(tree: string, id: string, image: string): MadeRepository {
  const write = (path: string, text: string | Uint8Array) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  };
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      ...{ cwd: tree, encoding: "utf8", stdio: "pipe" },
      env: {
        ...process.env,
        ...{ GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
        ...{ GIT_AUTHOR_NAME: AUTHOR.name, GIT_AUTHOR_EMAIL: AUTHOR.email },
        ...{ GIT_COMMITTER_NAME: "image", GIT_COMMITTER_EMAIL: "image@example.org" },
        GIT_AUTHOR_DATE: AUTHOR.date,
      },
    });
  const commit = (message: string) => {
    git("add", "-A");
    git("commit", "-q", "-m", message);
    return git("rev-parse", "HEAD").trim();
  };
  mkdirSync(tree, { recursive: true });
  git("init", "-q", "-b", "main");
  write("calc/__init__.py", "");
  write("calc/core.py", CALC);
  write("calc/more.py", MORE);
  write("tests/__init__.py", "");
  write("tests/test_core.py", TESTS);
  write(".gitignore", "build/\n__pycache__/\n");
  write("logo.bin", Buffer.from([0, 255, 10, 13, 0, 200]));
  write("tools/say", "#!/bin/sh\necho said\n");
  chmodSync(join(tree, "tools/say"), 0o755);
  symlinkSync("say", join(tree, "tools/link"));
  write("settings.cfg", "pinned = no\n");
  write("obsolete.txt", "not in the image\n");
  const base_commit = commit("Begin\n\nwith sums");
  const diffOf = (change: () => void) => {
    change();
    const diff = git("diff", "--no-color");
    git("checkout", "-q", ".");
    return diff;
  };
  const fixed = CALC.replace("total(values, 1)", "total(values)");
  const right = diffOf(() => write("calc/core.py", fixed));
  const wrong = diffOf(() => write("calc/core.py", fixed.replace("* scale", "* 2")));
  const test_patch = diffOf(() => write("tests/test_core.py", TESTS + NEW_TEST));
  // What the makers of an image do: a commit of their own, a file that goes, a build.
  write("settings.cfg", "pinned = yes\n");
  git("rm", "-q", "obsolete.txt");
  commit("Set up");
  rmSync(join(tree, "build"), { recursive: true, force: true });
  write("build/scale.txt", "7\n");
  write("calc.egg-info/PKG-INFO", "Name: calc\n");
  const eval_script = [
    "#!/bin/bash",
    "set -uxo pipefail",
    "cd /testbed",
    "git config --global --add safe.directory /testbed",
    "grep -q 'pinned = yes' settings.cfg || exit 1",
    ": '>>>>> Start Test Output'",
    "python3 -m unittest -v tests.test_core 2>&1",
    ": '>>>>> End Test Output'",
    `git checkout ${base_commit} tests/test_core.py`,
  ].join("\n");
  const row = {
    ...{ instance_id: id, repo: "acme/calc", base_commit, patch: right, test_patch },
    problem_statement: "scaled() counts one too many: scaled([1, 2]) is 28, not 21.",
    ...{ created_at: "2023-05-06", version: "1", image, eval_script, log_parser: "unittest" },
    FAIL_TO_PASS: JSON.stringify(TEST_IDS.failToPass),
    PASS_TO_PASS: JSON.stringify(TEST_IDS.passToPass),
  };
  return { row, right, wrong };
}
