import { describe, expect, test } from "vitest";
import { filesOfTestIds, isTestFile } from "./index.ts";

describe("isTestFile", () => {
  test.each([
    "tests/data/input.csv",
    "pkg/test_parser.py",
    "pkg/parser_test.py",
    "django/test/client.py",
    "conftest.py",
    "pkg/conftest.py",
    "tox.ini",
    "spec/models/user_spec.rb",
    "pkg/server_test.go",
    "src/app.spec.ts",
    "src/main/java/TestUser.java",
  ])("%s is one", (path) => expect(isTestFile(path)).toBe(true));

  test.each([
    "src/latest.py",
    "pkg/contest.py",
    "attest/sign.py",
    "org/query/spec/Segment.java",
    "setup.cfg",
    "src/Contest.java",
  ])("%s is none", (path) => expect(isTestFile(path)).toBe(false));
});

describe("filesOfTestIds", () => {
  const paths = new Map(
    [
      "tests/__init__.py",
      "tests/test_a.py",
      "tests/sub/test_b.py",
      "tests/admin/tests.py",
      "u/v.py",
      "w/u/v.py",
    ].map((path) => [path, null]),
  );

  test.each([
    ["tests.test_a.T.test_x", ["tests/test_a.py"]],
    ["tests.sub.test_b.T.test_x", ["tests/sub/test_b.py"]],
    ["test_x (admin.tests.T)", ["tests/admin/tests.py"]],
    ["test_x (admin.tests.T.test_x)", ["tests/admin/tests.py"]],
    ["tests/sub/test_b.py::T::test_x[a.b - c]", ["tests/sub/test_b.py"]],
    ["tests.T.test_x", ["tests/__init__.py"]],
    ["u.v.T.test_x", ["u/v.py"]],
    ["A docstring that Django prints in place of a name.", []],
    ["test_alone", []],
  ])("%s comes from %j", (id, expected) => {
    expect(filesOfTestIds([id], paths)).toEqual(expected);
  });
});
