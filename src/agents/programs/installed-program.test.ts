import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { thisProcess } from "../../sandboxes/owner-label.ts";
import { installProgram } from "./installed-program.ts";
import type { Program } from "./installed-program.ts";

let cache = "";
let builds = 0;
const never = new AbortController().signal;

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), "programs-"));
  builds = 0;
});
afterEach(() => rmSync(cache, { recursive: true }));

const program = (more: Partial<Program> = {}): Program => ({
  ...{ id: "scaffold", version: "1.2.3", files: ["scaffold"] },
  ...{ title: "scaffold 1.2.3", installer: "sh" },
  build: async (folder) => {
    builds += 1;
    await writeFile(join(folder, "scaffold"), "#!/bin/sh\n");
  },
  ...more,
});

describe("a scaffold's program", () => {
  it("is installed once, and mounted from where it is kept", async () => {
    const mounts = await installProgram(program(), cache, never);
    const outside = join(cache, "scaffold-1.2.3");
    expect(mounts).toEqual([{ outside, inside: "/opt/agents/scaffold" }]);
    expect(readdirSync(outside).sort()).toEqual(["plumbline-program.json", "scaffold"]);
    expect(await installProgram(program(), cache, never)).toEqual(mounts);
    expect(builds).toBe(1);
  });

  it("of another version is another program", async () => {
    await installProgram(program(), cache, never);
    await installProgram(program({ version: "1.2.4" }), cache, never);
    expect(readdirSync(cache).sort()).toEqual(["scaffold-1.2.3", "scaffold-1.2.4"]);
  });

  it("is installed once where several ask at the same time", async () => {
    const asked = [1, 2, 3].map(() => installProgram(program(), cache, never));
    await Promise.all(asked);
    expect(builds).toBe(1);
    expect(readdirSync(cache)).toEqual(["scaffold-1.2.3"]);
  });

  it("leaves nothing where its installation fails, which may then be tried again", async () => {
    const fails = program({
      build: async (folder) => {
        await writeFile(join(folder, "scaffold"), "half");
        throw new Error("no registry");
      },
    });
    await expect(installProgram(fails, cache, never)).rejects.toThrow("no registry");
    expect(readdirSync(cache)).toEqual([]);
    await installProgram(program(), cache, never);
    expect(builds).toBe(1);
  });

  it("is none where what it is started by is not in it", async () => {
    const other = program({ files: ["x64/scaffold", "arm64/scaffold"] });
    await expect(installProgram(other, cache, never)).rejects.toMatchObject({
      ...{ code: "agent-not-installed", kind: "environment" },
      message: "scaffold 1.2.3 was installed, but x64/scaffold or arm64/scaffold is not in it.",
    });
    expect(readdirSync(cache)).toEqual([]);
  });

  it("is waited for where another process installs it, until one is told to stop", async () => {
    writeFileSync(join(cache, "scaffold-1.2.3.lock"), JSON.stringify(thisProcess()));
    const stop = new AbortController();
    const waiting = installProgram(program(), cache, stop.signal);
    stop.abort();
    await expect(waiting).rejects.toThrow(/abort/);
    expect(builds).toBe(0);
  });

  it("is taken over from a process that was killed while it installed it", async () => {
    const { pid } = spawnSync("true");
    const owner = { ...thisProcess(), pid, startTime: "1" };
    writeFileSync(join(cache, "scaffold-1.2.3.lock"), JSON.stringify(owner));
    writeFileSync(join(cache, "scaffold-1.2.3.partial-1"), "");
    await installProgram(program(), cache, never);
    expect(readdirSync(cache)).toEqual(["scaffold-1.2.3"]);
  });
});
