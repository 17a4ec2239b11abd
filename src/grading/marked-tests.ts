// The tests' output between two marks that nothing inside can know: what a set-up step prints is not
// taken for results, and a run whose shell was ended from inside is seen to be cut off.

/** A run of the tests as its log shows it. */
export interface MarkedRun {
  /** What the tests printed. */
  readonly output: Buffer;
  /** Of the test command; null where the log ends before it did. */
  readonly exitCode: number | null;
}

/**
 * For bash. Mark, set-up and tests come by standard input, where no other process can read them
 * afterwards; the tests find it empty. Set-up and tests share a shell, so that variables last.
 */
export const MARKED_TESTS = `
IFS= read -r mark
IFS= read -r -d '' setup
IFS= read -r -d '' tests
exec </dev/null
eval "$setup"
set +eux
printf '\\n%s begins\\n' "$mark"
( unset mark; eval "$tests" )
code=$?
printf '\\n%s ends %d\\n' "$mark" "$code"
exit "$code"
`;

/** What MARKED_TESTS reads. None of the three may hold a NUL, nor the mark a line end. */
export function markedInput(mark: string, setup: string, tests: string): Buffer {
  return Buffer.from(`${mark}\n${setup}\0${tests}\0`);
}

/** The part of a log between the marks; null where the tests were never begun. */
export function readMarked(log: Buffer, mark: string): MarkedRun | null {
  const begin = Buffer.from(`\n${mark} begins\n`);
  const end = Buffer.from(`\n${mark} ends `);
  const at = log.indexOf(begin);
  if (at === -1) return null;
  const from = at + begin.length;
  const to = log.indexOf(end, from);
  if (to === -1) return { output: log.subarray(from), exitCode: null };
  const code = /^\d{1,3}/.exec(log.toString("latin1", to + end.length, to + end.length + 3));
  return { output: log.subarray(from, to), exitCode: code === null ? null : Number(code[0]) };
}
