import fc from "fast-check";
import { expect, it } from "vitest";
import type { FilePatch } from "./file-patch.ts";
import { parsePatch } from "./parse-patch.ts";
import { scratchFiles } from "./scratch-files.ts";

const created = (path: string): string =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`;
const PYTHON = ["setup.py", "README.md", "pkg/__init__.py", "pkg/core/a.py", "tests/test_a.py"];
const GO = ["go.mod", "router.go", "router_test.go", "internal/json/json.go"];
const NODE = ["package.json", "index.js", "lib/a.js", "test/a.test.js", "dist/a.js"];

const reasons = (tree: readonly string[], ...paths: string[]) =>
  scratchFiles(parsePatch(paths.map(created).join("")), tree).map(({ path, reason }) => [
    path,
    reason,
  ]);

it("calls logs, caches and products of a build scratch, wherever they are", () => {
  expect(
    reasons(
      PYTHON,
      ...["pkg/run.log", "pkg/core/a.py.orig", "nohup.out", "pkg/__pycache__/a.cpython-311.pyc"],
      ...[".pytest_cache/v/lastfailed", ".coverage", "pkg.egg-info/PKG-INFO", "build/lib/pkg/a.py"],
    ),
  ).toEqual([
    ...["pkg/run.log", "pkg/core/a.py.orig", "nohup.out"].map((path) => [path, "log"]),
    ["pkg/__pycache__/a.cpython-311.pyc", "cache"],
    [".pytest_cache/v/lastfailed", "cache"],
    [".coverage", "cache"],
    ["pkg.egg-info/PKG-INFO", "build-product"],
    ["build/lib/pkg/a.py", "build-product"],
  ]);
});

it("calls scripts and notes outside packages scratch", () => {
  expect(
    reasons(
      PYTHON,
      ...["reproduce.py", "test_fix.py", "verify_it.sh", "FIX_SUMMARY.md", "fix.patch"],
      ...["tmp/try.py", "repro/app/models.py", "result.db", "test_app/models.py", "test_plot.png"],
    ).map(([path]) => path),
  ).toEqual([
    ...["reproduce.py", "test_fix.py", "verify_it.sh", "FIX_SUMMARY.md", "fix.patch"],
    ...["tmp/try.py", "repro/app/models.py", "result.db", "test_app/models.py", "test_plot.png"],
  ]);
  expect(reasons(GO, "repro_test.go", "debug.go")).toHaveLength(2);
});

it("leaves what may be part of a fix: within packages and tests, and what the project has like it", () => {
  expect(reasons(PYTHON, "pkg/core/b.py", "tests/test_b.py", "pkg/new/__init__.py")).toEqual([]);
  expect(reasons(PYTHON, "conftest.py", "docs/howto.md", "CHANGES.rst", "other/mod.py")).toEqual(
    [],
  );
  expect(reasons(GO, "context.go", "context_test.go", "cmd/tool/main.go")).toEqual([]);
  expect(reasons(NODE, "browser.js", "vite.config.ts", "dist/b.js", "lib/debug.js")).toEqual([]);
});

it("never calls a file that the patch changes or deletes scratch", () => {
  const changed =
    "diff --git a/run.log b/run.log\n--- a/run.log\n+++ b/run.log\n@@ -1 +1 @@\n-a\n+b\n";
  const deleted =
    "diff --git a/t.pyc b/t.pyc\ndeleted file mode 100644\n--- a/t.pyc\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";
  expect(scratchFiles(parsePatch(changed + deleted), ["run.log", "t.pyc"])).toEqual([]);
});

it("names each file at most once, and only such as the patch creates", () => {
  const path = fc.constantFrom("a.log", "pkg/a.py", "debug.py", "build/x", "t/__pycache__/a.pyc");
  const action = fc.constantFrom("create", "modify", "delete");
  fc.assert(
    fc.property(fc.uniqueArray(path), fc.array(action), (paths, actions) => {
      const patch = paths.map((newPath, index): FilePatch => ({
        ...{ action: actions[index] ?? "create", oldPath: null, newPath, oldMode: null },
        ...{ newMode: null, content: { kind: "text", hunks: [] } },
        notes: { similarity: null, blobs: null },
      }));
      const found = scratchFiles(patch, PYTHON).map((file) => file.path);
      expect(new Set(found).size).toBe(found.length);
      const made = patch.filter((file) => file.action === "create").map((file) => file.newPath);
      for (const one of found) expect(made).toContain(one);
    }),
  );
});
