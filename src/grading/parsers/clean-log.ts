// What every parser does first: terminal colours out, one kind of line end. Nothing here or in a
// parser may take more than linear time: a log is whatever the code under test printed.

const ESCAPE_SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;

/** The lines of a log as a person would see them. */
export function logLines(output: string): string[] {
  return output.replace(ESCAPE_SEQUENCE, "").split("\n").map(withoutCarriageReturns);
}

function withoutCarriageReturns(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end--;
  return end === line.length ? line : line.slice(0, end);
}
