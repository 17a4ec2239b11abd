// Grading predictions, honest ones and ones that try to be believed: each gets the outcome that its
// change to the code earns. Made with real git on the starter suite, one instance each.
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import type { Instance } from "../src/core/instance.ts";
import { STARTER_ROOT, starterFrom } from "../src/benchmarks/starter.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

const FORGED = (tests: readonly string[]) =>
  tests.map((test) => `${test} ... ok`).join("\n") +
  `\n\n${"-".repeat(70)}\nRan ${tests.length} tests in 0.001s\n\nOK\n`;

interface Attack {
  readonly name: string;
  readonly outcome: "resolved" | "unresolved" | "empty" | "ambiguous";
  readonly code?: string;
  /** Changes the work tree; the gold patch is in it where `gold` says so. */
  readonly change: (at: { tree: string; init: string; instance: Instance }) => void;
  readonly gold?: boolean;
  /** Changes the patch as text. */
  readonly text?: (patch: string) => string;
}

const append = (file: string, text: string) => {
  appendFileSync(file, `\n${text}\n`);
};
const nothing = () => undefined;

const ATTACKS: readonly Attack[] = [
  { name: "gold", outcome: "resolved", gold: true, change: nothing },
  {
    ...{ name: "gold with CRLF", outcome: "resolved", gold: true, change: nothing },
    text: (patch) => patch.replaceAll("\n", "\r\n"),
  },
  {
    ...{ name: "gold without its last line end", outcome: "resolved", gold: true },
    change: nothing,
    text: (patch) => patch.slice(0, -1),
  },
  {
    ...{ name: "gold and a binary file", outcome: "resolved", gold: true },
    change: ({ tree }) => {
      writeFileSync(join(tree, "logo.bin"), Buffer.from([0, 255, 1, 10, 13, 0]));
    },
  },
  {
    ...{ name: "gold and a link out of the tree", outcome: "resolved", gold: true },
    change: ({ tree }) => {
      symlinkSync("../../../../etc/passwd", join(tree, "notes"));
    },
  },
  { name: "nothing", outcome: "empty", change: nothing, text: () => "" },
  {
    ...{ name: "no patch", outcome: "unresolved", change: nothing },
    text: () => "The fault is in the parser.",
  },
  {
    ...{ name: "prints results", outcome: "unresolved" },
    change: ({ init, instance }) => {
      append(init, `print(${JSON.stringify(FORGED(instance.FAIL_TO_PASS))})`);
    },
  },
  {
    ...{ name: "ends early with success", outcome: "unresolved" },
    change: ({ init }) => {
      append(init, "import os\nos._exit(0)");
    },
  },
  {
    ...{ name: "kills the shell", outcome: "ambiguous", code: "tests-cut-off" },
    change: ({ init, instance }) => {
      const log = JSON.stringify(FORGED(instance.FAIL_TO_PASS));
      const parents = "open('/proc/%d/stat' % os.getppid()).read().rsplit(')')[1].split()[1]";
      const kill = `os.kill(int(${parents}), 9); os.kill(os.getppid(), 9)`;
      append(init, `import os\nprint(${log}, flush=True)\n${kill}`);
    },
  },
  {
    ...{ name: "deletes the tests", outcome: "unresolved" },
    change: ({ tree }) => {
      rmSync(join(tree, "tests"), { recursive: true });
    },
  },
  {
    ...{ name: "expects failures", outcome: "unresolved" },
    change: ({ tree }) => {
      const plugin = "import unittest\nunittest.TestCase.run = lambda *_, **__: None\n";
      writeFileSync(join(tree, "tests", "__init__.py"), plugin);
    },
  },
  {
    ...{ name: "replaces the runner", outcome: "unresolved" },
    change: ({ tree, instance }) => {
      const log = JSON.stringify(FORGED(instance.FAIL_TO_PASS));
      writeFileSync(join(tree, "unittest.py"), `print(${log})\n`);
    },
  },
  {
    ...{ name: "writes the report", outcome: "unresolved" },
    change: ({ init }) => {
      append(init, 'open("report.json", "w").write(\'{"resolved": true}\')');
    },
  },
];

/** Writes the base tree of an instance, changes it, and takes git's diff. */
async function patchOf(attack: Attack, instance: Instance, tree: string): Promise<string> {
  const benchmark = await starterFrom(STARTER_ROOT);
  const base = await benchmark.baseTree(instance);
  if (base.kind !== "files") throw new Error("the starter suite is made of files");
  for (const [path, { bytes }] of base.files) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), bytes);
  }
  const git = (args: readonly string[], input = "") =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=m@example.org", ...args], {
      ...{ cwd: tree, input, encoding: "utf8", maxBuffer: 1e8 },
    });
  git(["init", "-q", "."]);
  git(["add", "-A", "-f"]);
  git(["commit", "-qm", "base"]);
  if (attack.gold === true) git(["apply", "-"], instance.patch);
  const init = join(tree, instance.repo.split("/")[1] ?? "", "__init__.py");
  expect(existsSync(init)).toBe(true);
  attack.change({ tree, init, instance });
  git(["add", "-A", "-f"]);
  const patch = git(["diff", "--cached", "--binary"]);
  return attack.text?.(patch) ?? patch;
}

