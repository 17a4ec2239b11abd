// A suite of two tasks whose tests are what real ones now and then are: some toss a coin, some never
// pass, and one task has nothing that fails without its fix.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const COIN = "os.urandom(1)[0] < 128";

function testFile(name: string, imports: string, tests: Readonly<Record<string, string>>): string {
  const methods = Object.entries(tests).map(
    ([test, claim]) => `    def ${test}(self):\n        self.assertTrue(${claim})\n`,
  );
  return [
    `import os\nimport unittest\n${imports}\n\n`,
    `\nclass ${name}(unittest.TestCase):\n${methods.join("\n")}`,
  ].join("\n");
}

const TWO = testFile("TwoTest", "from coin.two import two", {
  test_two: "two() == 2",
  test_two_or_tails: `two() == 2 and ${COIN}`,
  test_steady: "True",
  test_heads: COIN,
  test_broken: "two() == 3",
});
const THREE = testFile("ThreeTest", "from coin.three import three", {
  test_nothing: "three() > 0",
  test_steady: "three() > 1",
});

const FIXED: Readonly<Record<string, string>> = {
  "coin/__init__.py": "",
  "coin/two.py": "def two():\n    return 2\n",
  "coin/three.py": "def three():\n    return 3\n",
  "tests/__init__.py": "",
  "tests/test_two.py": TWO,
  "tests/test_three.py": THREE,
};

function newFile(path: string, content: string): string {
  const lines = content.replace(/\n$/, "").split("\n");
  return [
    `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}`,
    `@@ -0,0 +1,${lines.length} @@`,
    ...lines.map((line) => `+${line}`),
    "",
  ].join("\n");
}

/** What is wrong before the fix. */
function fix(name: string, wrong: string, right: string): string {
  const path = `coin/${name}.py`;
  const head = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,2 +1,2 @@\n`;
  return `${head} def ${name}():\n-    return ${wrong}\n+    return ${right}\n`;
}

interface Task {
  readonly gold: string;
  readonly test: string;
  readonly FAIL_TO_PASS: readonly string[];
  readonly PASS_TO_PASS: readonly string[];
}

const two = (name: string) => `tests.test_two.TwoTest.${name}`;
const three = (name: string) => `tests.test_three.ThreeTest.${name}`;

const TASKS: Readonly<Record<string, Task>> = {
  "coin__coin-1": {
    gold: fix("two", "1", "2"),
    test: newFile("tests/test_two.py", TWO),
    FAIL_TO_PASS: [two("test_two"), two("test_two_or_tails")],
    PASS_TO_PASS: [two("test_steady"), two("test_heads"), two("test_broken")],
  },
  "coin__coin-2": {
    gold: fix("three", "4", "3"),
    test: newFile("tests/test_three.py", THREE),
    FAIL_TO_PASS: [three("test_nothing")],
    PASS_TO_PASS: [three("test_steady")],
  },
};

/** Writes the suite to a folder. */
export function writeFlakySuite(root: string): void {
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  for (const [path, content] of Object.entries(FIXED)) write(`packages/coin/${path}`, content);
  for (const [id, { gold, test, ...tests }] of Object.entries(TASKS)) {
    const at = `tasks/${id}`;
    write(
      `${at}/task.yaml`,
      `instance_id: ${id}\nrepo: coin/coin\nversion: "1.0"\ncreated_at: "2024-02-12"\ndifficulty: easy\nnote: none\n`,
    );
    write(`${at}/tests.json`, JSON.stringify(tests));
    write(`${at}/problem_statement.md`, `A number is wrong (${id}).\n`);
    write(`${at}/gold.patch`, gold);
    write(`${at}/test.patch`, test);
  }
}
