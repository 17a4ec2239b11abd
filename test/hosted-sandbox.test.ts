// Sandboxes that a small process of their own keeps: the same results, and no one left behind.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type * as Hosted from "../src/sandboxes/hosted-sandbox.ts";

const built = new URL("../dist/sandboxes/hosted-sandbox.js", import.meta.url).href;
const { hostedSandbox } = (await import(built)) as typeof Hosted;

let backend: Hosted.HostedBackend;
const open = () => {
  backend = hostedSandbox({ id: "process", summary: "" });
  return backend.create({ label: "hosted", limits: {} });
};
afterEach(() => backend.close());

async function gone(path: string): Promise<boolean> {
  for (let waited = 0; waited < 200 && existsSync(path); waited++) await sleep(50);
  return !existsSync(path);
}

describe("a hosted sandbox", () => {
  it("gives the results of commands, bytes as they are", async () => {
    const sandbox = await open();
    const stdin = Buffer.from([0, 255, 10]);
    const result = await sandbox.exec({ command: ["cat"], stdin, timeoutMs: 10_000 });
    expect(result).toMatchObject({ exitCode: 0, timedOut: false });
    expect(result.stdout.equals(stdin)).toBe(true);
    await sandbox.writeFiles([{ path: "a b/c", bytes: stdin, mode: "100644" }]);
    expect((await sandbox.readFile("a b/c", 100))?.equals(stdin)).toBe(true);
    expect(await sandbox.readFile("none", 100)).toBeNull();
    await sandbox.dispose();
    await sandbox.dispose();
  });

  it("ends a command for the reason that it is aborted for", async () => {
    const sandbox = await open();
    const abort = new AbortController();
    const reason = new Error("enough");
    setTimeout(() => abort.abort(reason), 200);
    const slow = { command: ["sleep", "60"], timeoutMs: 60_000, signal: abort.signal };
    await expect(sandbox.exec(slow)).rejects.toBe(reason);
    expect((await sandbox.exec({ command: ["true"], timeoutMs: 10_000 })).exitCode).toBe(0);
  });

  it("passes on what is wrong, as a fault of the environment", async () => {
    backend = hostedSandbox({ id: "process", summary: "" });
    const create = backend.create({ label: "x", limits: { diskBytes: 1 } });
    await expect(create).rejects.toMatchObject({ name: "PlumblineError", kind: "environment" });
  });

  it("takes its sandboxes along when its owner closes it", async () => {
    const sandbox = await open();
    const folder = dirname(sandbox.workdir);
    expect(existsSync(folder)).toBe(true);
    void sandbox.exec({ command: ["sleep", "60"], timeoutMs: 60_000 }).catch(() => undefined);
    backend.close();
    expect(await gone(folder)).toBe(true);
  });
});
