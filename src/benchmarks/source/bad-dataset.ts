// What is said about rows that cannot be read: the file, the place in it, the fault.
import type { ErrorDetails } from "../../core/errors.ts";
import { PlumblineError } from "../../core/errors.ts";

/** A usage error about one file of a data set. */
export function badDataset(
  file: string,
  problem: string,
  details: ErrorDetails = {},
): PlumblineError {
  return new PlumblineError("bad-dataset", "usage", `${file}: ${problem}.`, details);
}
