import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { doorFolder } from "./door-folder.ts";

it("removes what a killed process left, and nothing of one that lives", () => {
  const { pid: dead } = spawnSync(process.execPath, ["-e", ""]);
  const [left, living] = [dead, process.pid].map((pid) =>
    join(tmpdir(), `plumbline-gateway-${pid}-test`),
  ) as [string, string];
  for (const folder of [left, living]) {
    mkdirSync(folder);
    writeFileSync(join(folder, "1"), "");
  }
  const made = doorFolder();
  expect([left, living, made].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  for (const folder of [living, made]) rmSync(folder, { recursive: true });
});
