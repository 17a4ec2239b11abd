// Every bad input gets one clear line, the right exit code, and loses nothing.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { execaSync } from "execa";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CliOptions, CliResult } from "./cli.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

const STUDY = `
name: bad
benchmarks: [{ id: starter, instances: [starter__ledgerkit-1] }]
scaffolds: [nop]
conditions: [seed]
replicates: 1
`;

const STARTER_ROOT = fileURLToPath(new URL("../suites/starter", import.meta.url));
const GOOD = "def f(x):\n    if x:\n        return 1\n    return 2\n";

let root: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(() => root[Symbol.dispose]());

const at = (...parts: string[]) => join(root.path, ...parts);

function write(name: string, text: string | Uint8Array): string {
  writeFileSync(at(name), text);
  return at(name);
}

function run(study: string, out = at("out"), options?: CliOptions): Promise<CliResult> {
  return plumbline(["run", study, "--out", out, "--quiet", "--json"], options);
}

/** One line on standard error, nothing on standard output. */
function expectOneLine(result: CliResult, exitCode: number, message: RegExp): void {
  expect(result.stderr).toMatch(message);
  expect(result.stderr.trim().split("\n")).toHaveLength(1);
  expect(result.stdout).toBe("");
  expect(result.exitCode).toBe(exitCode);
}

