// Why a run of the tests names none: what its output says, where it says something that is not the
// patch's doing alone. A patch can bring most of it about, too; hence "ambiguous", not "infra".

export interface NoTestsReason {
  readonly code: string;
  /** The line that says so. */
  readonly evidence: string;
}

/** In order: the first that is found counts. */
const SIGNS: readonly (readonly [code: string, sign: RegExp])[] = [
  ["disk-full", /No space left on device|Disk quota exceeded/],
  ["out-of-memory", /\bMemoryError\b|Cannot allocate memory|JavaScript heap out of memory/],
  ["network", /Temporary failure in name resolution|Could not resolve host|Network is unreachable/],
  ["runner-missing", /: command not found|No module named (?:pytest|tox|nose|django)\b/],
  ["import-failed", /^(?:E +)?(?:ModuleNotFoundError|ImportError)\b/],
  ["no-tests-collected", /\bcollected 0 items\b|\bno tests ran\b|^Ran 0 tests\b|no test files/],
];

/** How bash names a command that was killed, or can't be found, by its exit code. */
const CODES: Readonly<Record<number, string>> = { 126: "runner-missing", 127: "runner-missing" };
const KILLED = 137;

/** Whether the tests were ended before they were done: what they had printed shows nothing. */
export function wasCutOff(exitCode: number | null): boolean {
  return exitCode === null || exitCode === KILLED;
}

/** The reason in the output of tests of which no result could be read, or null. */
export function noTestsReason(output: string, exitCode: number | null): NoTestsReason | null {
  if (exitCode === null) return { code: "tests-cut-off", evidence: lastLine(output) };
  if (exitCode === KILLED) return { code: "tests-killed", evidence: lastLine(output) };
  const lines = output.split("\n");
  for (const [code, sign] of SIGNS) {
    const line = lines.find((text) => sign.test(text));
    if (line !== undefined) return { code, evidence: shortened(line) };
  }
  const code = CODES[exitCode];
  return code === undefined ? null : { code, evidence: lastLine(output) };
}

function lastLine(output: string): string {
  return shortened(output.trimEnd().split("\n").at(-1) ?? "");
}

function shortened(line: string): string {
  return line.trim().slice(0, 300);
}
