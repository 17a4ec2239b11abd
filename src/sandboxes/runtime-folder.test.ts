import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { abandonedFolders, labelledFolder } from "./owner-label.ts";
import { runtimeFolder } from "./runtime-folder.ts";

let base: string;
const own = () => join(base, `plumbline-${process.getuid?.() ?? 0}`);
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "runtime-"));
});
afterEach(() => rm(base, { recursive: true }));

describe("the runtime folder", () => {
  it("is refused when it is a link", async () => {
    await mkdir(join(base, "elsewhere"));
    await symlink("elsewhere", own());
    await expect(runtimeFolder(base)).rejects.toMatchObject({ code: "runtime-folder-not-ours" });
  });

  it("is refused when others may write to it", async () => {
    await mkdir(own());
    await chmod(own(), 0o777);
    await expect(runtimeFolder(base)).rejects.toMatchObject({ code: "runtime-folder-not-ours" });
  });
});

describe("an abandoned folder", () => {
  it("is one whose owner was another process with the same pid, or of another boot", async () => {
    const runtime = await runtimeFolder(base);
    const living = await labelledFolder(runtime, "process", "run");
    expect(await abandonedFolders(runtime, "process")).toEqual([]);
    const label = {
      ...{ backend: "process", label: "", pid: process.pid, startTime: "1", cgroups: [] },
      ...{ bootId: "other", pidNamespace: "other" },
    };
    await writeFile(join(living.path, "owner.json"), JSON.stringify(label));
    expect(await abandonedFolders(runtime, "process")).toMatchObject([{ id: living.id }]);
    expect(await abandonedFolders(runtime, "bubblewrap")).toEqual([]);
  });

  it("is not one of another process namespace, whose pids say nothing here", async () => {
    const runtime = await runtimeFolder(base);
    const { path } = await labelledFolder(runtime, "process", "run");
    const label = JSON.parse(await readFile(join(path, "owner.json"), "utf8")) as object;
    await writeFile(
      join(path, "owner.json"),
      JSON.stringify({ ...label, pid: 1, startTime: "1", pidNamespace: "pid:[1]" }),
    );
    expect(await abandonedFolders(runtime, "process")).toEqual([]);
  });

  it("without a label is removed once it is too old to be in the making", async () => {
    const runtime = await runtimeFolder(base);
    const [fresh, old] = [
      join(runtime.sandboxes, ".new-fresh"),
      join(runtime.sandboxes, ".new-old"),
    ];
    await mkdir(fresh);
    await mkdir(old);
    await utimes(old, 0, 0);
    await abandonedFolders(runtime, "process");
    expect(await readdir(runtime.sandboxes)).toEqual([".new-fresh"]);
  });
});
