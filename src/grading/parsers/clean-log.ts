// What every parser does first: terminal colours out, one kind of line end.

const ESCAPE_SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;

/** The lines of a log as a person would see them. */
export function logLines(output: string): string[] {
  return output.replace(ESCAPE_SEQUENCE, "").split(/\r*\n/);
}
