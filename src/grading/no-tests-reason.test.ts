import { describe, expect, it } from "vitest";
import { noTestsReason } from "./no-tests-reason.ts";

describe("why a run names no test", () => {
  it.each([
    ["bash: line 1: pytest: command not found\n", 127, "runner-missing"],
    ["/usr/bin/python3: No module named pytest\n", 1, "runner-missing"],
    ["E   ModuleNotFoundError: No module named 'simplejson'\n", 4, "import-failed"],
    ["ImportError: cannot import name 'MutableMapping' from 'collections'\n", 1, "import-failed"],
    ["OSError: [Errno 28] No space left on device\n", 1, "disk-full"],
    ["MemoryError\n", 1, "out-of-memory"],
    ["collecting\nKilled\n", 137, "tests-killed"],
    ["collected 0 items\n", 5, "no-tests-collected"],
    ["Ran 0 tests in 0.000s\n", 5, "no-tests-collected"],
    ["Could not resolve host: example.org\n", 1, "network"],
    ["PASSED everything\n", null, "tests-cut-off"],
  ])("%j with exit code %s", (output, exitCode, code) => {
    expect(noTestsReason(output, exitCode)?.code).toBe(code);
  });

  it("is none where the output says nothing: then the tests are missing", () => {
    expect(noTestsReason("done\n", 0)).toBeNull();
    expect(noTestsReason("", 1)).toBeNull();
  });

  it("quotes the line, and no more than a line", () => {
    const evidence = noTestsReason(`x\nMemoryError ${"y".repeat(1000)}\nz`, 1)?.evidence ?? "";
    expect(evidence).toMatch(/^MemoryError y+$/);
    expect(evidence.length).toBeLessThanOrEqual(300);
  });
});
