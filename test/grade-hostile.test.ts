// Patches that hang, fill the disk or fork without end: the limits hold, the outcome is no success,
// and what is graded beside them is graded right.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { bubblewrapSandbox } from "../src/sandboxes/bubblewrap.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

const { available, reason, limits } = await bubblewrapSandbox.check();
const lacking = (["memoryBytes", "processes", "diskBytes"] as const).filter(
  (limit) => !limits.includes(limit),
);
const missing = available && lacking.length > 0 ? `no limit of ${lacking.join(", ")}` : reason;
const isHere = available && lacking.length === 0;
if (!isHere) process.stdout.write(`skipped: hostile patches (${missing})\n`);

const TIMEOUT_SECONDS = 20;
const MODULE = "def double(x):\n    return x + x + 1\n";
const RIGHT = "def double(x):\n    return x + x\n";
const TEST = `import unittest
from double import double


class Double(unittest.TestCase):
    def test_double(self):
        self.assertEqual(double(2), 4)
`;

/** Each a whole module that the tests import. */
const PATCHES: Readonly<Record<string, { readonly module: string; readonly outcome: RegExp }>> = {
  right: { module: RIGHT, outcome: /^resolved$/ },
  hangs: {
    module: `import time\nwhile True:\n    time.sleep(1)\n${RIGHT}`,
    outcome: /^ambiguous: tests-timed-out$/,
  },
  "fills the disk": {
    module: `import os
written = 0
with open("/tmp/fill", "wb") as file:
    while written < 64 << 30:
        written += file.write(bytes(1 << 24))
        file.flush()
        os.fsync(file.fileno())
${RIGHT}`,
    outcome: /^(ambiguous: (disk-full|tests-killed|tests-cut-off|out-of-memory)|unresolved)$/,
  },
  "forks without end": {
    module: `import os, time
while True:
    try:
        os.fork()
    except OSError:
        time.sleep(0.01)
${RIGHT}`,
    outcome: /^ambiguous: (tests-timed-out|tests-killed|tests-cut-off)$/,
  },
  "fills the memory": {
    module: `held = []\nwhile True:\n    held.append(bytearray(1 << 26))\n${RIGHT}`,
    outcome: /^(ambiguous: (out-of-memory|tests-killed|tests-cut-off)|unresolved)$/,
  },
  "right, at last": { module: RIGHT, outcome: /^resolved$/ },
};

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** One task for each patch, and a file of predictions. */
function madeTasks(folder: string): { readonly tasks: string; readonly predictions: string } {
  const repository = join(folder, "repository");
  write(repository, "double.py", MODULE);
  write(repository, "tests/__init__.py", "");
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-C", repository, "-c", "user.name=A", "-c", "user.email=a@example.org", ...args],
      { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    );
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "base");
  const patchTo = (module: string) => {
    write(repository, "double.py", module);
    const patch = git("diff");
    git("checkout", "-q", ".");
    return patch;
  };
  write(repository, "tests/test_double.py", TEST);
  git("add", "-A");
  const testPatch = git("diff", "--cached");
  git("reset", "-q", "--hard");
  const all = Object.entries(PATCHES).map(([name, { module }], index) => ({
    ...{ id: `double-${index}`, name, patch: patchTo(module) },
  }));
  const tasks = all.map(({ id }) => ({
    ...{ id, repository, base_commit: "HEAD", problem_statement: "Doubles wrongly." },
    ...{ patch: patchTo(RIGHT), test_patch: testPatch, parser: "unittest" },
    fail_to_pass: ["tests.test_double.Double.test_double"],
    ...{ test: "python3 -m unittest -v tests.test_double", timeout_seconds: TIMEOUT_SECONDS },
  }));
  write(folder, "tasks.yaml", JSON.stringify({ tasks }));
  const rows = all.map(({ id, patch }) => ({
    ...{ instance_id: id, model_name_or_path: "m", model_patch: patch },
  }));
  write(folder, "predictions.json", JSON.stringify(rows));
  return { tasks: join(folder, "tasks.yaml"), predictions: join(folder, "predictions.json") };
}

describe.skipIf(!isHere)("hostile patches", () => {
  it("run into their limits, and nothing beside them does", async () => {
    using folder = temporaryFolder();
    const { tasks, predictions } = madeTasks(folder.path);
    const { exitCode, stdout, stderr } = await plumbline([
      ...["grade", "--benchmark", "local", "--from", tasks, "--predictions", predictions],
      ...["--out", join(folder.path, "out"), "--sandbox", "bubblewrap", "--json", "--quiet"],
    ]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const summary = JSON.parse(stdout) as Readonly<Record<string, readonly string[]>> & {
      readonly failure_reasons: Readonly<Record<string, string>>;
    };
    const outcomeOf = (id: string) => {
      if (summary["resolved_ids"]?.includes(id) === true) return "resolved";
      if (summary["unresolved_ids"]?.includes(id) === true) return "unresolved";
      const isAmbiguous = summary["ambiguous_failure_ids"]?.includes(id) === true;
      return `${isAmbiguous ? "ambiguous" : "infra"}: ${summary.failure_reasons[id] ?? ""}`;
    };
    const found = Object.keys(PATCHES).map((name, index) => [name, outcomeOf(`double-${index}`)]);
    for (const [name = "", outcome] of found) {
      expect(outcome, JSON.stringify(found)).toMatch(PATCHES[name]?.outcome ?? /^$/);
    }
  }, 600_000);
});
