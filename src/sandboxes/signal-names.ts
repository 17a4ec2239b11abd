// How a command ended, from the one number that shells and container engines give.
import { constants } from "node:os";

/**
 * Signals are told only as shells do, by 128 + number. Taken for an exit code is 129 (SIGHUP), with
 * which git says that it was used wrongly.
 */
const signalNames = new Map(
  Object.entries(constants.signals)
    .filter(([name]) => name !== "SIGHUP")
    .map(([name, number]): [number, string] => [number, name])
    // Of two names of one number the first, usual one: SIGABRT, not SIGIOT.
    .reverse(),
);

export interface CommandEnding {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export function endingOf(status: number): CommandEnding {
  const signal = signalNames.get(status - 128) ?? null;
  return { exitCode: signal === null ? status : null, signal };
}
