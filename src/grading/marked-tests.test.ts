import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { MARKED_TESTS, markedInput, readMarked } from "./marked-tests.ts";

const MARK = "5f0c9a";

/** What a set-up and tests print between the marks, and how the tests end. */
function run(setup: string, tests: string) {
  const marked = readMarked(log(setup, tests), MARK);
  return marked === null ? null : { ...marked, output: marked.output.toString() };
}

function log(setup: string, tests: string): Buffer {
  try {
    return execFileSync("bash", ["-c", MARKED_TESTS], {
      input: markedInput(MARK, setup, tests),
      stdio: ["pipe", "pipe", "ignore"],
    });
  } catch (error) {
    return (error as { stdout: Buffer }).stdout;
  }
}

describe("tests between marks", () => {
  it("are read without what set-up printed, with their exit code", () => {
    expect(run("echo set up", "echo tests; true")).toEqual({ output: "tests\n", exitCode: 0 });
    expect(run("", "echo tests; exit 7")?.exitCode).toBe(7);
  });

  it("share their shell with set-up, whatever that switched on", () => {
    const set = "set -eux; X=1; cd /; f() { echo $X; }";
    expect(run(set, "false; f; pwd")).toEqual({ output: "1\n/\n", exitCode: 0 });
  });

  it("find nothing on standard input, and not the mark", () => {
    const seen = run(
      "",
      "cat; set; env; cat /proc/$PPID/cmdline /proc/self/environ | tr '\\0' '\\n'",
    );
    expect(seen?.output).not.toContain(MARK);
  });

  it("that end their shell are cut off", () => {
    expect(run("", "echo PASSED; kill -9 $$")).toEqual({ output: "PASSED\n", exitCode: null });
  });

  it("that were never begun are none", () => {
    expect(run("exit 3", "echo tests")).toBeNull();
  });

  it("can't end themselves by guessing", () => {
    const seen = run("", "printf '\\nother ends 0\\n'; exit 1");
    expect(seen).toEqual({ output: "\nother ends 0\n", exitCode: 1 });
  });
});
