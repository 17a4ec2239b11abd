// Logs that nobody has seen before: random suites, really run. Tests pass, fail, skip and raise;
// names hold spaces, brackets, ` - ` and `#`; some print before they end.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const WORDS = ["adds", "a b", "x - y", "[z]", "#1", "(deep)", "two  spaces", "é", "1, 2"];
const TESTS = 40;

/** Numbers in [0, below), the same for the same seed. */
function numbersOf(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const repeat = (next, line) => Array.from({ length: TESTS }, (_, i) => line(i, next)).join("");

function pytestSuite(next) {
  const bodies = ["pass", "assert 1 == 2, 'x - y'", "pytest.skip('no')", "raise KeyError('k')"];
  return `import pytest\n${repeat(next, (i) => {
    const mark = next(6) === 0 ? `@pytest.mark.xfail(reason="known")\n` : "";
    const ids = JSON.stringify([WORDS[next(WORDS.length)], `${WORDS[next(WORDS.length)]}${i}`]);
    const print = next(3) === 0 ? "print('some output'); " : "";
    return `${mark}@pytest.mark.parametrize("x", ${ids})\ndef test_${i}(x): ${print}${bodies[next(4)]}\n`;
  })}`;
}

function unittestSuite(next) {
  const bodies = ["pass", "self.fail('no')", "self.skipTest('no')", "None.x"];
  return `import sys, unittest\nclass T(unittest.TestCase):\n${repeat(next, (i) => {
    const doc = next(3) === 0 ? `\n        """Does thing ${i} - with [${i}]."""\n        ` : " ";
    const print = next(4) === 0 ? "sys.stderr.write('output\\n'); " : "";
    return `    def test_${i}(self):${doc}${print}${bodies[next(4)]}\n`;
  })}`;
}

function goSuite(next) {
  const bodies = ["", `t.Error("no")`, `t.Skip("no")`, `println("output")`];
  return `package random\nimport "testing"\n${repeat(next, (i) => {
    const name = JSON.stringify(WORDS[next(WORDS.length)]);
    const sub = next(2) === 0 ? `t.Run(${name}, func(t *testing.T) { ${bodies[next(4)]} })` : "";
    return `func Test${i}(t *testing.T) { ${sub || bodies[next(4)]} }\n`;
  })}`;
}

function tapSuite(next) {
  const bodies = ["", "throw new Error('no');", "", "process.stdout.write('output\\n');"];
  return `import { test } from "node:test";\n${repeat(next, (i) => {
    const title = JSON.stringify(`${WORDS[next(WORDS.length)]} ${i}`);
    const how = next(5) === 0 ? "test.skip" : "test";
    return `${how}(${title}, () => { ${bodies[next(4)]} });\n`;
  })}`;
}

/** Writes suites, runs them, and keeps what they print: `{ parser, log, path }` each. */
export function generatedTestLogs(python, seed) {
  const next = numbersOf(seed);
  const folder = mkdtempSync(join(tmpdir(), "plumbline-generated-"));
  const files = {
    "test_random.py": pytestSuite(next),
    "random_unittest.py": unittestSuite(next),
    "go/random_test.go": goSuite(next),
    "go/go.mod": "module example.com/random\ngo 1.18\n",
    "random.test.mjs": tapSuite(next),
  };
  mkdirSync(join(folder, "go"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const runs = [
    ["pytest-published", "pytest", python, ["-m", "pytest", "-rA", "test_random.py"]],
    ["pytest-published", "pytest-v", python, ["-m", "pytest", "-rA", "-v", "test_random.py"]],
    ["django", "unittest", python, ["-m", "unittest", "-v", "random_unittest"]],
    ["tap", "node-test", process.execPath, ["--test-reporter=tap", "random.test.mjs"]],
    ["go-test", "go", "go", ["test", "-v", "."]],
  ];
  return runs.flatMap(([parser, name, command, args]) => {
    const cwd = name === "go" ? join(folder, "go") : folder;
    const run = spawnSync(command, args, { cwd, encoding: "utf8", env: quiet(process.env) });
    if (run.error !== undefined) {
      console.log(`skipped: generated ${name} logs, ${command} is not there`);
      return [];
    }
    const path = join(folder, `${name}.txt`);
    writeFileSync(path, run.stdout + run.stderr);
    return [{ parser, log: `generated ${name}`, path }];
  });
}

function quiet(env) {
  return { ...env, NO_COLOR: "1", FORCE_COLOR: "0", NODE_TEST_CONTEXT: undefined };
}
