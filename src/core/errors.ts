// What a person is told when something is wrong. A message says what is wrong and where; the hint
// says what to do. Anything that is a *result* (a failing test, an agent at its limit) is a value,
// never an exception.

/** Whose move it is. Decides the exit code. */
export type ErrorKind = "threshold" | "usage" | "environment" | "interrupted";

/** Exit codes of every command: 0 done, then by kind of error. */
export const EXIT_CODES: Readonly<Record<ErrorKind, number>> = {
  threshold: 1,
  usage: 2,
  environment: 3,
  interrupted: 130,
};

export interface ErrorDetails {
  /** What the reader can do about it, as a phrase. */
  readonly hint?: string;
  readonly cause?: unknown;
}

export class PlumblineError extends Error {
  override readonly name = "PlumblineError";
  /** Stable identifier in kebab-case, for tests and scripts. */
  readonly code: string;
  readonly kind: ErrorKind;
  readonly hint: string | null;

  constructor(code: string, kind: ErrorKind, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.kind = kind;
    this.hint = details.hint ?? null;
  }

  get exitCode(): number {
    return EXIT_CODES[this.kind];
  }
}

/** One line for a terminal, whatever was thrown. */
export function describeError(error: unknown): string {
  if (error instanceof PlumblineError) {
    return error.hint === null ? error.message : `${error.message} Try: ${error.hint}.`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error of the operating system ("ENOENT"), or null where it is none. */
export function systemErrorCode(error: unknown): string | null {
  const isSystemError = error instanceof Error && "syscall" in error && "code" in error;
  return isSystemError && typeof error.code === "string" ? error.code : null;
}
