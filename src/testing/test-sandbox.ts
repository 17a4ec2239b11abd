// What every sandbox must do, as tests. Call it at the top of a test file:
//
//     await testSandbox(mySandbox, { compiled: new URL("../dist/my-sandbox.js", import.meta.url) });
//
// A sandbox that says that it isolates is held to it; one that says it doesn't is not. Limits are
// tested where `check` lists them, and must be refused where it doesn't.
import { afterAll, beforeAll, describe, it } from "vitest";

import type { SandboxBackend } from "../sandboxes/sandbox.ts";
import { SandboxUnderTest } from "./sandbox-under-test.ts";
import type { TestSandboxOptions } from "./sandbox-under-test.ts";
import { testCommands } from "./test-sandbox-commands.ts";
import { testFiles } from "./test-sandbox-files.ts";
import { testLife } from "./test-sandbox-life.ts";
import { testLimits } from "./test-sandbox-limits.ts";

export type { TestSandboxOptions } from "./sandbox-under-test.ts";

export async function testSandbox(
  backend: SandboxBackend,
  options: TestSandboxOptions = {},
): Promise<void> {
  const { available, reason, limits } = await backend.check();
  if (!available) {
    process.stdout.write(`skipped: ${backend.id} (${reason})\n`);
    describe.skip(`the ${backend.id} sandbox: ${reason}`, () => {
      it("is not available here", () => undefined);
    });
    return;
  }
  const subject = new SandboxUnderTest(backend, options, limits);
  describe(`the ${backend.id} sandbox`, () => {
    beforeAll(() => subject.open());
    afterAll(() => subject.close());
    testCommands(subject);
    testFiles(subject);
    testLife(subject);
    testLimits(subject);
  });
}
