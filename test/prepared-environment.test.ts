// Instances that run without an image, in an environment prepared for their repository: packages
// from wheels, the project as an editable install would leave it, what its build would write.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { bubblewrapSandbox } from "../src/sandboxes/bubblewrap.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

const WHEEL = `
import sys, zipfile
path, name, version, source = sys.argv[1:]
info = f"{name}-{version}.dist-info"
with zipfile.ZipFile(path, "w") as wheel:
    wheel.writestr(f"{name}.py", source)
    wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(f"{info}/RECORD", "")
`;

const FILES: Readonly<Record<string, string>> = {
  ".gitignore": "_build.py\n",
  "src/ledger/__init__.py":
    "from tally import add\nfrom ledger._build import RATE\n\n\ndef total(items):\n    return add(items) - RATE\n",
  "tests/__init__.py": "",
  "tests/test_old.py": `import unittest
from importlib.metadata import version
from ledger import total


class Old(unittest.TestCase):
    def test_installed(self):
        self.assertEqual(version("ledger"), "2.1")

    def test_type(self):
        self.assertIsInstance(total([1]), int)
`,
};
const NEW_TEST = `import unittest
from ledger import total


class New(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total([1, 2]), 10)
`;

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A repository, a task of it, and a file that says what its tests need. */
function madeTask(folder: string): { readonly tasks: string; readonly environments: string } {
  const repository = join(folder, "ledger");
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-C", repository, "-c", "user.name=A", "-c", "user.email=a@example.org", ...args],
      { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    );
  write(repository, FILES);
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "base");
  const base = git("rev-parse", "HEAD").trim();
  const fixed = FILES["src/ledger/__init__.py"]?.replace("- RATE", "+ RATE") ?? "";
  write(repository, { "src/ledger/__init__.py": fixed });
  const patch = git("diff");
  git("checkout", "-q", ".");
  write(repository, { "tests/test_new.py": NEW_TEST });
  git("add", "-A");
  const testPatch = git("diff", "--cached");
  git("reset", "-q", "--hard");
  const wheel = join(folder, "tally-1.4-py3-none-any.whl");
  const source = "def add(items):\n    return sum(items)\n";
  execFileSync("python3", ["-c", WHEEL, wheel, "tally", "1.4", source]);
  const tasks = join(folder, "tasks.yaml");
  const task = {
    ...{ id: "ledger-1", repository, base_commit: base, version: "2.1" },
    ...{ problem_statement: "The total is too small.", patch, test_patch: testPatch },
    fail_to_pass: ["tests.test_new.New.test_total"],
    pass_to_pass: ["tests.test_old.Old.test_installed", "tests.test_old.Old.test_type"],
    ...{ test: "ledger-tests -v", parser: "unittest" },
  };
  // JSON is YAML.
  writeFileSync(tasks, JSON.stringify(task));
  const environments = join(folder, "environments.yaml");
  const recipe = {
    requirements: [`tally @ file://${wheel}`],
    project: {
      ...{ name: "ledger", paths: ["src"] },
      entry_points: "[console_scripts]\nledger-total = ledger:total\n",
    },
    programs: { "ledger-tests": 'exec python -m unittest "$@"' },
    prepare: "echo 'RATE = 7' > src/ledger/_build.py; touch left-by-build.txt",
  };
  writeFileSync(environments, JSON.stringify({ "local/ledger": recipe }));
  return { tasks, environments };
}

async function missing(): Promise<string | null> {
  const { available, reason } = await bubblewrapSandbox.check();
  if (!available) return reason;
  const venv = spawnSync("/usr/bin/python3", ["-c", "import ensurepip, venv"]);
  return venv.status === 0 ? null : "python3 without venv and ensurepip";
}

const reason = await missing();
if (reason !== null) process.stdout.write(`skipped: prepared environments (${reason})\n`);

describe.skipIf(reason !== null)("a prepared environment", () => {
  const made = temporaryFolder();
  const folder = made.path;
  afterAll(() => {
    made[Symbol.dispose]();
  });
  const { tasks, environments } = madeTask(folder);
  // Root's sandboxes run as other users.
  execFileSync("chmod", ["755", folder]);
  const cache = join(folder, "cache");
  const check = (out: string, ...more: string[]) =>
    plumbline(
      [
        ...["check", "bench", "local", "--from", tasks, "--environments", environments],
        ...["--times", "1", "--sandbox", "bubblewrap", "--out", join(folder, out), ...more],
      ],
      { env: { PLUMBLINE_CACHE: cache, PIP_NO_INDEX: "1" } },
    );

  it("makes an instance behave as its row says, and is built once", async () => {
    const first = await check("first");
    expect(first.stderr).toContain("building the environment local__ledger-2.1");
    expect(first.stdout).toContain("1 of 1 instances are valid");
    const [built = ""] = readdirSync(join(cache, "environments"));
    expect(built).toMatch(/^local__ledger-2\.1-[0-9a-f]{16}$/);
    const second = await check("second", "--offline");
    expect(second.stderr).not.toContain("building");
    expect(second.stdout).toContain("1 of 1 instances are valid");
  });

  it("is recorded, and what it put into the work tree is in no patch", async () => {
    await check("first");
    const runs = join(folder, "first", "runs", "local", "ledger-1", "seed");
    const patch = readFileSync(join(runs, "gold", "1", "attempt-1", "patch.diff"), "utf8");
    expect(patch).toContain("+ RATE");
    expect(patch).not.toContain("left-by-build");
    expect(readFileSync(join(runs, "nop", "1", "attempt-1", "patch.diff"), "utf8")).toBe("");
  });

  it("that was not built yet is a clear error without a network", async () => {
    const { exitCode, stderr } = await plumbline(
      [
        ...["check", "bench", "local", "--from", tasks, "--environments", environments],
        ...["--times", "1", "--sandbox", "bubblewrap", "--out", join(folder, "third"), "--offline"],
      ],
      { env: { PLUMBLINE_CACHE: join(folder, "other-cache") } },
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain("local__ledger-2.1 was not built yet");
  });

  it("is refused where its file is wrong, by file and field", async () => {
    const wrong = join(folder, "wrong.yaml");
    writeFileSync(wrong, '{"local/ledger": {"requirement": []}}');
    const { exitCode, stderr } = await plumbline([
      ...["check", "bench", "local", "--from", tasks, "--environments", wrong],
      ...["--sandbox", "bubblewrap"],
    ]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("wrong.yaml");
    expect(stderr).toContain("requirement");
  });
});
