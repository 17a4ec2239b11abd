// The contract with Apptainer's command line: what it is told, read back by a program in its place
// that records its arguments and then runs the command plainly.
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { apptainerSandbox } from "./apptainer.ts";

const SHIM = `#!/bin/sh
[ "$1" = --version ] && { echo "apptainer version 1.3.4"; exit 0; }
env > "$SHIM_FOLDER/env"
for word; do printf '%s\\0' "$word"; done > "$SHIM_FOLDER/args"
while [ "$1" != docker://repo/image:tag ] && [ "$1" != /images/own.sif ]; do
  [ $# = 0 ] && { echo "FATAL: no image" >&2; exit 255; }
  shift
done
shift
exec "$@"
`;

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "apptainer-"));
  const shim = SHIM.replaceAll("$SHIM_FOLDER", folder);
  await writeFile(join(folder, "apptainer"), shim);
  await chmod(join(folder, "apptainer"), 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"] ?? ""}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const words = async () => (await readFile(join(folder, "args"), "utf8")).split("\0").slice(0, -1);
const create = (image = "repo/image:tag", more: object = {}) =>
  apptainerSandbox.create({ label: "label", limits: {}, image, ...more });

describe("apptainer is told", () => {
  it("what isolates a command, where files lie, and the command last", async () => {
    const sandbox = await create();
    const own = join(tmpdir(), `plumbline-${process.getuid?.() ?? 0}`, "sandboxes", sandbox.id);
    const command = ["echo", "a b", "$HOME"];
    const result = await sandbox.exec({ command, timeoutMs: 20_000, cwd: "/" });
    expect(result.stdout.toString()).toBe("a b $HOME\n");
    const told = await words();
    expect(told.slice(0, told.indexOf("docker://repo/image:tag") + 1)).toEqual([
      ...["--silent", "exec", "--containall", "--cleanenv", "--no-privs"],
      ...["--net", "--network", "none", "--hostname", "sandbox"],
      ...["--home", `${own}/tmp/home:/tmp/home`, "--overlay", `${own}/overlay`],
      ...["--bind", `${own}/tmp:/tmp`, "--bind", `${own}/tree:/testbed`],
      ...["--pwd", "/", "docker://repo/image:tag"],
    ]);
    expect(told.slice(-4)).toEqual(["/", ...command]);
    await sandbox.dispose();
    expect(existsSync(own)).toBe(false);
  });

  it("the environment under names that it passes on whole", async () => {
    const sandbox = await create("repo/image:tag", { env: { LIST: "a,b=c" } });
    await sandbox.exec({ command: ["true"], timeoutMs: 20_000, cwd: "/", env: { ONE: "1" } });
    const env = (await readFile(join(folder, "env"), "utf8")).split("\n");
    expect(env).toContain("APPTAINERENV_LIST=a,b=c");
    expect(env).toContain("APPTAINERENV_ONE=1");
    expect(env).toContain("APPTAINERENV_TZ=UTC");
    expect(env.filter((line) => /^(APPTAINERENV_PATH|APPTAINERENV_HOME|LIST)=/.test(line))).toEqual(
      [],
    );
    await sandbox.dispose();
  });

  it("an image file as it is, and to leave the tree that the image brings", async () => {
    const sandbox = await create("/images/own.sif", { workdir: "/" });
    const told = await words();
    expect(told).toContain("/images/own.sif");
    expect(told.join(" ")).not.toContain(":/testbed");
    expect(sandbox.workdir).toBe("/");
    expect(sandbox.isolation.container?.engineVersion).toBe("apptainer version 1.3.4");
    await sandbox.dispose();
  });
});

describe("a command of apptainer", () => {
  it("is ended with what it started, at its time limit", async () => {
    const sandbox = await create();
    const shell = ["sh", "-c", "setsid sleep 300 & echo begun; sleep 300"];
    const result = await sandbox.exec({ command: shell, timeoutMs: 1000, cwd: "/" });
    expect(result).toMatchObject({ timedOut: true, exitCode: null, signal: "SIGKILL" });
    expect(result.stdout.toString()).toBe("begun\n");
    await sandbox.dispose();
  });

  it("is refused with limits, without an image, and with one that does not start", async () => {
    const limited = create("repo/image:tag", { limits: { memoryBytes: 1e9 } });
    await expect(limited).rejects.toMatchObject({ code: "limit-not-kept" });
    vi.stubEnv("PLUMBLINE_IMAGE", "");
    const nameless = apptainerSandbox.create({ label: "label", limits: {} });
    await expect(nameless).rejects.toMatchObject({ code: "no-image" });
    await expect(create("other:tag")).rejects.toThrow(
      "cannot start docker://other:tag: FATAL: no image",
    );
  });
});
