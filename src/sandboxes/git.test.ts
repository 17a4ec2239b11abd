// A prepared tree put over what an image brings: plain processes stand for the image's container.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { execIn } from "../testing/sandbox-under-test.ts";
import { commitTree, extractPatches, placeTree, setArtefactsAside } from "./git.ts";
import { processSandbox } from "./process.ts";
import type { CommittedTree } from "./git.ts";
import type { Sandbox, SandboxFile } from "./sandbox.ts";

const AS = "git -c user.name=n -c user.email=n@example.org";
const identity = {
  ...{ authorName: "An Author", authorEmail: "author@example.org" },
  ...{ authorDate: "2001-02-03T04:05:06+00:00", message: "Base" },
};
const file = (path: string, text: string): SandboxFile => ({
  ...{ path, mode: "100644" },
  bytes: Buffer.from(text),
});

describe("a tree put over an image's own", { timeout: 120_000 }, () => {
  let image: Sandbox;
  beforeEach(async () => {
    image = await processSandbox.create({ label: "image", limits: {} });
    await shell(`
      git init -q . && mkdir -p old/deep sub && echo 1 > a && echo x > old/deep/x
      printf 'build/\\n__pycache__/\\n' > .gitignore
      git init -q sub && echo s > sub/s && git -C sub add -A && (cd sub && ${AS} commit -q -m sub)
      git add -A 2>/dev/null && ${AS} commit -q -m base
      mkdir -p build empty pkg.egg-info __pycache__ && echo built > build/out && echo i > pkg.egg-info/i
      echo code > __pycache__/a.pyc; touch $'b\\xff d' ' !#x'`);
  });
  afterEach(() => image.dispose());

  const shell = async (script: string) => {
    const { exitCode, stdout, stderr } = await execIn(image, `set -e\n${script}`);
    if (exitCode !== 0) throw new Error(stderr.toString());
    return stdout.toString();
  };
  const prepared = async (changed: readonly SandboxFile[]) => {
    const maker = await processSandbox.create({ label: "maker", limits: {} });
    try {
      const base = [file("a", "1\n"), file(".gitignore", "build/\n__pycache__/\n")];
      return await commitTree(maker, { base, changed, deleted: [], identity });
    } finally {
      await maker.dispose();
    }
  };

  it("leaves builds, submodules and empty folders, and neither history nor bytecode", async () => {
    await placeTree(image, await prepared([]));
    expect(await shell("git log --all --format='%an %s'")).toBe("An Author Base\n");
    expect(await shell("cat a build/out pkg.egg-info/i sub/s; ls -d empty")).toBe(
      "1\nbuilt\ni\ns\nempty\n",
    );
    expect(await shell("ls -d old __pycache__ 2>/dev/null || true")).toBe("");
  });

  it("has nothing of what lay there in any patch, whatever its name", async () => {
    const state = await prepared([]);
    await placeTree(image, state);
    const artefacts = await setArtefactsAside(image);
    expect(await shell("git status --porcelain")).toBe("");
    await shell("echo > .gitignore; echo 2 > build/out; echo 2 > a; echo n > new");
    const { patch } = await extractPatches(image, state, artefacts);
    const files = [...patch.toString().matchAll(/^diff --git a\/(.*) b\//gm)].map(([, at]) => at);
    expect(files).toEqual([".gitignore", "a", "new"]);
  });

  it("is newer than a build where it differs from what was built, and all of it alike", async () => {
    const newer = "for f in a .gitignore; do [ $f -nt build/out ] && echo $f; done; true";
    await placeTree(image, await prepared([]));
    expect(await shell(newer)).toBe("");
    await placeTree(image, await prepared([file("a", "changed\n")]));
    expect(await shell(newer)).toBe("a\n.gitignore\n");
  });
});

describe("the patch of a tree whose history", { timeout: 120_000 }, () => {
  let sandbox: Sandbox;
  let state: CommittedTree;
  beforeEach(async () => {
    sandbox = await processSandbox.create({ label: "agent", limits: {} });
    const maker = await processSandbox.create({ label: "maker", limits: {} });
    try {
      const base = [file("a", "1\n"), file("b", "1\n")];
      state = await commitTree(maker, { base, changed: [file("b", "2\n")], deleted: [], identity });
    } finally {
      await maker.dispose();
    }
    await placeTree(sandbox, state);
  });
  afterEach(() => sandbox.dispose());

  const extractAfter = async (does: string) => {
    const { exitCode, stderr } = await execIn(sandbox, `set -e\n${does}`);
    expect(exitCode, stderr.toString()).toBe(0);
    const { patch, wholePatch, reverted } = await extractPatches(sandbox, state, "");
    const lines = (diff: Buffer) =>
      diff
        .toString()
        .split("\n")
        .filter((line) => /^([-+]\d|[-+]{3} )/.test(line));
    return { patch: lines(patch), wholePatch: lines(wholePatch), reverted };
  };
  const EDIT = ["--- a/a", "+++ b/a", "-1", "+9"];
  const STATE = ["--- a/b", "+++ b/b", "-1", "+2"];
  const COMMIT = `${AS} commit -q -a -m work`;
  const FRESH = "git init -q -b main . && git add -A";

  it.each([
    ["was left alone", "echo 9 > a"],
    ["was staged", "echo 9 > a; git add a"],
    ["was continued", `echo 9 > a; ${COMMIT}`],
    ["was continued on a branch", `git checkout -q -b fix; echo 9 > a; ${COMMIT}`],
    [
      "was continued on a branch and merged",
      `git checkout -q -b fix; echo 9 > a; ${COMMIT}; git checkout -q main; git merge -q fix`,
    ],
    ["was stashed and taken up again", `echo 9 > a; ${AS} stash -q; git stash pop -q`],
    ["holds an undoing commit", `echo 8 > a; ${COMMIT}; ${AS} revert --no-edit HEAD; echo 9 > a`],
    ["was packed", `echo 9 > a; ${COMMIT}; git gc -q; git pack-refs --all`],
  ])("%s is the work, and nothing was reverted", async (_, does) => {
    const extracted = await extractAfter(does);
    expect(extracted).toEqual({
      ...{ patch: EDIT, wholePatch: [...EDIT, ...STATE], reverted: false },
    });
  });

  it.each([
    [
      "was reset to what was given",
      `echo 8 > a; ${COMMIT}; git reset -q --hard HEAD~1; echo 9 > a`,
    ],
    [
      "was left on a branch",
      `git checkout -q -b f; ${COMMIT} --allow-empty; git checkout -q main; echo 9 > a`,
    ],
    ["was amended, given commit and all", `echo 9 > a; ${COMMIT} --amend`],
    ["was amended", `echo 8 > a; ${COMMIT}; echo 9 > a; ${COMMIT} --amend`],
    [
      "was squashed",
      `echo 8 > a; ${COMMIT}; echo 9 > a; ${COMMIT}; git reset -q --soft HEAD~2; ${COMMIT}`,
    ],
    ["was begun anew", `rm -rf .git; echo 9 > a; ${FRESH}; ${COMMIT}`],
    ["was begun anew and not committed", `rm -rf .git; echo 9 > a; ${FRESH}`],
    ["was replaced by another of the same files", `rm -rf .git; ${FRESH}; ${COMMIT}; echo 9 > a`],
    ["lost its commits", `git checkout -q --orphan new; echo 9 > a; ${COMMIT}`],
    ["is gone", "rm -rf .git; echo 9 > a"],
    ["is no repository any more", "rm -rf .git; echo x > .git; echo 9 > a"],
    ["is broken", "echo 9 > a; rm -rf .git/objects"],
    [
      "hides behind a replacement",
      `echo 9 > a; given=$(git rev-parse HEAD); git checkout -q --orphan new; ${COMMIT}
       git replace --graft HEAD $given`,
    ],
  ])("%s is what the files show against what was given, and marked", async (_, does) => {
    const extracted = await extractAfter(does);
    expect(extracted).toEqual({
      ...{ patch: EDIT, wholePatch: [...EDIT, ...STATE], reverted: true },
    });
  });

  it("was reset before the state that was given holds the undoing of that state", async () => {
    const extracted = await extractAfter(`echo 1 > b; rm -rf .git; ${FRESH}; ${COMMIT}`);
    expect(extracted).toEqual({
      ...{ patch: ["--- a/b", "+++ b/b", "-2", "+1"], wholePatch: [], reverted: true },
    });
  });

  it("names programs to run is read without running any", async () => {
    const names = ["core.pager", "core.fsmonitor", "pager.log", "core.sshCommand"];
    const set = names.map((name) => `git config ${name} 'touch ../ran; false'`).join("; ");
    const extracted = await extractAfter(`echo 9 > a; ${COMMIT}; ${set}`);
    expect(extracted).toMatchObject({ patch: EDIT, reverted: false });
    expect((await execIn(sandbox, "ls .. .")).stdout.toString()).not.toContain("ran");
  });

  it("never answers is not waited for", async () => {
    const extracted = await extractAfter("echo 9 > a; rm .git/HEAD; mkfifo .git/HEAD");
    expect(extracted).toMatchObject({ patch: EDIT, reverted: true });
  });
});
