// How long a sandbox lives, what it reaches, and what is left of it: nothing, even when its owner
// is killed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it, vi } from "vitest";

import { SandboxError } from "../sandboxes/sandbox.ts";
import { execIn } from "./sandbox-under-test.ts";
import type { SandboxUnderTest } from "./sandbox-under-test.ts";

export function testLife(subject: SandboxUnderTest): void {
  describe("lives", () => {
    it("with a work tree and a scratch folder that are empty at first and last", async () => {
      await subject.withSandbox({}, async (sandbox) => {
        expect((await execIn(sandbox, "ls -A")).stdout.toString()).toBe("");
        await execIn(sandbox, ["sh", "-c", 'echo kept > "$1/file"', "sh", sandbox.scratch]);
        expect(await sandbox.readFile(`${sandbox.scratch}/file`, 10)).not.toBeNull();
      });
    });

    it("until it is disposed of, which can be done twice", async () => {
      const sandbox = await subject.create();
      await sandbox.dispose();
      await sandbox.dispose();
      await expect(execIn(sandbox, "true")).rejects.toBeInstanceOf(SandboxError);
      await expect(sandbox.readFile("x", 1)).rejects.toBeInstanceOf(SandboxError);
    });

    it("and is disposed of while commands run", async () => {
      const sandbox = await subject.create();
      const running = [execIn(sandbox, "sleep 300"), execIn(sandbox, "sleep 300")];
      const ended = Promise.allSettled(running);
      await sleep(300);
      await sandbox.dispose();
      for (const result of await ended) {
        expect(result).toMatchObject({ status: "rejected", reason: { code: "disposed" } });
      }
    });

    it("apart from others", async () => {
      const [one, other] = [await subject.create(), await subject.create()];
      try {
        expect(one.id).not.toBe(other.id);
        await execIn(one, "echo mine > file");
        expect(await other.readFile("file", 10)).toBeNull();
        if (one.isolation.processes === "none") return;
        const marker = "7654.321";
        const running = execIn(one, ["sleep", marker], { timeoutMs: 1500 });
        await sleep(500);
        const { stdout } = await execIn(other, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '");
        expect(stdout.toString()).not.toContain(marker);
        await running;
      } finally {
        await Promise.all([one.dispose(), other.dispose()]);
      }
    });

    it("and has its label in no path that is seen inside", () => {
      expect(
        `${subject.shared().id}${subject.shared().workdir}${subject.shared().scratch}`,
      ).not.toContain("label");
    });

    it.skipIf(subject.options.image !== undefined)(
      "and refuses an image that it cannot run",
      async () => {
        await expect(subject.create({ image: "debian" })).rejects.toBeInstanceOf(SandboxError);
      },
    );
  });

  it("reaches the one socket that it is given, and has no address otherwise", async () => {
    expect(subject.shared().reachAddress).toBeNull();
    const folder = await mkdtemp(join(tmpdir(), "reach-"));
    const server = createServer((request, response) =>
      response.end(`you asked for ${request.url ?? ""}`),
    );
    server.listen(join(folder, "socket"));
    await once(server, "listening");
    try {
      await subject.withSandbox({ reachSocket: join(folder, "socket") }, async (sandbox) => {
        const port = new URL(sandbox.reachAddress ?? "").port;
        const fetch = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'GET /v1 HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3`;
        for (const exit of [0, 5]) {
          const result = await execIn(sandbox, `${fetch}; exit ${exit}`);
          expect(result.exitCode).toBe(exit);
          expect(result.stdout.toString()).toContain("you asked for /v1");
        }
      });
    } finally {
      server.close();
      await rm(folder, { recursive: true });
    }
  });

  it("leaves living owners' sandboxes alone when it sweeps", async () => {
    await subject.withSandbox({}, async (sandbox) => {
      expect(await subject.backend.sweep()).not.toContain(sandbox.id);
      expect(await execIn(sandbox, "true")).toMatchObject({ exitCode: 0 });
    });
  });

  it.skipIf(subject.options.compiled === undefined)(
    "is swept away when its owner was killed, by two sweepers at once",
    async () => {
      // Where nobody else sweeps meanwhile. 0711: a sandbox's user id has to pass through.
      const folder = await mkdtemp(join(tmpdir(), "sweep-"));
      await chmod(folder, 0o711);
      vi.stubEnv("TMPDIR", folder);
      try {
        const marker = `${8_000_000 + process.pid}.${Date.now()}`;
        const module = subject.options.compiled?.href ?? "";
        const { id, kill } = await ownerProcess(subject, module, marker);
        await until(() => commandLines().filter((line) => line.includes(marker)).length >= 2);
        await kill();
        const removed = await Promise.all([subject.backend.sweep(), subject.backend.sweep()]);
        expect(removed.flat()).toContain(id);
        expect(commandLines().filter((line) => line.includes(marker))).toEqual([]);
        expect(await subject.backend.sweep()).toEqual([]);
      } finally {
        vi.unstubAllEnvs();
        await rm(folder, { recursive: true });
      }
    },
  );
}

/** Another process that owns a sandbox in which two commands run, one out of its parent's reach. */
async function ownerProcess(subject: SandboxUnderTest, module: string, marker: string) {
  const { image } = subject.options;
  const spec = { label: "killed", limits: {}, ...(image === undefined ? {} : { image }) };
  const program = `
    const found = Object.values(await import(${JSON.stringify(module)}));
    const backend = found.find((member) => member?.id === ${JSON.stringify(subject.backend.id)});
    const sandbox = await backend.create(${JSON.stringify(spec)});
    console.log(sandbox.id);
    await sandbox.exec({ command: ["sh", "-c", "setsid sleep ${marker} & sleep ${marker}"], timeoutMs: 1e6 });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return {
    id: line.toString().trim(),
    kill: async () => {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(20);
}

/** Of all processes that run on this machine. */
function commandLines(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8");
      } catch {
        return "";
      }
    });
}
