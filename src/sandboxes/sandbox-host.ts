// The process that keeps the sandboxes of a program, and does nothing else. Starting a process
// costs what the starter has in memory, so it is left to one that stays small. It ends with the
// program that started it, however that ends, and takes its sandboxes along.
import { PlumblineError, describeError } from "../core/errors.ts";
import type { FromHost, HostCall, HostError, ToHost } from "./host-protocol.ts";
import { sandboxes as registry } from "./registry.ts";
import type { Sandbox, SandboxBackend } from "./sandbox.ts";
import { SandboxError } from "./sandbox.ts";

const open = new Map<string, Sandbox>();
const running = new Map<number, AbortController>();
const serving = new Set<Promise<void>>();

async function answer(backend: SandboxBackend, call: HostCall, signal: AbortSignal) {
  switch (call.method) {
    case "check":
      return backend.check();
    case "sweep":
      return backend.sweep();
    case "create": {
      const sandbox = await backend.create(call.spec);
      open.set(sandbox.id, sandbox);
      const { id, workdir, scratch, isolation, reachAddress } = sandbox;
      return { id, workdir, scratch, isolation, reachAddress };
    }
    case "exec":
      return sandboxOf(call.sandbox).exec({ ...call.request, signal });
    case "readFile":
      return sandboxOf(call.sandbox).readFile(call.path, call.limitBytes);
    case "writeFiles":
      return sandboxOf(call.sandbox).writeFiles(call.files);
    case "dispose": {
      const sandbox = open.get(call.sandbox);
      await sandbox?.dispose();
      open.delete(call.sandbox);
      return null;
    }
  }
}

function sandboxOf(id: string): Sandbox {
  const sandbox = open.get(id);
  if (sandbox === undefined) {
    throw new SandboxError("disposed", `The sandbox ${id} has been removed.`);
  }
  return sandbox;
}

function hostError(error: unknown): HostError {
  const known = error instanceof PlumblineError ? error : null;
  return {
    isSandboxError: error instanceof SandboxError,
    code: known?.code ?? "host-error",
    message: known?.message ?? describeError(error),
    hint: known?.hint ?? null,
  };
}

async function serve(backend: SandboxBackend, message: ToHost): Promise<void> {
  if (message.kind === "cancel") {
    running.get(message.id)?.abort();
    return;
  }
  const { id, call } = message;
  const abort = new AbortController();
  running.set(id, abort);
  let reply: FromHost;
  try {
    reply = { kind: "value", id, value: await answer(backend, call, abort.signal) };
  } catch (error) {
    reply = { kind: "error", id, error: hostError(error) };
  }
  running.delete(id);
  if (process.connected) process.send?.(reply);
}

/** The program is gone: so are its sandboxes, and then this process. */
async function endWithOwner(): Promise<void> {
  for (const abort of running.values()) abort.abort();
  // A sandbox that is being made now is open only when that is done.
  await Promise.allSettled(serving);
  await Promise.allSettled([...open.values()].map((sandbox) => sandbox.dispose()));
  process.exit();
}

const id = process.argv[2] as keyof typeof registry;
const backend = await registry[id]();
// Ctrl-C reaches every process of a terminal; the program decides what becomes of its sandboxes.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => void endWithOwner());
process.on("message", (message) => {
  const served = serve(backend, message as ToHost).finally(() => serving.delete(served));
  serving.add(served);
});
