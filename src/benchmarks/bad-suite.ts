// What is said about a suite that cannot be used: the file, the field where there is one, the fault.
import type { z } from "zod";
import type { ErrorDetails } from "../core/errors.ts";
import { PlumblineError } from "../core/errors.ts";
import { nearestName } from "../core/nearest-name.ts";

/** A usage error about one file of a suite. */
export function badSuite(
  file: string,
  problem: string,
  details: ErrorDetails = {},
): PlumblineError {
  return new PlumblineError("bad-suite", "usage", `${file}: ${problem}.`, details);
}

/** The first fault that a schema found, with the nearest known key for one that is unknown. */
export function badField(
  file: string,
  error: z.ZodError,
  known: readonly string[],
): PlumblineError {
  const [issue] = error.issues;
  if (issue?.code === "unrecognized_keys") {
    const key = issue.keys[0] ?? "";
    const hint = nearestName(key, known) ?? known.join(", ");
    return badSuite(file, `unknown key "${key}"`, { hint, cause: error });
  }
  const field = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  return badSuite(file, `${field}${issue?.message ?? "invalid"}`, { cause: error });
}
