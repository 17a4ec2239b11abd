// Runs of tests: which commands are some, and what their output says of them.

export interface TestRun {
  /** A runner of tests, or a script that the agent wrote to see something. */
  readonly scope: "tests" | "script";
  readonly result: "passed" | "failed" | "unknown";
  /** As the runner counts them; null where it shows no count that is known. */
  readonly passed: number | null;
  readonly failed: number | null;
}

const RUNNERS = new Set([
  ...["pytest", "py.test", "tox", "nox", "nosetests", "nose2", "jest", "vitest", "mocha", "ava"],
  ...["jasmine", "karma", "ctest", "rspec", "phpunit", "prove", "minitest"],
]);
/** Programs with a word that makes them run tests. */
const WITH_WORD: Readonly<Record<string, RegExp>> = {
  ...{ npm: /^(t|test|tst)$|test/, yarn: /test/, pnpm: /test/, bun: /^test$/, deno: /^test$/ },
  ...{ go: /^(test|vet)$/, cargo: /^(test|nextest)$/, mvn: /^(test|verify|-Dtest)/ },
  ...{ mvnw: /^(test|verify|-Dtest)/, gradle: /[tT]est|^check$/, gradlew: /[tT]est|^check$/ },
  ...{ make: /^(test|check)/, rake: /^(test|spec)/, node: /^--test/, dotnet: /^test$/ },
  ...{ "runtests.py": /^/, "manage.py": /^test$/, "setup.py": /^test$/, hatch: /^test$/ },
};
const PYTHON_MODULES = /^(pytest|unittest|nose2?|tox|nox|doctest|django)$/;
/** Programs that run another, which comes first in their arguments. */
const PREFIXES = new Set([
  "npx",
  "bundle",
  "poetry",
  "uv",
  "pipenv",
  "pdm",
  "rye",
  "coverage",
  "exec",
  "run",
  "pnpx",
]);

/** Whether a command runs tests. */
export function isTestCommand(words: readonly string[]): boolean {
  const [program = "", ...rest] = words;
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (RUNNERS.has(name) || (name === "test" && program.endsWith("bin/test"))) {
    return !rest.some((word) => word === "--version" || word === "--help");
  }
  if (PREFIXES.has(name)) {
    const inner = rest.findIndex((word) => !word.startsWith("-") && !PREFIXES.has(word));
    if (name === "coverage")
      return rest.includes("-m") || isTestCommand(["python", ...rest.slice(1)]);
    return inner !== -1 && isTestCommand(rest.slice(inner));
  }
  if (/^(python|pypy)[\d.]*$/.test(name)) return isPythonTest(rest);
  const word = Object.hasOwn(WITH_WORD, name) ? WITH_WORD[name] : undefined;
  if (word !== undefined)
    return word.source === "^" || rest.some((argument) => word.test(argument));
  return /^(run_?)?tests?\.(sh|py)$/.test(name);
}

function isPythonTest(words: readonly string[]): boolean {
  const module = words.indexOf("-m");
  const first = words.find((word) => !word.startsWith("-"));
  if (module !== -1 && (module === 0 || words.slice(0, module).every((w) => w.startsWith("-")))) {
    return PYTHON_MODULES.test(words[module + 1] ?? "");
  }
  if (words.includes("-c") || first === undefined) return false;
  const at = words.indexOf(first);
  return isTestCommand(words.slice(at)) || /(^|\/)(test_[^/]*|[^/]*_tests?)\.py$/.test(first);
}

/** The line that runners print at their end, with the counts of passed and failed. */
const SUMMARIES: readonly {
  readonly line: RegExp;
  readonly passed: RegExp | null;
  readonly failed: RegExp | null;
}[] = [
  // pytest, and the runner of sympy.
  {
    line: /^=+ .*(passed|failed|errors?|exceptions|no tests ran|skipped)\b.* =+$|^\d+ (passed|failed).* in [\d.]+s/,
    passed: /(\d+) passed/,
    failed: /(\d+) (?:failed|errors?|exceptions?)/,
  },
  // unittest and Django.
  { line: /^(OK|FAILED)( \(.*\))?$/, passed: null, failed: /(?:failures|errors)=(\d+)/ },
  // jest and vitest.
  { line: /^\s*Tests:?\s.*\d+ (passed|failed)/, passed: /(\d+) passed/, failed: /(\d+) failed/ },
  // mocha.
  { line: /^\s+\d+ passing/, passed: /(\d+) passing/, failed: /(\d+) failing/ },
  // cargo.
  { line: /^test result: /, passed: /(\d+) passed/, failed: /(\d+) failed/ },
  // node:test and TAP.
  { line: /^(# |ℹ )pass \d+$/, passed: /pass (\d+)/, failed: /fail (\d+)/ },
  // rspec and minitest.
  { line: /\d+ (examples|runs|tests), .*\d+ failures?/, passed: null, failed: /(\d+) failures?/ },
];
/** No runner's last line is longer, and no expression should meet one that is. */
const LONGEST_LINE = 400;
const GO = /^(ok|FAIL|---\s*FAIL)\b/m;
const BROKE = /^(Traceback \(most recent call last\):|E\s{2,}\S|\w*(Error|Exception): )/m;

/** What a run came to, by what its runner printed first, then by its exit code. */
export function testResult(
  scope: TestRun["scope"],
  output: string,
  exitCode: number | null,
): TestRun {
  if (scope === "script") return { scope, ...scriptResult(output, exitCode) };
  const lines = output.split("\n").map((line) => line.trimEnd());
  for (const { line, passed, failed } of SUMMARIES) {
    const isLast = (text: string) => text.length < LONGEST_LINE && line.test(text);
    // A command may run several: packages, or one runner after another.
    const ends = lines.flatMap((text, at) => (isLast(text) ? [at] : []));
    if (ends.length === 0) continue;
    // Some put their counts on the lines after it.
    const counts = ends.map((at) => lines.slice(at, at + 4).join("\n"));
    const failedCount = total(counts, failed) ?? 0;
    const isFailure = failedCount > 0 || counts.some((text) => text.startsWith("FAILED"));
    const sawNone = counts.every((text) => text.includes("no tests ran"));
    const result = isFailure ? "failed" : sawNone ? "unknown" : "passed";
    return { scope, result, passed: total(counts, passed), failed: failedCount };
  }
  const none = { scope, passed: null, failed: null };
  if (GO.test(output))
    return { ...none, result: /^(--- )?FAIL\b/m.test(output) ? "failed" : "passed" };
  if (exitCode !== null && exitCode !== 0) return { ...none, result: "failed" };
  if (BROKE.test(output)) return { ...none, result: "failed" };
  return { ...none, result: exitCode === 0 ? "passed" : "unknown" };
}

function total(texts: readonly string[], pattern: RegExp | null): number | null {
  const counts = texts.flatMap((text) => pattern?.exec(text)?.[1] ?? []);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + Number(count), 0);
}

function scriptResult(output: string, exitCode: number | null): Omit<TestRun, "scope"> {
  const none = { passed: null, failed: null };
  if (BROKE.test(output) || (exitCode !== null && exitCode !== 0))
    return { ...none, result: "failed" };
  return { ...none, result: exitCode === 0 ? "passed" : "unknown" };
}
