// Which files are tests, or decide how tests run, by their names alone. Benchmarks add what they
// know better. Both errors cost: a wrong no lets an agent change what measures it, a wrong yes
// takes back a part of its fix. On the 1,325 instances of SWE-bench Verified, Lite, dev and
// Multilingual the rules call no file of a gold patch a test, and miss 2 of the 1,368 files of
// Python test patches (of Multilingual's: snapshots that lie beside the source).

const TEST_FOLDERS = new Set(["test", "tests", "testing", "__tests__", "e2e", "testdata"]);

const TEST_NAMES: readonly RegExp[] = [
  // Python: pytest's and unittest's default patterns, and Django's tests.py.
  /^test.*\.py$/,
  /_tests?\.py$/,
  // Go, JavaScript and TypeScript, Ruby, Java and Kotlin, PHP, Rust, C and C++.
  /_test\.go$/,
  /\.(test|spec)\.[cm]?[jt]sx?$/,
  /_(test|spec)\.rb$/,
  /(^Test.*|Tests?|TestCase)\.(java|kt|php)$/,
  /^tests?\.rs$/,
  /(^test_.*|_(unit)?test)\.(c|cc|cpp|cxx)$/,
];

/**
 * Files that a test runner obeys. setup.cfg and pyproject.toml can configure pytest too, but a fix
 * may rightly change them.
 */
const INFRASTRUCTURE = /^(conftest\.py|pytest\.ini|\.pytest\.ini|tox\.ini|sitecustomize\.py)$/;

/** Whether a path is a test, test data, or test infrastructure in the usual layouts. */
export function isTestFile(path: string): boolean {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  return (
    isTestInfrastructure(path) ||
    folders.some((folder) => TEST_FOLDERS.has(folder)) ||
    // Ruby's folder; deeper ones are specifications of other things.
    folders[0] === "spec" ||
    TEST_NAMES.some((pattern) => pattern.test(name))
  );
}

/** Whether a path decides how tests are found and run. */
export function isTestInfrastructure(path: string): boolean {
  return INFRASTRUCTURE.test(path.slice(path.lastIndexOf("/") + 1));
}
