import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readTree } from "../read-tree.ts";
import type { CommandIo, CommandSpec } from "../command.ts";
import { perturb } from "./perturb.ts";
import { transform } from "./transform.ts";

const SOURCE =
  'def f(x):\n    if x:\n        return "first value"\n    else:\n        return "other value"\n';

describe("perturb and transform", () => {
  let folder: string;
  let repository: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-perturb-"));
    repository = join(folder, "repository");
    mkdirSync(join(repository, "tests"), { recursive: true });
    for (const name of ["a.py", "b.py", "tests/test_a.py"])
      writeFileSync(join(repository, name), SOURCE);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(spec: CommandSpec, ...argv: string[]): Promise<string> {
    let text = "";
    const io: CommandIo = {
      out: (part) => void (text += part),
      err: () => undefined,
      json: argv.includes("--json"),
      quiet: false,
      verbose: false,
      debug: false,
      seed: "7",
      workers: null,
      signal: new AbortController().signal,
    };
    const program = new Command().exitOverride();
    const command = program.command(spec.name).option("--json");
    spec.configure(command);
    command.action(async () => spec.run(command.args, command.opts(), io));
    await program.parseAsync([spec.name, ...argv], { from: "user" });
    return text;
  }

  it("writes variants with their logs, and the same ones again", async () => {
    const out = join(folder, "out");
    const options = ["--samples", "2", "--num-transformations", "4", "--fraction", "1"];
    const summary = await run(perturb, repository, "--out", out, "--json", ...options);
    expect(JSON.parse(summary)).toMatchObject({
      seed: "7",
      variants: [{ variant: 1 }, { variant: 2 }],
    });
    expect(readdirSync(out)).toEqual([
      "variant-001",
      "variant-001.json",
      "variant-002",
      "variant-002.json",
    ]);
    for (const name of ["variant-001", "variant-002"]) {
      expect(readFileSync(join(out, name, "tests/test_a.py"), "utf8")).toBe(SOURCE);
    }
    await run(perturb, repository, "--out", join(folder, "again"), ...options);
    expect(readTree(join(folder, "again")).tree).toEqual(readTree(out).tree);
  });

  it("replays a log to the same bytes, and refuses it for another tree", async () => {
    const patch =
      "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n-def f(x):\n+def f(x, y):\n     if x:\n";
    writeFileSync(join(folder, "gold.diff"), patch);
    const out = join(folder, "out");
    await run(perturb, repository, "--out", out, "--gold-patch", join(folder, "gold.diff"));
    const log = join(out, "variant-001.json");
    await run(perturb, repository, "--out", join(folder, "again"), "--from", log);
    expect(readTree(join(folder, "again/variant-001")).tree).toEqual(
      readTree(join(out, "variant-001")).tree,
    );
    writeFileSync(join(repository, "a.py"), "x = 1\n");
    const replayed = run(perturb, repository, "--out", join(folder, "other"), "--from", log);
    await expect(replayed).rejects.toThrow("does not fit a.py");
  });

  it("says what is wrong with its input", async () => {
    const out = join(folder, "out");
    mkdirSync(join(folder, "empty"));
    await expect(run(perturb, join(folder, "empty"), "--out", out)).rejects.toThrow(
      "no Python file",
    );
    await expect(run(perturb, repository, "--out", folder)).rejects.toThrow("is not empty");
    const unknown = run(perturb, repository, "--out", out, "--spt", "double-negatio");
    await expect(unknown).rejects.toThrow('No transformation is called "double-negatio"');
    const half = run(perturb, repository, "--out", join(folder, "o2"), "--fraction", "2");
    await expect(half).rejects.toThrow("fraction");
  });

  it("applies one transformation to a file or a folder", async () => {
    const diff = await run(transform, "double-negation", join(repository, "a.py"));
    expect(diff).toContain("+    if not not (x):");
    const json = await run(transform, "if-else-switcher", repository, "--write", "--json");
    expect(JSON.parse(json)).toMatchObject([
      { file: "a.py", matched: 1, rewritten: 1 },
      { file: "b.py", matched: 1, rewritten: 1 },
    ]);
    expect(readFileSync(join(repository, "b.py"), "utf8")).toContain("if not (x):");
    expect(readFileSync(join(repository, "tests/test_a.py"), "utf8")).toBe(SOURCE);
    const bound = run(transform, "dead-string-assignment", repository);
    await expect(bound).rejects.toThrow("plants a string");
  });
});
