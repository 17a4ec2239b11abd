// `check variant` on the command line: what is as it claims, what is not, and which rewrite did it.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LoggedRewrite, VariantLog } from "../src/core/variant-log.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

const SOURCE = "def low(x):\n    return x < 3\n\n\ndef high(x):\n    return x > 8\n";
const TESTS = "from it import high, low\nassert low(2) and not low(3)\nassert high(9)\n";
const COMMAND = "PYTHONDONTWRITEBYTECODE=1 python3 try_it.py";

/** A log of replacements, each the first place of a text in the source as the ones before left it. */
function logOf(replacements: readonly (readonly [before: string, after: string])[]): VariantLog {
  let text = SOURCE;
  const rewrites = replacements.map(([before, after], order): LoggedRewrite => {
    const start = text.indexOf(before);
    text = text.replace(before, after);
    return {
      ...{
        order,
        transformation: `python/made-${order}`,
        keyword: null,
        file: "it.py",
        site: order,
      },
      ...{ stream: "made", before: { start, end: start + before.length, text: before } },
      after: { start, end: start + after.length, text: after },
    };
  });
  return {
    ...{ format: "plumbline-variant-log", version: 1, kind: "variant", seed: "1", stream: "made" },
    ...{ parameters: null, keywords: { methods: [], strings: [] }, passes: [], excluded: [] },
    ...{ skipped: [], rewrites, faults: [], unchanged: false },
  };
}

async function made(root: string, replacements: Parameters<typeof logOf>[0]) {
  const seed = join(root, "seed");
  mkdirSync(seed);
  writeFileSync(join(seed, "it.py"), SOURCE);
  writeFileSync(join(seed, "try_it.py"), TESTS);
  writeFileSync(join(root, "log.json"), JSON.stringify(logOf(replacements)));
  const out = join(root, "out");
  const args = ["perturb", seed, "--from", join(root, "log.json"), "--out", out];
  expect(await plumbline(args)).toMatchObject({ exitCode: 0 });
  const variant = join(out, "variant-001");
  const check = (...more: string[]) =>
    plumbline(["check", "variant", variant, "--seed-dir", seed, ...more]);
  return { variant, check };
}

describe("check variant", () => {
  it("is content with a variant whose bytes, syntax and tests are right", async () => {
    using root = temporaryFolder();
    const { check } = await made(root.path, [["x < 3", "3 > x"]]);
    const result = await check("--test-command", COMMAND);
    expect(result).toMatchObject({ exitCode: 0, stderr: "" });
    expect(result.stdout).toMatch(
      /^ok {3}variant-001\n +replay ok: 1 rewrites\n +parse ok: 1 files\n +compile ok: Python 3/,
    );
    expect(result.stdout).toContain("null-run ok\n1 of 1 variants are what they claim.");
  }, 240_000);

  it("names the rewrite that made the tests fail", async () => {
    using root = temporaryFolder();
    const { check } = await made(root.path, [
      ["x < 3", "3 > x"],
      ["x > 8", "8 > x"],
    ]);
    const result = await check("--test-command", COMMAND, "--json");
    expect(result).toMatchObject({ exitCode: 1 });
    expect(JSON.parse(result.stdout)).toMatchObject({
      valid: false,
      variants: [
        {
          checks: [{ result: "ok" }, { result: "ok" }, { result: "ok" }, { result: "failed" }],
          faults: [
            {
              ...{ gate: "null-run", transformation: "python/made-1", context: [] },
              culprits: [{ before: { text: "x > 8" }, after: { text: "8 > x" } }],
            },
          ],
        },
      ],
    });
    expect(result.stderr).toContain("1 of 1 variants are not what they claim.");
  }, 240_000);

  it("names the rewrite that is no Python", async () => {
    using root = temporaryFolder();
    const { check } = await made(root.path, [
      ["x < 3", "3 > x"],
      ["x > 8", "8 > (x"],
    ]);
    const result = await check();
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.stdout).toContain("parse failed: it.py: syntax error");
    expect(result.stdout).toContain("compile failed: it.py: line 6: SyntaxError");
    expect(result.stdout).toContain(
      "- python/made-1 in it.py (variant-001); at byte 55 `x > 8` became `8 > (x`; does not compile: ",
    );
  }, 240_000);

  it("notices bytes that no rewrite of the log wrote", async () => {
    using root = temporaryFolder();
    const { variant, check } = await made(root.path, [["x < 3", "3 > x"]]);
    appendFileSync(join(variant, "try_it.py"), "# more\n");
    const result = await check();
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.stdout).toContain("replay failed: the log does not give try_it.py");
  }, 240_000);

  it("says what is missing", async () => {
    using root = temporaryFolder();
    const { variant } = await made(root.path, [["x < 3", "3 > x"]]);
    const without = await plumbline(["check", "variant", variant]);
    expect(without).toMatchObject({ exitCode: 2 });
    expect(without.stderr).toContain("--seed-dir DIR");
    const unlogged = await plumbline(["check", "variant", root.path, "--seed-dir", root.path]);
    expect(unlogged).toMatchObject({ exitCode: 2 });
    expect(unlogged.stderr).toContain(`${root.path}.json can't be read (ENOENT)`);
    const half = await plumbline(["check", "variant", variant, "--bench", "starter"]);
    expect(half.stderr).toContain("--bench and --instance go together");
  }, 240_000);

  it("checks the variants of a study, with their tests and their gold patch", async () => {
    using root = temporaryFolder();
    const file = join(root.path, "study.yaml");
    writeFileSync(
      file,
      [
        ...["name: checked", "benchmarks: [{ id: starter, instances: [starter__routecast-5] }]"],
        ...["scaffolds: [nop]", "conditions: [variant]", "variants: 1", "replicates: 1"],
      ].join("\n"),
    );
    const out = join(root.path, "out");
    expect(await plumbline(["run", file, "--out", out, "--quiet"])).toMatchObject({ exitCode: 0 });
    const result = await plumbline(["check", "variant", out, "--json"]);
    expect(result).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(result.stdout)).toMatchObject({
      valid: true,
      variants: [{ name: "starter__routecast-5-variant-1-draw-1", faults: [] }],
    });
    expect(result.stdout).toContain('"null-run"');
    expect(result.stdout).toContain('"gold"');
  }, 480_000);
});
