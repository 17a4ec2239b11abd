// How the tests of an instance are run: described by its benchmark, carried out by grading.

/** A step that comes before the tests, in the same shell; its output is not parsed. */
export interface SetupStep {
  /**
   * `image`: only makes sense inside the benchmark's image (its Python environment is switched on);
   * `environment`: sets variables; `build`: builds or installs the project with the patch in it.
   */
  readonly kind: "image" | "environment" | "build";
  /** Lines of bash. */
  readonly script: string;
}

export interface TestCommand {
  /** What comes before the tests, in order. */
  readonly setup?: readonly SetupStep[];
  /** Written into the work tree before the tests: what a test patch can't carry. */
  readonly files?: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** Run by bash in the work tree. */
  readonly command: string;
  /** Id of the parser that reads the output, or the data set's own name for it. */
  readonly parser: string;
  readonly timeoutMs: number;
  readonly env: Readonly<Record<string, string>>;
}
