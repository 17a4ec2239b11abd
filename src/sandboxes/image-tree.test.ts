// The tree of an image, read from repositories that plain processes see: no engine is needed for it.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { execIn } from "../testing/sandbox-under-test.ts";
import { readImageTree } from "./image-tree.ts";
import { processSandbox } from "./process.ts";
import type { Sandbox } from "./sandbox.ts";

const AS = "git -c user.name=Maker -c user.email=maker@example.org";

describe("the tree of an image", { timeout: 60_000 }, () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await processSandbox.create({ label: "image", limits: {} });
  });
  afterEach(() => sandbox.dispose());

  const shell = async (script: string) => {
    const { exitCode, stdout, stderr } = await execIn(sandbox, `set -e\n${script}`);
    if (exitCode !== 0) throw new Error(stderr.toString());
    return stdout.toString().trim();
  };
  const contents = async (commit: string) => {
    const { files } = await readImageTree(sandbox, commit);
    return [...files].map(([path, { bytes, mode }]) => [path, mode, Buffer.from(bytes).toString()]);
  };

  it("is what is tracked, as it lies in the work tree", async () => {
    const base = await shell(`
      git init -q . && mkdir dir 'dir/a b'
      echo one > changed; echo gone > deleted; echo f > folder
      printf 'a\\0b' > dir/binary; : > dir/empty; ln -s ../changed dir/link; ln -s /none dir/dead
      echo x > $'dir/a b/li\\nne'; echo ü > dir/ü; printf '#!/bin/sh\\n' > run; chmod +x run
      git add -A && ${AS} commit -q -m base && git rev-parse HEAD
      echo two > changed; rm deleted folder; mkdir folder; echo in > folder/in; echo new > untracked`);
    expect(await contents(base)).toEqual([
      ["changed", "100644", "two\n"],
      ["dir/a b/li\nne", "100644", "x\n"],
      ["dir/binary", "100644", "a\0b"],
      ["dir/dead", "120000", "/none"],
      ["dir/empty", "100644", ""],
      ["dir/link", "120000", "../changed"],
      ["dir/ü", "100644", "ü\n"],
      ["run", "100755", "#!/bin/sh\n"],
    ]);
  });

  it("leaves a submodule out, and lists a path in conflict once", async () => {
    await shell(`
      git init -q sub && echo s > sub/s && git -C sub add -A && (cd sub && ${AS} commit -q -m sub)
      git init -q -b main . && echo 1 > a && git add a sub 2>/dev/null && ${AS} commit -q -m base
      git checkout -q -b other && echo 2 > a && ${AS} commit -q -a -m other
      git checkout -q main && echo 3 > a && ${AS} commit -q -a -m main
      ${AS} merge -q other >/dev/null 2>&1 || true`);
    const [[path, mode, text] = [], ...others] = await contents("HEAD");
    expect([path, mode, others]).toEqual(["a", "100644", []]);
    expect(text).toContain("<<<<<<<");
  });

  it("has the base commit's author where its repository has that, else its own commit's", async () => {
    const base = await shell(`
      git init -q . && echo 1 > a && git add -A
      GIT_AUTHOR_DATE='2001-02-03T04:05:06+07:00' ${AS} commit -q -m 'Base' -m 'Why.' --author 'An Author <author@example.org>'
      git rev-parse HEAD
      ${AS} commit -q --allow-empty -m 'Set up'`);
    expect((await readImageTree(sandbox, base)).commit).toEqual({
      ...{ authorName: "An Author", authorEmail: "author@example.org" },
      ...{ authorDate: "2001-02-03T04:05:06+07:00", message: "Base\n\nWhy." },
    });
    expect((await readImageTree(sandbox, "0".repeat(40))).commit).toMatchObject({
      ...{ authorName: "Maker", message: "Set up" },
    });
  });

  it("starts nothing that the repository names", async () => {
    await shell(`
      git init -q . && echo 1 > a && git add -A && ${AS} commit -q -m base
      printf '#!/bin/sh\\ntouch %s/ran\\n' "$PWD" > evil && chmod +x evil
      for key in core.fsmonitor core.pager diff.external gpg.program core.sshCommand; do
        git config $key "$PWD/evil"
      done
      git config log.showSignature true && git config core.hooksPath "$PWD/hooks"
      mkdir hooks && for h in post-index-change post-checkout; do cp evil hooks/$h; done`);
    await contents("HEAD");
    expect(await shell("ls")).not.toContain("ran");
  });

  it("is refused where there is no repository of its own", async () => {
    await expect(readImageTree(sandbox, "HEAD")).rejects.toMatchObject({
      ...{ code: "bad-image", kind: "environment" },
      message: expect.stringContaining("has no git repository in") as string,
    });
  });

  it("is refused where a name is not UTF-8", async () => {
    await shell(`git init -q . && echo 1 > $'\\xff' && git add -A && ${AS} commit -q -m base`);
    await expect(readImageTree(sandbox, "HEAD")).rejects.toThrow(/a file name that is not UTF-8/);
  });
});
