// Prints, after everything else, what failed and what passed at its second try only, then the line
// that test services read: `tests: N passed, N failed, N skipped`.
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Characters of a message; the whole of it stands further up. */
const LONGEST = 300;

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    const lines: string[] = [];
    for (const module of modules) {
      // A file that could not be loaded has no tests to fail.
      if (module.state() === "failed" && [...module.children.allTests()].length === 0) {
        counts.failed++;
        lines.push(`failed: ${module.relativeModuleId}`);
      }
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === "pending" ? "skipped" : state]++;
        lines.push(...lineOf(module, test));
      }
    }
    lines.push(
      `tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`,
    );
    // After the other reporters, whose own summary would otherwise come later.
    process.on("exit", () => process.stdout.write(`${lines.join("\n")}\n`));
  }
}

/** Of a test that did not simply pass, or be left out. */
function lineOf({ relativeModuleId }: TestModule, test: TestCase): string[] {
  const name = `${relativeModuleId} > ${test.fullName}`;
  const { state, errors = [] } = test.result();
  const why = errors.at(0)?.message.replaceAll(/\s+/g, " ").slice(0, LONGEST) ?? "";
  if (state === "failed") return [`failed: ${name}: ${why}`];
  return test.diagnostic()?.flaky === true ? [`passed at its second try: ${name}: ${why}`] : [];
}
