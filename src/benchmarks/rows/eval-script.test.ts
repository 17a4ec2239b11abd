import { expect, test } from "vitest";
import { readEvalScript } from "./eval-script.ts";

const script = (before: string, command: string) => `#!/bin/bash
set -uxo pipefail
source /opt/miniconda3/bin/activate
conda activate testbed
cd /testbed
${before}git config --global --add safe.directory /testbed
git status
git checkout 0123 tests/a.py
rm -f tests/new.py
git apply -v - <<'EOF_1'
diff --git a/tests/a.py b/tests/a.py
export FAKE=1
: '>>>>> Start Test Output'
EOF_1
: '>>>>> Start Test Output'
${command}
: '>>>>> End Test Output'
git checkout 0123 tests/a.py
`;

test("git's part is grading's own; the rest is set-up, by what it needs", () => {
  const before = "export LANG=C.UTF-8\npython -m pip install -e .\ncmake -B build \\\n  -S .\n";
  expect(readEvalScript(script(before, "pytest -rA tests/a.py"))).toEqual({
    setup: [
      { kind: "image", script: "source /opt/miniconda3/bin/activate" },
      { kind: "image", script: "conda activate testbed" },
      { kind: "environment", script: "export LANG=C.UTF-8" },
      { kind: "build", script: "python -m pip install -e ." },
      { kind: "build", script: "cmake -B build \\\n  -S ." },
    ],
    command: "pytest -rA tests/a.py",
  });
});

test("a command of several lines is kept whole", () => {
  const command = "(bundle exec rspec a_spec.rb | \\\n  jq -r '.examples') | cat";
  expect(readEvalScript(script("", command))?.command).toBe(command);
});

test.each([
  ["no markers", "pytest"],
  ["no end", ": '>>>>> Start Test Output'\npytest\n"],
  ["no command", ": '>>>>> Start Test Output'\n: '>>>>> End Test Output'\n"],
])("a script with %s says nothing", (_, text) => {
  expect(readEvalScript(text)).toBeNull();
});
