// Limits hold where a sandbox says that it can keep them, and are refused where it can't.
import { describe, expect, it } from "vitest";

import type { SandboxLimits } from "../sandboxes/sandbox.ts";
import { MEGABYTE, execIn } from "./sandbox-under-test.ts";
import type { SandboxUnderTest } from "./sandbox-under-test.ts";

export function testLimits(subject: SandboxUnderTest): void {
  describe("limits", () => {
    const attempts: Record<keyof SandboxLimits, [value: number, script: string]> = {
      memoryBytes: [256 * MEGABYTE, "head -c 600M /dev/zero | tail > /dev/null"],
      processes: [32, "sh -c 'for i in $(seq 100); do sleep 60 & done'"],
      diskBytes: [16 * MEGABYTE, "head -c 12M /dev/zero > $HOME/a && head -c 12M /dev/zero > b"],
    };
    for (const [limit, [value, script]] of Object.entries(attempts)) {
      const holds = subject.kept.some((name) => name === limit);
      it(`${holds ? "hold" : "that cannot be kept are refused"}: ${limit}`, async () => {
        const limits: SandboxLimits = { [limit]: value };
        if (!holds) {
          await expect(subject.create({ limits })).rejects.toMatchObject({
            code: "limit-not-kept",
          });
          return;
        }
        await subject.withSandbox({ limits }, async (sandbox) => {
          expect(await execIn(sandbox, "echo fine")).toMatchObject({ exitCode: 0 });
          const pipefail = await execIn(sandbox, `set -o pipefail; ${script}`);
          expect(pipefail.exitCode).not.toBe(0);
          expect(pipefail.timedOut).toBe(false);
          expect(await execIn(sandbox, "echo fine")).toMatchObject({ exitCode: 0 });
        });
      });
    }
  });
}
