// What a container's sandbox does when its engine fails or is late: against an engine that does as
// each test says, so that no engine is needed.
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import type Dockerode from "dockerode";
import { describe, expect, it } from "vitest";

import { execIn } from "../testing/sandbox-under-test.ts";
import type { Keeper } from "./container-keeper.ts";
import { ContainerSandbox } from "./container-sandbox.ts";
import type { ContainerParts } from "./container-sandbox.ts";
import { SandboxError } from "./sandbox.ts";

/** A command as an engine would see it. */
class FakeCommand {
  readonly stream = new PassThrough();
  status = { Running: true, ExitCode: null as number | null };

  closeOutput(): void {
    this.stream.end();
  }

  finish(exitCode = 0): void {
    this.status = { Running: false, ExitCode: exitCode };
    this.stream.end();
  }
}

interface Fake {
  readonly started: (command: FakeCommand) => void | Promise<void>;
  readonly end?: (mark: string | null) => Promise<void>;
  readonly remove?: () => Promise<void>;
  readonly removeOutside?: () => Promise<void>;
}

function fakeSandbox({ started, end, remove, removeOutside }: Fake) {
  const none = () => Promise.resolve();
  const orders: (string | null)[] = [];
  let isClosed = false;
  const container = {
    id: "container",
    exec: () => {
      const command = new FakeCommand();
      return Promise.resolve({
        start: async () => {
          await started(command);
          return command.stream;
        },
        inspect: () => Promise.resolve(command.status),
      });
    },
    remove: remove ?? none,
  };
  const keeper = {
    died: new AbortController().signal,
    end: async (mark: string | null) => {
      orders.push(mark);
      await end?.(mark);
    },
    close: () => void (isClosed = true),
  };
  const sandbox = new ContainerSandbox({
    ...{ id: "fake", workdir: "/testbed", reach: null },
    isolation: {} as ContainerParts["isolation"],
    container: container as unknown as Dockerode.Container,
    keeper: keeper as unknown as Keeper,
    removeOutside: removeOutside ?? none,
  });
  return { sandbox, orders, isClosed: () => isClosed };
}

describe("a container whose engine is late or fails", () => {
  it("has no time-out for a command that ended before its limit", async () => {
    const limitMs = 1000;
    const { sandbox } = fakeSandbox({
      started: (command) => command.finish(3),
      end: () => sleep(limitMs + 200),
    });
    const result = await execIn(sandbox, "exit 3", { timeoutMs: limitMs });
    expect(result).toMatchObject({ exitCode: 3, signal: null, timedOut: false });
  });

  it("waits for a command that has closed its output", async () => {
    let running: FakeCommand | null = null;
    let wasRunning: boolean | null = null;
    const { sandbox } = fakeSandbox({
      started: (command) => {
        running = command;
        command.closeOutput();
        setTimeout(() => command.finish(), 300);
      },
      end: () => {
        wasRunning = running?.status.Running ?? null;
        return Promise.resolve();
      },
    });
    expect(await execIn(sandbox, "true")).toMatchObject({ exitCode: 0, timedOut: false });
    expect(wasRunning).toBe(false);
  });

  it("fails as the environment does when a command cannot be started", async () => {
    const { sandbox } = fakeSandbox({
      started: () => Promise.reject(new Error("(HTTP code 409) unexpected - container is paused")),
    });
    const failing = execIn(sandbox, "true");
    await expect(failing).rejects.toBeInstanceOf(SandboxError);
    await expect(failing).rejects.toMatchObject({
      code: "engine-failed",
      message: "The container engine did not start a command: container is paused.",
    });
  });
});
