import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { readTree } from "../src/cli/read-tree.ts";
import { plumbline } from "./cli.ts";

const PACKAGE = fileURLToPath(new URL("../suites/starter/packages/taskgraph", import.meta.url));

describe("plumbline perturb --workers", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-workers-"));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function perturb(workers: number, ...options: string[]) {
    const out = join(folder, `out-${workers}`);
    const common = ["--samples", "5", "--seed", "17", "--workers", String(workers)];
    return plumbline(["perturb", PACKAGE, "--out", out, ...common, ...options], {
      env: { PLUMBLINE_CACHE: join(folder, "cache") },
    });
  }

  it("writes the same bytes and says the same with one thread, two, and more than variants", async () => {
    const [one, two, seven] = [await perturb(1), await perturb(2), await perturb(7)];
    expect([one.exitCode, two.exitCode, seven.exitCode]).toEqual([0, 0, 0]);
    expect(two.stdout).toBe(one.stdout);
    expect(one.stdout.match(/^variant-00\d: /gm)).toHaveLength(5);
    const trees = ["out-1", "out-2", "out-7"].map((name) => readTree(join(folder, name)).tree);
    expect(trees[1]).toEqual(trees[0]);
    expect(trees[2]).toEqual(trees[0]);
  }, 300_000);

  it("makes a variant again from its log, to the same bytes", async () => {
    for (const name of ["variant-001", "variant-004"]) {
      const [log, out] = [join(folder, "out-2", `${name}.json`), join(folder, `again-${name}`)];
      const { exitCode } = await plumbline(["perturb", PACKAGE, "--from", log, "--out", out]);
      expect(exitCode).toBe(0);
      expect(readTree(join(out, "variant-001")).tree).toEqual(
        readTree(join(folder, "out-2", name)).tree,
      );
      const [again, first] = [join(out, "variant-001.json"), log].map((path): unknown =>
        JSON.parse(readFileSync(path, "utf8")),
      );
      expect(again).toEqual(first);
    }
  }, 120_000);
});
