import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { NODE_PROGRAMS, buildNodeEnvironment } from "./node-environment.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-node-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("leaves installing alone where tests run, and everything else to npm", async () => {
  const packageJson = JSON.stringify({ private: true, dependencies: {} });
  const recipe = {
    kind: "node",
    id: "a__b-1",
    packageJson,
    packageLock: null,
    prepare: "",
  } as const;
  const means = { folder, notice: () => undefined, offline: false };
  const versions = await buildNodeEnvironment(recipe, folder, means);
  expect(versions[0]).toMatch(/^node: v/);
  const PATH = `${join(folder, NODE_PROGRAMS)}:${process.env["PATH"] ?? ""}`;
  const npm = (...args: string[]) =>
    spawnSync("npm", args, { cwd: folder, env: { ...process.env, PATH }, encoding: "utf8" });
  for (const args of [["install"], ["i", "--legacy-peer-deps"], ["ci"]]) {
    expect(npm(...args)).toMatchObject({ status: 0, stdout: "" });
  }
  const refused = npm("install", "--no-save", "left-pad");
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain("left-pad can't be installed");
  expect(npm("--version").stdout).toMatch(/^[0-9]+\.[0-9]+/);
});
