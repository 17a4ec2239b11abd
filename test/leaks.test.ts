// `plumbline leaks` on repositories made with real git: each way in which an answer can lie about is
// found, and a tree with its one commit has none.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type Dockerode from "dockerode";
import { plumbline, temporaryFolder } from "./cli.ts";
import { makeImage, removeMadeImage, testEngine } from "./made-image.ts";

const PLANTED = [
  ["future-commit", 1],
  ["dangling-object", 1],
  ["reflog", 1],
  ["stored-head", 1],
  ["remote", 2],
  ["installed-copy", 1],
  ["orphan-bytecode", 1],
];

interface Found {
  readonly kind: string;
  readonly count: number;
  readonly examples: readonly string[];
}

const IDENTITY = ["-c", "user.name=n", "-c", "user.email=m@example.org"];

function repository(root: string, name: string) {
  const tree = join(root, name);
  mkdirSync(tree, { recursive: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  };
  const git = (...args: string[]) =>
    execFileSync("git", [...IDENTITY, ...args], { cwd: tree, encoding: "utf8", stdio: "pipe" });
  write("acmelib/__init__.py", "VERSION = 1\n");
  write("acmelib/parser.py", "X = 1\n");
  git("init", "-q", "-b", "main", ".");
  git("config", "core.logAllRefUpdates", "false");
  git("add", "-A");
  git("commit", "-qm", "base");
  return { tree, write, git };
}

/** Hides the answer in a repository, in each of the ways that git and Python know. */
function plant({ tree, write, git }: ReturnType<typeof repository>): void {
  git("checkout", "-qb", "fix");
  write("acmelib/parser.py", "X = 2\n");
  git("commit", "-qam", "Fix the parser");
  git("tag", "v2");
  git("checkout", "-q", "main");
  git("branch", "-qD", "fix");
  write("lost.txt", "the answer\n");
  git("hash-object", "-w", "lost.txt");
  rmSync(join(tree, "lost.txt"));
  git("remote", "add", "origin", "https://name:secret@example.org/acme/lib.git");
  git("update-ref", "--create-reflog", "-m", "fetched", "refs/heads/other", "HEAD");
  write(".git/FETCH_HEAD", "0".repeat(40));
  write("acmelib/__pycache__/solver.cpython-311.pyc", "");
}

async function leaksOf(tree: string): Promise<{ exitCode: number | undefined; found: Found[] }> {
  const { exitCode, stdout } = await plumbline(["leaks", tree, "--json"]);
  return { exitCode, found: (JSON.parse(stdout) as { leaks: Found[] }).leaks };
}

it("finds nothing in a tree with one commit", async () => {
  using root = temporaryFolder();
  const { tree } = repository(root.path, "clean");
  expect(await leaksOf(tree)).toEqual({ exitCode: 0, found: [] });
  expect((await plumbline(["leaks", tree])).stdout).toBe("Nothing was found.");
}, 120_000);

it("finds each way in which the answer may lie about", async () => {
  using root = temporaryFolder();
  const { tree, write, git } = repository(root.path, "leaky");
  plant({ tree, write, git });
  write("env/lib/python3.11/site-packages/acmelib/__init__.py", "VERSION = 2\n");
  write("env/lib/python3.11/site-packages/acmelib-2.0.dist-info/METADATA", "Name: acmelib\n");
  const { exitCode, found } = await leaksOf(tree);
  expect(exitCode).toBe(1);
  const site = join(tree, "env/lib/python3.11/site-packages");
  expect(found.map(({ kind, count }) => [kind, count])).toEqual(PLANTED);
  const example = (kind: string) => found.find((leak) => leak.kind === kind)?.examples[0];
  expect(example("future-commit")).toMatch(/^[0-9a-f]+ \d{4}-\d\d-\d\d Fix the parser$/);
  expect(example("installed-copy")).toBe(`${site}/acmelib acmelib-2.0.dist-info`);
  expect(example("orphan-bytecode")).toBe("./acmelib/__pycache__/solver.cpython-311.pyc");
  expect(JSON.stringify(found)).not.toContain("secret");
}, 120_000);

it("takes an installed link to the tree for no copy, and bytecode with its source for none", async () => {
  using root = temporaryFolder();
  const { tree, write } = repository(root.path, "linked");
  const site = join(tree, "env/lib/python3.11/site-packages");
  mkdirSync(site, { recursive: true });
  symlinkSync(join(tree, "acmelib"), join(site, "acmelib"));
  write("acmelib/__pycache__/parser.cpython-311.pyc", "");
  expect((await leaksOf(tree)).found).toEqual([]);
}, 120_000);

it("runs nothing that the repository's configuration names", async () => {
  using root = temporaryFolder();
  const { tree, git, write } = repository(root.path, "hostile");
  const mark = join(root.path, "ran");
  write("evil.sh", `#!/bin/sh\ntouch ${mark}\n`);
  execFileSync("chmod", ["+x", join(tree, "evil.sh")]);
  for (const key of ["core.fsmonitor", "core.pager", "diff.external", "gpg.program"]) {
    git("config", key, join(tree, "evil.sh"));
  }
  git("config", "log.showSignature", "true");
  await leaksOf(tree);
  expect(() => execFileSync("test", ["-e", mark])).toThrow();
}, 120_000);

it("says what it can't search", async () => {
  const { exitCode, stderr } = await plumbline(["leaks", "/nonexistent/folder"]);
  expect(exitCode).not.toBe(0);
  expect(stderr).toMatch(/^plumbline: /);
}, 120_000);

for (const id of ["docker", "podman"] as const) {
  const { client, title } = await testEngine(id, "an image searched for leaks");
  describe.skipIf(client === null)(title, { timeout: 240_000 }, () => {
    const searched = async (name: string, root: string, ...options: string[]) => {
      await makeImage(client as Dockerode, name, root);
      try {
        return await plumbline(["leaks", name, "--sandbox", id, "--json", ...options]);
      } finally {
        await removeMadeImage(client as Dockerode, name);
      }
    };

    it("shows all that was planted, outside of its tree, too", async () => {
      using root = temporaryFolder();
      const made = repository(root.path, "image/testbed");
      plant(made);
      const site = "opt/miniconda3/envs/testbed/lib/python3.9/site-packages";
      for (const [path, text] of [
        ["acmelib/__init__.py", "VERSION = 2\n"],
        ["acmelib-2.0.dist-info/METADATA", "Name: acmelib\n"],
      ] as const) {
        made.write(`../${site}/${path}`, text);
      }
      const { exitCode, stdout } = await searched(
        "plumbline-made/leaky:1",
        join(root.path, "image"),
      );
      const found = (JSON.parse(stdout) as { leaks: Found[] }).leaks;
      expect(found.map(({ kind, count }) => [kind, count])).toEqual(PLANTED);
      const copy = found.find(({ kind }) => kind === "installed-copy");
      expect(copy?.examples).toEqual([`/${site}/acmelib acmelib-2.0.dist-info`]);
      expect(exitCode).toBe(1);
    });

    it("shows nothing where there is nothing, wherever its tree is", async () => {
      using root = temporaryFolder();
      repository(root.path, "image/app");
      const image = join(root.path, "image");
      const { exitCode, stdout } = await searched(
        "plumbline-made/clean:1",
        image,
        "--workdir",
        "/app",
      );
      expect(JSON.parse(stdout)).toEqual({ target: "plumbline-made/clean:1", leaks: [] });
      expect(exitCode).toBe(0);
    });
  });
}
