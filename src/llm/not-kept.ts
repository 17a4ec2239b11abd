import { PlumblineError, describeError } from "../core/errors.ts";

/** What was paid for and can't be kept ends the study, not the run. */
export class NotKept extends PlumblineError {
  constructor(cause: unknown) {
    super("cannot-keep", "environment", `An answer can't be kept: ${describeError(cause)}`, {
      hint: "room in the study's folder, and the same command again",
      cause,
    });
  }
}
