// Which files are never rewritten: the tests that decide about success have to be the same, byte
// for byte, in every condition. The answer is the reason, for the log.
import picomatch from "picomatch";
import { isTestFile } from "../patch/index.ts";

export interface ExclusionRules {
  /** Files that the test patch touches. */
  readonly testPatchFiles: Iterable<string>;
  /** Files that the ids of the instance's tests name. */
  readonly testIdFiles: Iterable<string>;
  /** What the benchmark knows about its repositories beside the usual layouts. */
  readonly isBenchmarkTest: (path: string) => boolean;
  /** Globs that the user adds. */
  readonly exclude: readonly string[];
}

/** Why a path is never rewritten, or null where it may be. */
export function exclusions(rules: ExclusionRules): (path: string) => string | null {
  const testPatch = new Set(rules.testPatchFiles);
  const testIds = new Set(rules.testIdFiles);
  const globs = rules.exclude.map((glob) => ({ glob, matches: picomatch(glob, { dot: true }) }));
  return (path) => {
    if (testPatch.has(path)) return "touched by the test patch";
    if (testIds.has(path)) return "named by a test id";
    if (rules.isBenchmarkTest(path)) return "a test by the benchmark's rule";
    if (isTestFile(path)) return "a test by its path";
    const excluded = globs.find(({ matches }) => matches(path));
    return excluded === undefined ? null : `excluded by ${excluded.glob}`;
  };
}
