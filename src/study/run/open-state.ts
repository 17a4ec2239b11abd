// A sandbox with a prepared state in it, as an agent and as grading find it.
import type { Isolation } from "../../core/run.ts";
import { placeTree, setArtefactsAside } from "../../sandboxes/git.ts";
import type { CommittedTree } from "../../sandboxes/git.ts";
import { SandboxError } from "../../sandboxes/sandbox.ts";
import type { Sandbox } from "../../sandboxes/sandbox.ts";
import type { RunContext } from "./run-context.ts";
import { limitsIn } from "./setting.ts";
import type { Setting } from "./setting.ts";

export interface OpenState {
  readonly sandbox: Sandbox;
  /** With what was prepared for the instance. */
  readonly isolation: Isolation;
  /** What lies beside the state in the work tree and is no part of a patch. */
  readonly artefacts: string;
}

const PREPARE_TIMEOUT_MS = 600_000;

/** Throws a SandboxError where the environment fails; then nothing is left behind. */
export async function openState(
  context: Pick<RunContext, "backend" | "sandboxLimits" | "signal">,
  label: string,
  committed: CommittedTree,
  setting: Setting,
): Promise<OpenState> {
  const { backend, signal } = context;
  const limits = limitsIn(setting, context.sandboxLimits);
  const sandbox = await backend.create({ label, limits, ...setting.spec });
  try {
    requireImage(sandbox, setting);
    await placeTree(sandbox, committed);
    if (setting.prepare !== "") await prepare(sandbox, setting.prepare, signal);
    const artefacts =
      setting.inImage || setting.prepare !== "" ? await setArtefactsAside(sandbox) : "";
    const { environment } = setting;
    const isolation =
      environment === null ? sandbox.isolation : { ...sandbox.isolation, environment };
    return { sandbox, isolation, artefacts };
  } catch (error) {
    await sandbox.dispose();
    throw error;
  }
}

/** A name may come to stand for another image while a study runs. */
function requireImage({ isolation }: Sandbox, { imageId }: Setting): void {
  const { container } = isolation;
  if (imageId === null || container === undefined || container.imageId === imageId) return;
  throw new SandboxError(
    "image-changed",
    `${container.image} is another image than the one that the tree was read from.`,
    { hint: "the same command again, once its images stay as they are" },
  );
}

async function prepare(sandbox: Sandbox, script: string, signal: AbortSignal): Promise<void> {
  const { exitCode, stdout } = await sandbox.exec({
    command: ["bash", "-euo", "pipefail", "-c", script],
    timeoutMs: PREPARE_TIMEOUT_MS,
    outputLimitBytes: 16_384,
    mergeOutput: true,
    signal,
  });
  if (exitCode === 0) {
    await requireUnchanged(sandbox);
    return;
  }
  const said = stdout.toString("utf8").trim().split("\n").slice(-3).join(" ");
  throw new SandboxError("not-prepared", `The work tree could not be prepared: ${said}`);
}

/** What is done to files of the state would be in every patch. */
async function requireUnchanged(sandbox: Sandbox): Promise<void> {
  const { exitCode, stdout } = await sandbox.exec({
    command: ["git", "diff", "--name-only", "--exit-code", "HEAD"],
    timeoutMs: PREPARE_TIMEOUT_MS,
    outputLimitBytes: 16_384,
  });
  if (exitCode === 0) return;
  const [first = ""] = stdout.toString("utf8").split("\n", 1);
  throw new SandboxError("not-prepared", `Preparing the work tree changes ${first}, which it has.`);
}
