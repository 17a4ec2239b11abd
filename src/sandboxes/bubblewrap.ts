// Isolation by kernel namespaces, without a daemon or an image: a fresh bubblewrap for each command.
// Everything that one command started is gone when it ends; what stays is what it wrote.
import { isMainThread } from "node:worker_threads";

import { describeError } from "../core/errors.ts";
import { BubblewrapSandbox } from "./bubblewrap-sandbox.ts";
import { cgroupFolders } from "./cgroup.ts";
import { findHostMeans, keptLimits } from "./host-means.ts";
import type { HostMeans } from "./host-means.ts";
import { abandonedFolders, labelledFolder } from "./owner-label.ts";
import { refuseImage, refuseLimits } from "./refuse-spec.ts";
import { removeRemains } from "./remains.ts";
import { runtimeFolder } from "./runtime-folder.ts";
import { SandboxError, defineSandbox } from "./sandbox.ts";
import type { Availability, Sandbox, SandboxSpec } from "./sandbox.ts";

const ID = "bubblewrap";
/** What tasks need inside, whatever the owner has elsewhere on PATH (pyenv's shims, for example). */
const EXPECTED_INSIDE = ["bash", "git", "python3", "tar"];
const CHECK_TIMEOUT_MS = 20_000;

let knownMeans: Promise<HostMeans> | null = null;

export const bubblewrapSandbox = defineSandbox({
  id: ID,
  summary: "Kernel namespaces and cgroups by bubblewrap: no daemon, no image, no network.",
  async check() {
    try {
      const means = await hostMeans();
      requirePrograms(means);
      return await checked(means);
    } catch (error) {
      return { available: false, reason: describeError(error), limits: [] };
    }
  },
  create: async (spec) => createBubblewrap(spec, await hostMeans()),
  async sweep() {
    const runtime = await runtimeFolder();
    const removed = [];
    for (const { id, path, owner } of await abandonedFolders(runtime, ID)) {
      await removeRemains(runtime, { id, path }, owner.cgroups);
      removed.push(id);
    }
    return removed;
  },
});

/** With what the machine was found to have; tests pass less. */
export async function createBubblewrap(spec: SandboxSpec, means: HostMeans): Promise<Sandbox> {
  if (!isMainThread) {
    // Its processes end with the *thread* that starts them (PR_SET_PDEATHSIG).
    throw new SandboxError(
      "worker-thread",
      "A bubblewrap sandbox cannot be made in a worker thread.",
      {
        hint: "create it in the main thread of a process; for parallel work use processes",
      },
    );
  }
  requirePrograms(means);
  refuseLimits(ID, spec.limits, keptLimits(means));
  refuseImage(ID, spec);
  const runtime = await runtimeFolder();
  const cgroups = (id: string) =>
    means.cgroupHome === null ? [] : cgroupFolders(means.cgroupHome, id);
  const folder = await labelledFolder(runtime, ID, spec.label, cgroups);
  try {
    return await BubblewrapSandbox.open(runtime, folder, spec, means);
  } catch (error) {
    await removeRemains(runtime, folder, cgroups(folder.id));
    throw error;
  }
}

function hostMeans(): Promise<HostMeans> {
  knownMeans ??= runtimeFolder().then((runtime) => findHostMeans(runtime, ID));
  return knownMeans;
}

function requirePrograms(means: HostMeans): void {
  const needed = ["bash", "bwrap", ...(means.isRoot ? ["setpriv" as const] : [])] as const;
  const missing = needed.filter((name) => means.programs[name] === null);
  if (missing.length === 0) return;
  throw new SandboxError("programs-missing", `${missing.join(" and ")} not found on PATH.`, {
    hint: "apt-get install bubblewrap util-linux bash, or use another sandbox",
  });
}

async function checked(means: HostMeans): Promise<Availability> {
  const sandbox = await createBubblewrap({ label: "check", limits: {} }, means);
  try {
    const script =
      'for name do command -v "$name" >/dev/null && "$name" --version >/dev/null 2>&1 || echo "$name"; done';
    const { stdout } = await sandbox.exec({
      command: ["sh", "-c", script, "sh", ...EXPECTED_INSIDE],
      timeoutMs: CHECK_TIMEOUT_MS,
    });
    const missing = stdout.toString().split("\n").filter(Boolean);
    const reason =
      missing.length === 0
        ? ""
        : `${missing.join(", ")} not found inside, where only the system's own programs are (install them there)`;
    return { available: true, reason, limits: keptLimits(means) };
  } finally {
    await sandbox.dispose();
  }
}
