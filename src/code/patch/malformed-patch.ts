// What is said about a patch that cannot be read: always the line where reading stopped.
import { PlumblineError } from "../../core/errors.ts";
import type { ErrorDetails } from "../../core/errors.ts";

/** A usage error that names a line of the patch, counted from 1. */
export function malformedPatch(
  line: number,
  problem: string,
  details: ErrorDetails = {},
): PlumblineError {
  return new PlumblineError(
    "malformed-patch",
    "usage",
    `The patch is malformed at line ${line}: ${problem}.`,
    details,
  );
}
