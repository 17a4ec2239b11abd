import { describe, expect, it } from "vitest";
import { environmentCause } from "./environment-cause.ts";

// Lines that tests of published instances printed in environments that lacked something.
const LINES: readonly (readonly [line: string, kind: string])[] = [
  ["ModuleNotFoundError: No module named 'simplejson'", "missing-package"],
  ["E   ModuleNotFoundError: No module named 'py._path'; 'py' is not a package", "missing-package"],
  ["Error: Cannot find module 'formidable'", "missing-package"],
  ["ImportError: cannot import name 'Mapping' from 'collections' (/usr/lib/x.py)", "interpreter"],
  ["AttributeError: module 'collections' has no attribute 'MutableMapping'", "interpreter"],
  ["ModuleNotFoundError: No module named 'distutils'", "interpreter"],
  ['TypeError: required field "lineno" missing from alias', "interpreter"],
  ["ImportError: cannot import name 'UninferableBase' from 'astroid.util'", "package-version"],
  ["WARNING: dot command 'dot' cannot be run (needed for graphviz output)", "missing-program"],
  ["bash: line 4: tox: command not found", "missing-program"],
  ["socket.gaierror: [Errno -3] Temporary failure in name resolution", "network"],
  ["Error: getaddrinfo EAI_AGAIN example.org", "network"],
];

describe("the likely cause of failing tests", () => {
  it.each(LINES)("%s", (line, kind) => {
    expect(environmentCause(`one test failed\n  ${line}\nend`)).toEqual({ kind, evidence: line });
  });

  it("is none where the output names none", () => {
    expect(environmentCause("AssertionError: 1 != 2\nFAILED tests/test_a.py::test_b")).toBeNull();
    expect(environmentCause("Error: Cannot find module './helper'")).toBeNull();
    expect(environmentCause("")).toBeNull();
  });

  it("is quoted in part only where its line is long", () => {
    const line = `ModuleNotFoundError: No module named 'a' ${"x".repeat(5000)}`;
    expect(environmentCause(line)?.evidence).toHaveLength(200);
  });
});
