// The limits of a study's sandboxes, out of its file.
import { PlumblineError } from "../core/errors.ts";
import type { SandboxLimits } from "../sandboxes/sandbox.ts";
import type { StudyFile } from "../study/plan/study-file.ts";
import type { WantedImages } from "./wanted-images.ts";

const MEGABYTE = 1024 * 1024;
/** What a sandbox may write where the study file does not say. */
const DISK_MB = 1024;

/** What is asked of each sandbox. */
export function sandboxLimits({ limits }: StudyFile): SandboxLimits {
  const { memory_mb, processes, disk_mb = DISK_MB } = limits;
  return {
    ...(memory_mb === null ? {} : { memoryBytes: memory_mb * MEGABYTE }),
    ...(processes === null ? {} : { processes }),
    ...(disk_mb === null ? {} : { diskBytes: disk_mb * MEGABYTE }),
  };
}

/**
 * A work tree that lies in an image can't have a limit on disk. Where the sandbox was chosen for the
 * study, or the limit is only the default, that is a notice; else it is an error.
 */
export function requireNoDiskLimit(
  { limits, sandbox }: StudyFile,
  images: WantedImages,
  notice: (text: string) => void,
): void {
  if (images.names.length === 0 || limits.disk_mb === null) return;
  if (sandbox === "auto" || limits.disk_mb === undefined) {
    notice("Work trees that lie in images have no limit on disk (disk_mb).\n");
    return;
  }
  throw new PlumblineError(
    "limit-not-kept",
    "environment",
    `The ${sandbox} sandbox cannot keep disk_mb for work trees that lie in images.`,
    { hint: "limits: { disk_mb: null } in the study file" },
  );
}
