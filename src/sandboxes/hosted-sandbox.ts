// A sandbox backend whose work is done by a small process of its own (sandbox-host.ts). Same
// contract, other process: a program with hundreds of megabytes in memory starts commands as fast
// as one with none.
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { PlumblineError } from "../core/errors.ts";
import type { FromHost, HostCall, HostError, SandboxDescription, ToHost } from "./host-protocol.ts";
import type { Availability, ExecResult, Sandbox, SandboxBackend } from "./sandbox.ts";
import { SandboxError } from "./sandbox.ts";

const HOST = fileURLToPath(new URL("./sandbox-host.js", import.meta.url));

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface HostedBackend extends SandboxBackend {
  /** Ends the host. Sandboxes that are still there go with it. May be called twice. */
  close(): void;
}

/** The backend `backend`, kept by a process of its own that is started when first needed. */
export function hostedSandbox({
  id,
  summary,
}: Pick<SandboxBackend, "id" | "summary">): HostedBackend {
  const waiting = new Map<number, Waiting>();
  let host: ChildProcess | null = null;
  let calls = 0;

  function start(): ChildProcess {
    const started = fork(HOST, [id], { serialization: "advanced", stdio: ["ignore", 2, 2, "ipc"] });
    started.on("message", (message) => settle(waiting, message as FromHost));
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      if (host === started) host = null;
      const gone = new SandboxError(
        "sandbox-host-died",
        "The process that keeps the sandboxes died.",
      );
      for (const { reject } of waiting.values()) reject(gone);
      waiting.clear();
    };
    started.on("exit", lose);
    // It could not be started, or what was said to it did not get there.
    started.on("error", lose);
    // Only calls in flight keep the program alive.
    started.unref();
    started.channel?.unref();
    return started;
  }

  function call<T>(what: HostCall, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const number = ++calls;
    const current = (host ??= start());
    const say = (message: ToHost) => void current.send(message);
    const cancel = () => say({ kind: "cancel", id: number });
    signal?.addEventListener("abort", cancel, { once: true });
    current.channel?.ref();
    return new Promise<unknown>((resolve, reject) => {
      waiting.set(number, { resolve, reject });
      say({ kind: "call", id: number, call: what });
    })
      .catch((error: unknown) => {
        // What was cancelled failed for that reason and no other.
        signal?.throwIfAborted();
        throw error;
      })
      .finally(() => {
        signal?.removeEventListener("abort", cancel);
        if (waiting.size === 0) current.channel?.unref();
      }) as Promise<T>;
  }

  return {
    id,
    summary,
    check: () => call<Availability>({ method: "check" }),
    sweep: () => call<readonly string[]>({ method: "sweep" }),
    create: async (spec) =>
      remote(await call<SandboxDescription>({ method: "create", spec }), call),
    close: () => {
      host?.disconnect();
      host = null;
    },
  };
}

function remote(
  described: SandboxDescription,
  call: <T>(what: HostCall, signal?: AbortSignal) => Promise<T>,
): Sandbox {
  const sandbox = described.id;
  return {
    ...described,
    exec: async ({ signal, ...request }) => {
      const result = await call<ExecResult>({ method: "exec", sandbox, request }, signal);
      return { ...result, stdout: Buffer.from(result.stdout), stderr: Buffer.from(result.stderr) };
    },
    readFile: async (path, limitBytes) => {
      const bytes = await call<Uint8Array | null>({
        method: "readFile",
        sandbox,
        path,
        limitBytes,
      });
      return bytes === null ? null : Buffer.from(bytes);
    },
    writeFiles: (files) => call({ method: "writeFiles", sandbox, files }),
    dispose: () => call({ method: "dispose", sandbox }),
  };
}

function settle(waiting: Map<number, Waiting>, message: FromHost): void {
  const call = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.kind === "value") call?.resolve(message.value);
  else call?.reject(errorFrom(message.error));
}

function errorFrom({ isSandboxError, code, message, hint }: HostError): Error {
  const details = hint === null ? {} : { hint };
  return isSandboxError
    ? new SandboxError(code, message, details)
    : new PlumblineError(code, "environment", message, details);
}
