import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { cloneFolders } from "./cloned-python-program.ts";

const never = new AbortController().signal;
let folder = "";
const at = (...parts: string[]) => join(folder, ...parts);

function git(...args: string[]): string {
  const owner = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
  return execFileSync("git", ["-C", at("repository"), ...owner, ...args], { encoding: "utf8" });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cloned-"));
  for (const name of ["scaffold", "tools", "assets"]) {
    mkdirSync(at("repository", name), { recursive: true });
    writeFileSync(at("repository", name, "file"), "pinned");
  }
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "pinned");
});
afterEach(() => rmSync(folder, { recursive: true }));

const asked = (commit: string) => ({
  ...{ repository: at("nowhere"), variable: "THE_CLONE", folders: ["scaffold", "tools"] },
  commit,
});

it("takes only the folders that are asked for, as they were at the commit", async () => {
  const commit = git("rev-parse", "HEAD").trim();
  writeFileSync(at("repository", "scaffold", "file"), "later");
  git("commit", "--quiet", "--all", "--message", "later");
  await cloneFolders(at("source"), asked(commit), at("repository"), never);
  expect(readdirSync(at("source")).sort()).toEqual(["scaffold", "tools"]);
  expect(readFileSync(at("source", "scaffold", "file"), "utf8")).toBe("pinned");
});

it.each([undefined, ""])("says how it can be given where it can't be had: %o", async (own) => {
  await expect(cloneFolders(at("source"), asked("abc"), own, never)).rejects.toMatchObject({
    ...{ code: "not-installed", kind: "environment" },
    hint: "git, and a network; or THE_CLONE: the path of a clone that has commit abc",
  });
});

it("is none where the clone lacks the commit", async () => {
  const lacking = "0123456789012345678901234567890123456789";
  const cloning = cloneFolders(at("source"), asked(lacking), at("repository"), never);
  await expect(cloning).rejects.toThrow(/^Packages were not installed: (fatal|error): /);
});
