// What a machine can't keep is refused, and what it keeps by lesser means still holds.
import { Worker } from "node:worker_threads";

import { describe, expect, it } from "vitest";

import { execIn } from "../testing/sandbox-under-test.ts";
import { bubblewrapSandbox, createBubblewrap } from "./bubblewrap.ts";
import { findHostMeans, keptLimits } from "./host-means.ts";
import { runtimeFolder } from "./runtime-folder.ts";

const { available, reason } = await bubblewrapSandbox.check();
if (!available) process.stdout.write(`skipped: bubblewrap by lesser means: ${reason}\n`);

describe.skipIf(!available)(
  `bubblewrap by lesser means${available ? "" : `: ${reason}`}`,
  async () => {
    const means = await findHostMeans(await runtimeFolder(), "bubblewrap");
    const lesser = { ...means, cgroupHome: null, canMount: false };

    it("refuses a limit that nothing can keep", async () => {
      const create = createBubblewrap({ label: "", limits: { diskBytes: 1e6 } }, lesser);
      await expect(create).rejects.toMatchObject({ code: "limit-not-kept" });
    });

    it("refuses when bubblewrap is not there, and says what to do", async () => {
      const without = { ...means, programs: { ...means.programs, bwrap: null } };
      await expect(createBubblewrap({ label: "", limits: {} }, without)).rejects.toMatchObject({
        code: "programs-missing",
        hint: expect.stringContaining("apt-get install") as unknown,
      });
    });

    it("refuses in a worker thread, with whose end its processes would end", async () => {
      const module = new URL("../../dist/sandboxes/bubblewrap.js", import.meta.url).href;
      const source = `
      const { parentPort } = require("node:worker_threads");
      import(${JSON.stringify(module)})
        .then(({ bubblewrapSandbox }) => bubblewrapSandbox.create({ label: "", limits: {} }))
        .catch((error) => parentPort.postMessage(error.code));`;
      const worker = new Worker(source, { eval: true });
      const code = await new Promise((resolve) => worker.once("message", resolve));
      expect(code).toBe("worker-thread");
      await worker.terminate();
    });

    it.skipIf(!keptLimits(lesser).includes("processes"))(
      "limits by rlimit without cgroups",
      async () => {
        const limits = { memoryBytes: 256e6, processes: 40 };
        const sandbox = await createBubblewrap({ label: "", limits }, lesser);
        expect(sandbox.isolation).toMatchObject({
          memory: "rlimit",
          processCount: "rlimit",
          disk: null,
        });
        const forked = await execIn(sandbox, "sh -c 'for i in $(seq 100); do sleep 60 & done'");
        expect(forked.stderr.toString()).toContain("fork");
        const eaten = await execIn(sandbox, "python3 -c 'bytearray(500_000_000)'");
        expect(eaten.stderr.toString()).toContain("MemoryError");
        expect(await execIn(sandbox, "echo fine")).toMatchObject({ exitCode: 0 });
        await sandbox.dispose();
      },
    );
  },
);