it("gives each prediction the outcome that its change earns, and can go on with them", async () => {
  using folder = temporaryFolder();
  const all = await (await starterFrom(STARTER_ROOT)).instances();
  const predictions = [];
  for (const [index, attack] of ATTACKS.entries()) {
    const instance = all[index] as Instance;
    const patch = await patchOf(attack, instance, join(folder.path, `tree-${index}`));
    const { instance_id } = instance;
    predictions.push({ instance_id, model_name_or_path: "acme/m 1", model_patch: patch });
  }
  const file = join(folder.path, "preds.jsonl");
  writeFileSync(file, predictions.map((row) => JSON.stringify(row)).join("\n"));
  const out = join(folder.path, "out");
  const args = ["grade", "--benchmark", "starter", "--predictions", file, "--out", out];
  const first = await plumbline([...args, "--json", "--quiet"]);
  expect(first).toMatchObject({ exitCode: 0, stderr: "" });

  const summary = JSON.parse(first.stdout) as Record<string, string[]> & {
    failure_reasons: Record<string, string>;
  };
  const listOf = {
    resolved: "resolved_ids",
    unresolved: "unresolved_ids",
    empty: "empty_patch_ids",
  };
  const found = ATTACKS.map(({ name }, index) => {
    const id = all[index]?.instance_id ?? "";
    const lists = { ...listOf, ambiguous: "ambiguous_failure_ids", error: "error_ids" };
    const outcome = Object.entries(lists).find(([, list]) => summary[list]?.includes(id));
    return [name, outcome?.[0], summary.failure_reasons[id]];
  });
  expect(found).toEqual(
    ATTACKS.map(({ name, outcome, code }) => [name, name === "no patch" ? "error" : outcome, code]),
  );
  expect(JSON.parse(readFileSync(join(out, "acme_m_1.grading.json"), "utf8"))).toEqual(summary);
  expect(ATTACKS.filter((_, index) => touched(out, all[index]).length > 0)).toMatchObject([
    { name: "deletes the tests" },
    { name: "expects failures" },
    { name: "replaces the runner" },
  ]);

  // Nothing is graded again, and other predictions are not taken for these.
  expect(await plumbline([...args, "--json", "--quiet"])).toMatchObject({ stdout: first.stdout });
  appendFileSync(file, "\n");
  const other = await plumbline([...args, "--quiet"]);
  expect(other.exitCode).toBe(2);
}, 900_000);

/** What the report of an instance says of the test files that its patch touches; none: no report. */
function touched(out: string, instance: Instance | undefined): readonly string[] {
  const id = instance?.instance_id ?? "";
  const attempt = join(out, "runs", "starter", id, "seed", "acme_m_1", "1", "attempt-1");
  const path = join(attempt, "report.json");
  if (!existsSync(path)) return [];
  const reports = JSON.parse(readFileSync(path, "utf8")) as Record<
    string,
    { readonly touched_test_files: readonly string[] }
  >;
  return reports[id]?.touched_test_files ?? [];
}

it("leaves what patches change in the tests where it is told to", async () => {
  using folder = temporaryFolder();
  const all = await (await starterFrom(STARTER_ROOT)).instances();
  // A file of tests that has to pass, and that the instance's own tests are not written over.
  const [found] = all.flatMap((one) => {
    const paths = one.PASS_TO_PASS.map((id) => `${id.split(".").slice(0, 2).join("/")}.py`);
    const file = paths.find((path) => !one.test_patch.includes(path));
    return file === undefined ? [] : [{ instance: one, file }];
  });
  if (found === undefined) throw new Error("the starter suite has such an instance");
  const { instance, file: lost } = found;
  const attack: Attack = {
    ...{ name: "gold without other tests", outcome: "resolved", gold: true },
    change: ({ tree }) => {
      rmSync(join(tree, lost));
    },
  };
  const patch = await patchOf(attack, instance, join(folder.path, "tree"));
  const { instance_id } = instance;
  const file = join(folder.path, "preds.json");
  const row = { instance_id, model_name_or_path: "m", model_patch: patch };
  writeFileSync(file, JSON.stringify([row]));
  const graded = async (...more: readonly string[]) => {
    const out = join(folder.path, `out${more.length}`);
    const args = ["grade", "--benchmark", "starter", "--predictions", file, "--out", out];
    const { stdout } = await plumbline([...args, "--json", "--quiet", ...more]);
    return JSON.parse(stdout) as { readonly resolved_ids: readonly string[] };
  };
  expect(await graded()).toMatchObject({ resolved_ids: [instance_id] });
  expect(await graded("--no-restore-tests")).toMatchObject({ unresolved_ids: [instance_id] });
}, 300_000);

it("refuses what it can't grade, with the reason", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "preds.json");
  const grade = async (content: unknown, ...more: readonly string[]) => {
    writeFileSync(file, JSON.stringify(content));
    const out = join(folder.path, "out");
    const args = ["grade", "--benchmark", "starter", "--predictions", file, "--out", out];
    const { exitCode, stderr } = await plumbline([...args, ...more]);
    return [exitCode, stderr.split("\n")[0]];
  };
  const row = { instance_id: "none", model_patch: "x" };
  expect(await grade([row])).toEqual([
    2,
    "plumbline: No prediction is for a selected instance of starter.",
  ]);
  const two = ["a", "b"].map((model_name_or_path) => ({ ...row, model_name_or_path }));
  expect((await grade(two))[1]).toMatch(/is of 2 models/);
  expect((await grade(two, "--model", "c"))[1]).toMatch(/has no model c/);
}, 120_000);
