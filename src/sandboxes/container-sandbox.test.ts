// What containers do beyond the contract that all sandboxes share: on each engine that is here.
import { setTimeout as sleep } from "node:timers/promises";
import { homedir } from "node:os";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { execIn, seen } from "../testing/sandbox-under-test.ts";
import { IMAGE_VARIABLE } from "./image-name.ts";
import { connectEngine } from "./container-engine.ts";
import { keeperCommand } from "./container-keeper.ts";
import { dockerSandbox } from "./docker.ts";
import { dockerAddress, podmanAddress } from "./engine-address.ts";
import { podmanSandbox } from "./podman.ts";
import { SandboxError } from "./sandbox.ts";
import type { Sandbox, SandboxSpec } from "./sandbox.ts";

const IMAGE = process.env[IMAGE_VARIABLE] ?? "plumbline-test";
const surroundings = { env: process.env, home: homedir(), isRoot: process.getuid?.() === 0 };

const engines = [
  { id: "docker", backend: dockerSandbox, address: () => dockerAddress(surroundings) },
  { id: "podman", backend: podmanSandbox, address: () => podmanAddress(surroundings) },
] as const;

for (const { id, backend, address } of engines) {
  const { available, reason } = await backend.check();
  if (!available) process.stdout.write(`skipped: ${id} containers (${reason})\n`);
  const title = `a container of ${id}${available ? "" : ` (skipped: ${reason})`}`;
  describe.skipIf(!available)(title, () => {
    let shared: Sandbox;
    const create = (spec: Partial<SandboxSpec> = {}) =>
      backend.create({ label: "label", limits: {}, image: IMAGE, ...spec });
    beforeAll(async () => void (shared = await create()));
    afterAll(() => shared.dispose());

    /** Writes a beat for ever; without the environment and the parent by which it could be known. */
    const orphan = (name: string) =>
      `setsid env -i sh -c 'while :; do date +%s%N > ${name}; sleep 0.02; done' >/dev/null 2>&1 &`;
    const beats = async (name: string) => {
      const before = await shared.readFile(name, 100);
      await sleep(200);
      return !(await shared.readFile(name, 100))?.equals(before ?? Buffer.alloc(0));
    };

    it("gives a result though what the command left behind holds its output open", async () => {
      const result = await execIn(shared, "sleep 300 & echo done; exit 3");
      expect(seen(result)).toMatchObject({ exitCode: 3, out: "done\n", timedOut: false });
      expect(result.durationMs).toBeLessThan(20_000);
    });

    it("waits for a command that has sent its output elsewhere", async () => {
      const result = await execIn(shared, "exec >elsewhere 2>&1; sleep 1; echo late; exit 4");
      expect(seen(result)).toMatchObject({ exitCode: 4, out: "" });
      expect((await shared.readFile("elsewhere", 100))?.toString()).toBe("late\n");
    });

    it("ends an orphan that has cleared its environment", async () => {
      await execIn(shared, `${orphan("/testbed/orphan")} sleep 0.5`);
      expect(await shared.readFile("orphan", 100)).not.toBeNull();
      expect(await beats("orphan")).toBe(false);
    });

    it("ends only what a command started while another runs", async () => {
      const other = execIn(shared, "until [ -e go ]; do sleep 0.05; done; echo unharmed");
      const beat = "while :; do date +%s%N > beat; sleep 0.02; done";
      await execIn(shared, `setsid sh -c '${beat}' >/dev/null 2>&1 & sleep 0.5`);
      expect(await shared.readFile("beat", 100)).not.toBeNull();
      expect(await beats("beat")).toBe(false);
      await execIn(shared, "touch go");
      expect(seen(await other)).toMatchObject({ exitCode: 0, out: "unharmed\n" });
    });

    it("ends a command whose time is up before it has begun", async () => {
      const result = await execIn(shared, "sleep 300", { timeoutMs: 1 });
      expect(result).toMatchObject({ exitCode: null, signal: "SIGKILL", timedOut: true });
    });

    it("outlives a command that kills all that it can", async () => {
      const result = await execIn(shared, "kill -9 -1; kill -9 1; kill -9 $$");
      expect(result).toMatchObject({ exitCode: null, signal: "SIGKILL" });
      expect(await execIn(shared, "true")).toMatchObject({ exitCode: 0 });
    });

    it("ends a command that has stopped whoever could end it", async () => {
      const stop =
        "for p in /proc/[0-9]*; do [ ${p#/proc/} = $$ ] || kill -STOP ${p#/proc/} 2>&-; done";
      const { stdout } = await execIn(shared, `${stop}; ${orphan("stopped")} sleep 0.5; echo done`);
      expect(stdout.toString()).toBe("done\n");
      expect(await shared.readFile("stopped", 100)).not.toBeNull();
      expect(await execIn(shared, "true")).toMatchObject({ exitCode: 0 });
      expect(await beats("stopped")).toBe(false);
    });

    it("harms no other command when one has stopped whoever could end it", async () => {
      const other = execIn(shared, "until [ -e on ]; do sleep 0.05; done; echo unharmed");
      const listens = "[ $(cut -d' ' -f4 $p/stat) = 1 ] && grep -q each_other $p/cmdline";
      const stop = `for p in /proc/[0-9]*; do ${listens} && kill -STOP \${p#/proc/} && echo stopped; done`;
      const { stdout } = await execIn(shared, `exec 2>/dev/null; ${stop}`);
      expect(stdout.toString()).toBe("stopped\n");
      await execIn(shared, "touch on");
      expect(seen(await other)).toMatchObject({ exitCode: 0, out: "unharmed\n" });
    });

    it("carries out no order twice", async () => {
      const script = `coproc K { exec "$@"; }
        order() { echo "$1" >&\${K[1]}; read -r -u \${K[0]} line; echo "$line"; }
        read -r -u \${K[0]} line
        COMMAND_ID=one sleep 300 & order "1 one"
        COMMAND_ID=one sleep 300 & order "1 one"; kill -0 $! && echo kept
        order "2 one"; wait $!; echo $?`;
      const command = ["bash", "-c", script, "bash", ...keeperCommand("/testbed", true)];
      const { stdout } = await shared.exec({ command, timeoutMs: 30_000 });
      expect(stdout.toString()).toBe("ended 1\nended 1\nkept\nended 2\n137\n");
    });

    it("leaves no zombies to count against a limit on processes", async () => {
      await execIn(shared, "for i in 1 2 3 4 5; do (sleep 0.1 &) ; done; sleep 0.5");
      const states = await execIn(shared, "cat /proc/[0-9]*/stat 2>/dev/null | grep -c ') Z '");
      expect(states.stdout.toString()).toBe("0\n");
    });

    it("gives a command no capability, no new privilege and no network", async () => {
      const { stdout } = await execIn(
        shared,
        "grep -E 'Cap(Eff|Prm|Bnd)|NoNewPrivs' /proc/self/status; cut -d: -f1 -s /proc/net/dev",
      );
      const words = stdout.toString().split(/\s+/).filter(Boolean);
      expect(words).toEqual([
        ...["CapPrm:", "0000000000000000", "CapEff:", "0000000000000000"],
        ...["CapBnd:", "0000000000000000", "NoNewPrivs:", "1", "lo"],
      ]);
    });

    it("says what it was made from", () => {
      expect(shared.isolation.container).toMatchObject({ image: IMAGE, engine: id });
      expect(shared.isolation.container?.imageId).toMatch(/^(sha256:)?[0-9a-f]{64}$/);
      expect(shared.isolation.container?.engineVersion).toMatch(/^\d+\./);
    });

    it("shows nothing of whose it is", async () => {
      const { stdout } = await execIn(shared, "env; hostname; cat /proc/1/cmdline | tr '\\0' ' '");
      expect(stdout.toString()).not.toMatch(/plumbline/i);
    });

    it("has the tree that its image brings, which no limit on disk can hold", async () => {
      const inImage = { workdir: "/usr/share/git-core" };
      const sandbox = await create(inImage);
      try {
        expect((await execIn(sandbox, "pwd; ls -d templates")).stdout.toString()).toBe(
          "/usr/share/git-core\ntemplates\n",
        );
        await sandbox.writeFiles([{ path: "new", bytes: Buffer.from("x"), mode: "100644" }]);
        expect(await sandbox.readFile("new", 10)).toEqual(Buffer.from("x"));
      } finally {
        await sandbox.dispose();
      }
      const limits = { diskBytes: 64 * 1024 * 1024 };
      await expect(create({ ...inImage, limits })).rejects.toMatchObject({
        code: "limit-not-kept",
      });
      await expect(create({ workdir: "/no/such" })).rejects.toMatchObject({ code: "no-workdir" });
    });

    it("is refused without an image, and says how to get one that is missing", async () => {
      vi.stubEnv(IMAGE_VARIABLE, "");
      const nameless = backend.create({ label: "label", limits: {} });
      await expect(nameless).rejects.toMatchObject({ code: "no-image" });
      vi.unstubAllEnvs();
      const missing = create({ image: "no-such-image:none" });
      await expect(missing).rejects.toMatchObject({ code: "image-missing" });
      await expect(missing).rejects.toBeInstanceOf(SandboxError);
    });

    it("runs as the user of its image, who owns the work tree", { timeout: 60_000 }, async () => {
      const { client } = await connectEngine(id, address());
      const base = await client.createContainer({ Image: IMAGE, Cmd: ["true"] });
      const tag = `${IMAGE.split(":")[0] ?? ""}-user`;
      await base.commit({ repo: tag, tag: "latest", changes: "USER agent" });
      await base.remove();
      try {
        for (const limits of [{}, { diskBytes: 32 * 1024 * 1024 }]) {
          const sandbox = await create({ image: tag, limits });
          try {
            expect(sandbox.isolation.uid).toBe(1000);
            await sandbox.writeFiles([{ path: "f", bytes: Buffer.from("x"), mode: "100644" }]);
            const result = await execIn(
              sandbox,
              "git init -q . && git add f && echo > $HOME/x && id -u",
            );
            expect(seen(result)).toMatchObject({ exitCode: 0, out: "1000\n" });
          } finally {
            await sandbox.dispose();
          }
        }
      } finally {
        await client.getImage(tag).remove({ force: true });
      }
    });
  });
}