describe("bad input", () => {
  it("an unknown key in a study file: the nearest known key", async () => {
    const study = write("s.yaml", `${STUDY}replicate: 3\n`);
    expectOneLine(await run(study), 2, /unknown key "replicate".*"replicates"/);
  });

  it("a study file that is not there, or is not UTF-8", async () => {
    expectOneLine(await run(at("none.yaml")), 2, /none\.yaml cannot be read: ENOENT/);
    const study = write("s.yaml", Buffer.from([0x6e, 0xff, 0xfe]));
    expectOneLine(await run(study), 2, /s\.yaml cannot be read: not UTF-8/);
  });

  it("an unknown benchmark, instance, agent or sandbox: the nearest known one", async () => {
    const replaced = (from: string, to: string) => write("s.yaml", STUDY.replace(from, to));
    expectOneLine(await run(replaced("id: starter", "id: startr")), 2, /"startr".*"starter"/);
    const instance = replaced("starter__ledgerkit-1", "starter__ledgerkit-11");
    expectOneLine(await run(instance), 2, /no instance "starter__ledgerkit-11"/);
    expectOneLine(await run(replaced("[nop]", "[nopp]")), 2, /"nopp".*"nop"/);
    const sandbox = write("s.yaml", `${STUDY}sandbox: buble\n`);
    expectOneLine(await run(sandbox), 2, /No sandbox is called "buble"/);
  });

  it("zero workers", async () => {
    const study = write("s.yaml", STUDY);
    const args = ["run", study, "--out", at("out"), "--workers", "0"];
    expectOneLine(await plumbline(args), 2, /--workers 0 is not a number from 1/);
  });

  it("an output folder that holds something else", async () => {
    mkdirSync(at("out"));
    write("out/mine.txt", "precious");
    expectOneLine(await run(write("s.yaml", STUDY)), 2, /out is not empty and holds no study/);
    expect(readdirSync(at("out"))).toEqual(["mine.txt"]);
  });

  it("an output folder that holds another study", async () => {
    const study = write("s.yaml", STUDY);
    expect(await run(study)).toMatchObject({ exitCode: 0 });
    const changed = write("t.yaml", `${STUDY}seed: 5\n`);
    expectOneLine(await run(changed), 2, /seed was changed.*another --out folder/);
  });

  it("a corrupted database", async () => {
    mkdirSync(at("out"));
    write("out/plumbline.db", "this is no database, whatever its name says".repeat(100));
    expectOneLine(await run(write("s.yaml", STUDY)), 3, /plumbline\.db is not a database/);
  });

  it("a locked study", async () => {
    const study = write("s.yaml", STUDY);
    mkdirSync(at("out"));
    const lock = new Database(at("out/study.lock"));
    lock.exec("BEGIN EXCLUSIVE");
    expectOneLine(await run(study), 3, /Another process is running the study/);
    lock.close();
    expect(await run(study)).toMatchObject({ exitCode: 0 });
  });

  it("a sandbox that is not installed", async () => {
    const study = write("s.yaml", `${STUDY}sandbox: bubblewrap\n`);
    // A PATH with everything but bubblewrap.
    const bin = at("bin");
    mkdirSync(bin);
    const result = await run(study, at("out"), { env: { PATH: bin } });
    expectOneLine(result, 3, /No bubblewrap sandbox here: .*sandbox: auto/);
  });

  const canMount = process.getuid?.() === 0 && tryMount();
  it.skipIf(!canMount)(
    `a full disk${canMount ? "" : " (skipped: only root can mount a small disk)"}`,
    async () => {
      const study = write("s.yaml", STUDY);
      mkdirSync(at("small"));
      execaSync("mount", ["-t", "tmpfs", "-o", "size=96k", "none", at("small")]);
      try {
        expectOneLine(await run(study, at("small/out")), 3, /disk is full|No space is left/);
        execaSync("mount", ["-o", "remount,size=32m", at("small")]);
        expect(await run(study, at("small/out"))).toMatchObject({ exitCode: 0 });
      } finally {
        execaSync("umount", [at("small")]);
      }
    },
  );

  it("a folder that cannot be written", async () => {
    if (process.getuid?.() === 0) {
      // Root may write anywhere, so a file stands where the folder should be.
      write("file", "");
      expectOneLine(
        await run(write("s.yaml", STUDY), at("file/out")),
        3,
        /cannot be used: ENOTDIR/,
      );
      return;
    }
    mkdirSync(at("closed"));
    chmodSync(at("closed"), 0o500);
    expectOneLine(await run(write("s.yaml", STUDY), at("closed/out")), 3, /cannot be used: EACCES/);
  });

  it("a folder with no Python file", async () => {
    mkdirSync(at("empty"));
    write("empty/a.txt", "text");
    const perturb = await plumbline(["perturb", at("empty"), "--out", at("out")]);
    expectOneLine(perturb, 2, /empty holds no Python file/);
    const transform = await plumbline(["transform", "python/double-negation", at("empty")]);
    expectOneLine(transform, 2, /empty holds no Python file/);
    expect(readdirSync(root.path)).toEqual(["empty"]);
  });

  it("a source that is not UTF-8, and a loop of links: listed or kept, the rest goes on", async () => {
    const bytes = Buffer.from([0x78, 0x3d, 0x22, 0xff, 0x22, 0x0a]);
    mkdirSync(at("repo"));
    write("repo/bad.py", bytes);
    write("repo/good.py", GOOD);
    symlinkSync(".", at("repo/self"));
    symlinkSync("loop", at("repo/loop"));
    const id = "python/double-negation";
    const options = ["--spt", id, "--fraction", "1", "--out", at("out")];
    const perturb = await plumbline(["perturb", at("repo"), ...options]);
    expect(perturb).toMatchObject({ exitCode: 0 });
    expect(perturb.stderr).toMatch(/^not rewritten: bad\.py \(.*UTF-8.*\)$/);
    expect(readFileSync(at("out/variant-001/bad.py"))).toEqual(bytes);
    expect(readFileSync(at("out/variant-001/good.py"), "utf8")).not.toBe(GOOD);
    expect(readlinkSync(at("out/variant-001/loop"))).toBe("loop");
    expect(readlinkSync(at("out/variant-001/self"))).toBe(".");
    const transform = await plumbline(["transform", id, at("repo"), "--write"]);
    expect(transform).toMatchObject({ exitCode: 0 });
    expect(transform.stderr).toMatch(/^left out: bad\.py \(.*UTF-8.*\)$/);
    expect(readFileSync(at("repo/bad.py"))).toEqual(bytes);
    expect(readFileSync(at("repo/good.py"), "utf8")).not.toBe(GOOD);
  });

  it("a file that cannot be read: listed, the rest goes on", async (context) => {
    // Root can read everything, so that the program has to run as somebody else.
    const user = process.getuid?.() === 0 ? { uid: 65534 } : {};
    const { exitCode } = await plumbline(["schema", "study"], user);
    if (exitCode !== 0)
      context.skip("skipped: unreadable file (no other user can run the program)");
    chmodSync(root.path, 0o777);
    mkdirSync(at("repo"));
    write("repo/good.py", GOOD);
    write("repo/secret.py", GOOD);
    chmodSync(at("repo/secret.py"), 0o000);
    const perturb = await plumbline(["perturb", at("repo"), "--out", at("out")], user);
    expect(perturb).toMatchObject({ exitCode: 0 });
    expect(perturb.stderr).toMatch(/^left out: secret\.py \(EACCES\)$/);
    const args = ["transform", "python/double-negation", at("repo"), "--diff"];
    const transform = await plumbline(args, user);
    expect(transform).toMatchObject({ exitCode: 0 });
    expect(transform.stderr).toMatch(/^left out: secret\.py \(EACCES\)$/);
    expect(transform.stdout).toContain("not not");
  });

  it("a gold patch that does not apply", async () => {
    mkdirSync(at("repo"));
    write("repo/good.py", GOOD);
    const hunk = "--- a/good.py\n+++ b/good.py\n@@ -1,1 +1,1 @@\n-no such line\n+line\n";
    const patch = write("gold.diff", `diff --git a/good.py b/good.py\n${hunk}`);
    const args = ["perturb", at("repo"), "--out", at("out"), "--gold-patch", patch];
    expectOneLine(await plumbline(args), 2, /gold\.diff does not apply: .*good\.py/);
    expect(readdirSync(root.path)).toEqual(["gold.diff", "repo"]);
  });

  it("a patch that is none, a patch of a source that is not UTF-8, a problem that is not UTF-8", async () => {
    mkdirSync(at("repo"));
    write("repo/good.py", GOOD);
    write("repo/latin.py", Buffer.from("x = '\u00e9'\n", "latin1"));
    const perturb = (...options: string[]) =>
      plumbline(["perturb", at("repo"), "--out", at("out"), ...options]);
    const none = write("none.diff", "hello\n");
    for (const option of ["--gold-patch", "--test-patch"]) {
      const message = new RegExp(`^plumbline: ${option} .*none\\.diff: .*malformed at line 1`);
      expectOneLine(await perturb(option, none), 2, message);
    }
    const problem = await perturb("--problem", at("repo/latin.py"));
    expectOneLine(problem, 2, /--problem .*latin\.py can't be read \(not UTF-8\)/);
    expect(readdirSync(root.path)).toEqual(["none.diff", "repo"]);
    const patch = "--- a/latin.py\n+++ b/latin.py\n@@ -1,1 +1,1 @@\n-x = '\u00e9'\n+x = 1\n";
    const gold = write("gold.diff", Buffer.from(patch, "latin1"));
    expect(await perturb("--gold-patch", gold)).toMatchObject({ exitCode: 0 });
  });

  it("a suite with a gold patch that does not come off, or a missing or malformed field", async () => {
    const task = "suite/tasks/starter__ledgerkit-1";
    cpSync(STARTER_ROOT, at("suite"), { recursive: true });
    const study = write(
      "s.yaml",
      STUDY.replace("id: starter,", `id: mine, suite: ${at("suite")},`),
    );
    const breaks = async (file: string, edit: (text: string) => string, message: RegExp) => {
      const before = readFileSync(at(task, file), "utf8");
      write(join(task, file), edit(before));
      expectOneLine(await run(study), 2, message);
      write(join(task, file), before);
    };
    await breaks(
      "gold.patch",
      (text) => text.replace(/^\+(?!\+).*$/m, "+no such line"),
      /gold\.patch.*does not come off the package/,
    );
    const without = (text: string) => text.replace(/^version:.*\n/m, "");
    await breaks("task.yaml", without, /task\.yaml.*version/);
    const bad = (text: string) => text.replace(/^created_at:.*$/m, "created_at: soon");
    await breaks("task.yaml", bad, /task\.yaml.*created_at.*expected a date/);
  });
});

function tryMount(): boolean {
  using folder = temporaryFolder();
  const args = ["-t", "tmpfs", "-o", "size=1m", "none", folder.path];
  const { exitCode } = execaSync("mount", args, { reject: false });
  if (exitCode === 0) execaSync("umount", [folder.path]);
  return exitCode === 0;
}
