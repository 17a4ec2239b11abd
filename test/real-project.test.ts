// Variants of a project that was not written for this: every one compiles, and the project's own
// test suite says the same of it as of the original. .ci/run fetches one with
// scripts/source-distribution.sh.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { execa, execaSync } from "execa";
import { afterAll, describe, expect, it } from "vitest";
import { unittest } from "../src/grading/parsers/unittest.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

const project = process.env["PLUMBLINE_REAL_PROJECT"] ?? "";
const reason = project === "" ? "PLUMBLINE_REAL_PROJECT names no unpacked project" : "";
if (reason !== "") process.stdout.write(`skipped: real project: ${reason}\n`);

const SAMPLES = 3;
const root = temporaryFolder();
afterAll(() => root[Symbol.dispose]());

/** Status of each of the project's own tests. */
async function ownTests(folder: string): Promise<Map<string, string>> {
  const { all } = await execa(
    "python3",
    ["-m", "unittest", "discover", "-v", "-s", "test", "-t", "test"],
    {
      cwd: folder,
      all: true,
      reject: false,
      stdin: "ignore",
      env: { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1", LANG: "C.UTF-8" },
    },
  );
  return new Map([...unittest.parse(all)].sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe.skipIf(reason !== "")(
  `variants of a real project${reason && ` (skipped: ${reason})`}`,
  () => {
    it("compile, differ from the original, and have its test outcomes", async () => {
      const out = join(root.path, "variants");
      const args = ["perturb", project, "--samples", String(SAMPLES), "--seed", "1", "--out", out];
      expect(await plumbline(args)).toMatchObject({ exitCode: 0 });

      const files = execaSync("find", [project, "-name", "*.py"]).stdout.split("\n");
      expect(files.length).toBeGreaterThanOrEqual(100);
      const original = await ownTests(project);
      expect([...original.values()].filter((status) => status === "PASSED").length).toBeGreaterThan(
        300,
      );

      for (let sample = 1; sample <= SAMPLES; sample++) {
        const name = `variant-${String(sample).padStart(3, "0")}`;
        const folder = join(out, name);
        const log = JSON.parse(readFileSync(join(out, `${name}.json`), "utf8")) as {
          rewrites: readonly unknown[];
          faults: readonly unknown[];
        };
        expect(log.rewrites.length).toBeGreaterThan(0);
        expect(log.faults).toEqual([]);
        const bytecode = join(root.path, `${name}-bytecode`);
        mkdirSync(bytecode);
        const compiled = execaSync("python3", ["-m", "compileall", "-q", "docutils"], {
          cwd: folder,
          reject: false,
          env: { PYTHONPYCACHEPREFIX: bytecode },
        });
        expect(compiled.stdout + compiled.stderr).toBe("");
        expect(await ownTests(folder)).toEqual(original);
      }
    }, 900_000);
  },
);
