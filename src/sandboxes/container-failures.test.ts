// What a container's sandbox does when its engine fails or is late: against an engine that does as
// each test says, so that no engine is needed.
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import type Dockerode from "dockerode";
import { afterEach, describe, expect, it, vi } from "vitest";

import { execIn } from "../testing/sandbox-under-test.ts";
import type { ContainerEngine } from "./container-engine.ts";
import type { Keeper } from "./container-keeper.ts";
import { SANDBOX_LABEL, containerLabels } from "./container-labels.ts";
import { sweepContainers } from "./container-removal.ts";
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

afterEach(() => vi.restoreAllMocks());

/** Every look at the clock is twenty seconds later. */
function hurry(): void {
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (clock += 20_000));
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

  it("ends all when two commands have ended together", async () => {
    const commands: FakeCommand[] = [];
    const { sandbox, orders } = fakeSandbox({
      started: (command) => {
        commands.push(command);
        if (commands.length === 2) for (const one of commands) one.finish();
      },
    });
    await Promise.all([execIn(sandbox, "true"), execIn(sandbox, "true")]);
    expect(orders.at(-1)).toBeNull();
  });

  it("removes the rest when the container cannot be removed, and tries again", async () => {
    const removed: string[] = [];
    let isHeld = true;
    const { sandbox, isClosed } = fakeSandbox({
      started: (command) => command.finish(),
      remove: () => {
        removed.push("container");
        // Answered as gone later on; 404 is what an engine says then.
        return Promise.reject(Object.assign(new Error("busy"), isHeld ? {} : { statusCode: 404 }));
      },
      removeOutside: () => {
        removed.push("outside");
        return isHeld
          ? Promise.reject(new SandboxError("cannot-remove", "held"))
          : Promise.resolve();
      },
    });
    hurry();
    await expect(sandbox.dispose()).rejects.toMatchObject({ code: "cannot-remove" });
    expect(removed.at(-1)).toBe("outside");
    expect(isClosed()).toBe(true);
    isHeld = false;
    removed.length = 0;
    await sandbox.dispose();
    await sandbox.dispose();
    expect(removed).toEqual(["container", "outside"]);
  });

  it("sweeps on past a container that cannot be removed", async () => {
    const Labels = containerLabels({ backend: "docker", id: "sandbox", label: "run" }, 0);
    const listed = ["stuck", "free"].map((Id) => ({
      ...{ Id, State: "exited" },
      Labels: { ...Labels, [SANDBOX_LABEL]: Id },
    }));
    const client = {
      listContainers: () => Promise.resolve(listed),
      getContainer: (id: string) => ({
        remove: () => (id === "stuck" ? Promise.reject(new Error("busy")) : Promise.resolve()),
      }),
    };
    const engine = { id: "docker", client } as unknown as ContainerEngine;
    hurry();
    expect(await sweepContainers(engine, Date.now())).toEqual(["free"]);
  });
});
