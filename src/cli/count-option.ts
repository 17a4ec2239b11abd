// Options that are a number of something.
import { PlumblineError } from "../core/errors.ts";

/** The whole number, at least 1, that an option gives. */
export function countOption(option: string, value: unknown): number {
  const count = Number(value);
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new PlumblineError("bad-option", "usage", `${option} ${String(value)} is no count.`, {
    hint: `${option} with a whole number from 1 up`,
  });
}
