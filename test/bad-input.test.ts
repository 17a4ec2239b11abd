// Every bad input gets one clear line, the right exit code, and loses nothing.
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
});

function tryMount(): boolean {
  using folder = temporaryFolder();
  const args = ["-t", "tmpfs", "-o", "size=1m", "none", folder.path];
  const { exitCode } = execaSync("mount", args, { reject: false });
  if (exitCode === 0) execaSync("umount", [folder.path]);
  return exitCode === 0;
}
