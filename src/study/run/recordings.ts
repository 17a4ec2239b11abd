// Where the exchanges of a run's attempts are recorded.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { attemptFolder, runFolder } from "../../core/ids.ts";
import type { RunIdParts } from "../../core/ids.ts";
import { RECORDING_FILE } from "../../llm/recording.ts";

export function recordingFile(study: string, run: RunIdParts, attempt: number): string {
  return join(study, attemptFolder(run, attempt), RECORDING_FILE);
}

/**
 * Recordings of the attempts of a run that asked a model anything, in order. What an interrupted
 * attempt left was removed when the run went on.
 */
export function keptRecordings(study: string, run: RunIdParts): string[] {
  const folder = join(study, "runs", runFolder(run));
  if (!existsSync(folder)) return [];
  const numbers = readdirSync(folder).flatMap((name) => {
    const [, number] = /^attempt-([0-9]+)$/.exec(name) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
  return numbers
    .sort((one, other) => one - other)
    .map((number) => recordingFile(study, run, number))
    .filter((file) => existsSync(file));
}
