// What a work tree or an image shows of the answer to its own task.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execa } from "execa";
import { PlumblineError } from "../../core/errors.ts";
import { scrubbedEnvironment } from "../../sandboxes/scrubbed-environment.ts";
import { LEAK_SCRIPT, readLeaks } from "../../study/verify/find-leaks.ts";
import type { Leak } from "../../study/verify/find-leaks.ts";
import { chooseSandbox } from "../choose-sandbox.ts";
import { defineCommand, type CommandIo } from "../command.ts";

const TIMEOUT_MS = 600_000;
const OUTPUT_BYTES = 256 * 1024 * 1024;

export const leaks = defineCommand({
  name: "leaks",
  summary: "Look for the answer to a task in its work tree or image.",
  configure: (command) =>
    void command
      .argument("<target>", "folder, or name of a container image")
      .option("--workdir <path>", "where the work tree is in the image", "/testbed")
      .option("--sandbox <id>", "what runs the image", "auto"),
  run: async ([target = ""], options, io) => {
    const output = isFolder(target)
      ? await inFolder(resolve(target), io)
      : await inImage(target, String(options["workdir"]), String(options["sandbox"]), io);
    const found = readLeaks(output);
    if (found === null) {
      throw new PlumblineError("not-searched", "environment", `${target} could not be searched.`, {
        hint: "it needs bash, find and git inside, and --workdir for an image",
      });
    }
    io.out(io.json ? `${JSON.stringify({ target, leaks: found }, null, 2)}\n` : described(found));
    if (found.length > 0) {
      const kinds = found.map(({ kind }) => kind).join(", ");
      throw new PlumblineError("leaks", "threshold", `${target} shows too much: ${kinds}.`);
    }
  },
});

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function inFolder(folder: string, { signal }: CommandIo): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), "plumbline-leaks-"));
  try {
    const { stdout } = await execa("bash", ["-c", LEAK_SCRIPT], {
      ...{ cwd: folder, env: scrubbedEnvironment(scratch), extendEnv: false, stdin: "ignore" },
      ...{ stderr: "ignore", reject: false, maxBuffer: OUTPUT_BYTES, timeout: TIMEOUT_MS },
      cancelSignal: signal,
    });
    signal.throwIfAborted();
    return stdout;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function inImage(
  image: string,
  workdir: string,
  sandboxId: string,
  { err, signal }: CommandIo,
): Promise<string> {
  const images = { names: [image], others: false, isNeeded: true };
  const { backend } = await chooseSandbox(sandboxId, {}, err, images);
  try {
    const sandbox = await backend.create({ label: "leaks", limits: {}, image, workdir });
    try {
      const { stdout } = await sandbox.exec({
        command: ["bash", "-c", LEAK_SCRIPT],
        ...{ timeoutMs: TIMEOUT_MS, outputLimitBytes: OUTPUT_BYTES, signal },
      });
      return stdout.toString("utf8");
    } finally {
      await sandbox.dispose();
    }
  } finally {
    backend.close();
  }
}

function described(found: readonly Leak[]): string {
  if (found.length === 0) return "Nothing was found.\n";
  return found
    .map(({ kind, meaning, count, examples }) => {
      const more = count > examples.length ? [`… and ${count - examples.length} more`] : [];
      return [`${kind}: ${count} ${meaning}`, ...examples, ...more].join("\n    ");
    })
    .map((text) => `${text}\n`)
    .join("");
}
