// Prints the line that test services read, last: `tests: N passed, N failed, N skipped`.
import type { Reporter, TestModule } from "vitest/node";

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      // A file that could not be loaded has no tests to fail.
      if (module.state() === "failed" && [...module.children.allTests()].length === 0) {
        counts.failed++;
      }
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === "pending" ? "skipped" : state]++;
      }
    }
    const line = `tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`;
    // After the other reporters, whose own summary would otherwise come later.
    process.on("exit", () => process.stdout.write(line));
  }
}
