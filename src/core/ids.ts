// How things are named. An id is readable, stable, and safe as a folder name once its parts are.
import { PlumblineError } from "./errors.ts";

export interface RunIdParts {
  readonly benchmark: string;
  readonly instanceId: string;
  readonly condition: string;
  readonly agent: string;
  readonly replicate: number;
}

const PART = /^[A-Za-z0-9][A-Za-z0-9._+@=-]*$/;

/** `starter:starter__ledgerkit-1:variant-2:mender:1`. Throws a usage error on an unusable part. */
export function runId(parts: RunIdParts): string {
  const names = [parts.benchmark, parts.instanceId, parts.condition, parts.agent];
  for (const name of names) requireNamePart(name);
  return [...names, parts.replicate].join(":");
}

/** Folder of a run below `runs/` of its study. */
export function runFolder(parts: RunIdParts): string {
  return [parts.benchmark, parts.instanceId, parts.condition, parts.agent, parts.replicate].join(
    "/",
  );
}

/** Folder of one of its attempts, below that of its study. */
export function attemptFolder(parts: RunIdParts, attempt: number): string {
  return `runs/${runFolder(parts)}/attempt-${attempt}`;
}

/** Throws unless `name` can be part of an id and name a folder. */
export function requireNamePart(name: string): void {
  if (!PART.test(name)) {
    throw new PlumblineError("bad-name", "usage", `"${name}" cannot be used as a name.`, {
      hint: "letters, digits and . _ + @ = -, beginning with a letter or digit",
    });
  }
}
