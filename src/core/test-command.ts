// How the tests of an instance are run: described by its benchmark, carried out by grading.

export interface TestCommand {
  /** Run by bash in the work tree. */
  readonly command: string;
  /** Id of the parser that reads the output. */
  readonly parser: string;
  readonly timeoutMs: number;
  readonly env: Readonly<Record<string, string>>;
}
