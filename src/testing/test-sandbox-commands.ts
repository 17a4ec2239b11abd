// What a sandbox must do with a command: its result, environment and output, and how it is ended.
import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { MEGABYTE, seen } from "./sandbox-under-test.ts";
import type { SandboxUnderTest } from "./sandbox-under-test.ts";

export function testCommands(subject: SandboxUnderTest): void {
  describe("carries out a command", () => {
    it("and gives its exit code and both of its streams", async () => {
      const result = await subject.run("echo out; echo err >&2; exit 3");
      expect(seen(result)).toEqual({
        exitCode: 3,
        signal: null,
        timedOut: false,
        out: "out\n",
        err: "err\n",
      });
      expect(result.outputTruncated).toBe(false);
      expect(result.durationMs).toBeGreaterThan(0);
    });

    it.each([0, 1, 2, 127, 128, 129, 255])("that exits with %i", async (code) => {
      expect(await subject.run(`exit ${code}`)).toMatchObject({ exitCode: code, signal: null });
    });

    it.each(["SIGKILL", "SIGSEGV", "SIGTERM", "SIGABRT"])("that is ended by %s", async (signal) => {
      const result = await subject.run(`kill -s ${signal.slice(3)} $$`);
      expect(result).toMatchObject({ exitCode: null, signal, timedOut: false });
    });

    it("whose program is missing: a result, 127", async () => {
      const result = await subject.run(["no-such-program", "--flag"]);
      expect(result).toMatchObject({ exitCode: 127, signal: null });
      expect(result.stderr.toString()).toContain("no-such-program");
    });

    it("whose folder is missing: a result, 126", async () => {
      expect(await subject.run("true", { cwd: "/no/such/folder" })).toMatchObject({
        exitCode: 126,
      });
    });

    it("with its arguments as they are, past no shell", async () => {
      const words = ["$HOME", "a b", "*", "'\"\\", "line\nline", "", "ü"];
      const result = await subject.run(["printf", "%s|", ...words]);
      expect(result.stdout.toString()).toBe(words.map((word) => `${word}|`).join(""));
    });

    it("in the work tree, or where it is told", async () => {
      expect((await subject.run("pwd")).stdout.toString()).toBe(`${subject.shared().workdir}\n`);
      const elsewhere = await subject.run("pwd", { cwd: subject.shared().scratch });
      expect(elsewhere.stdout.toString()).toBe(`${subject.shared().scratch}\n`);
    });

    it("with its input, also when the command doesn't read it", async () => {
      const stdin = Buffer.alloc(3 * MEGABYTE, "0123456789");
      const counted = await subject.run("wc -c", { stdin });
      expect(counted.stdout.toString().trim()).toBe(String(stdin.length));
      expect(await subject.run("exit 4", { stdin })).toMatchObject({ exitCode: 4 });
      expect((await subject.run("cat")).stdout.toString()).toBe("");
    });

    it("whose streams can be opened by name", async () => {
      const result = await subject.run("cat /dev/stdin > /dev/stdout; echo e > /dev/stderr", {
        stdin: Buffer.from("in"),
      });
      expect(seen(result)).toMatchObject({ exitCode: 0, out: "in", err: "e\n" });
    });

    it("and keeps bytes that are no UTF-8", async () => {
      const result = await subject.run(["printf", "\\377\\000\\200ok"]);
      expect([...result.stdout]).toEqual([0xff, 0, 0x80, 0x6f, 0x6b]);
    });

    it("and interleaves both streams in the order written, when asked", async () => {
      const result = await subject.run("for i in 1 2 3 4 5; do echo o$i; echo e$i >&2; done", {
        mergeOutput: true,
      });
      const expected = [1, 2, 3, 4, 5].flatMap((i) => [`o${i}`, `e${i}`]);
      expect(result.stdout.toString().trim().split("\n")).toEqual(expected);
      expect(result.stderr.toString()).toBe("");
    });

    it("and several at once", async () => {
      const results = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((i) => subject.run(`sleep 0.2; echo ${i}`)),
      );
      expect(results.map((result) => result.stdout.toString().trim())).toEqual([
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
      ]);
    });
  });

  describe("gives a scrubbed environment", () => {
    it("that has nothing of the owner's", async () => {
      process.env["PLUMBLINE_TEST_KEY"] = "sk-secret";
      const { stdout } = await subject.run(["env"]);
      delete process.env["PLUMBLINE_TEST_KEY"];
      expect(stdout.toString()).not.toContain("sk-secret");
    });

    it("that is the same on every machine", async () => {
      const { stdout } = await subject.run(["env"]);
      const lines = stdout.toString().split("\n");
      expect(lines).toContain("LANG=C.UTF-8");
      expect(lines).toContain("TZ=UTC");
      expect(lines).toContain("PYTHONHASHSEED=0");
      expect(lines.find((line) => line.startsWith("HOME="))).toContain(subject.shared().scratch);
    });

    it("and adds the sandbox's and the command's own, the command's last", async () => {
      const { stdout } = await subject.run('echo "$OF_SANDBOX $OF_BOTH $OF_COMMAND"', {
        env: { OF_BOTH: "command", OF_COMMAND: "command" },
      });
      expect(stdout.toString()).toBe("sandbox command command\n");
    });
  });

  describe("limits output", () => {
    it("to its head and tail, in memory that stays flat", async () => {
      const before = process.memoryUsage().rss;
      const result = await subject.run("echo head; head -c 300M /dev/zero; echo tail", {
        outputLimitBytes: 1000,
        timeoutMs: 60_000,
      });
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE);
      expect(result).toMatchObject({ exitCode: 0, outputTruncated: true });
      expect(result.stdout).toHaveLength(1000);
      expect(result.stdout.subarray(0, 5).toString()).toBe("head\n");
      expect(result.stdout.subarray(-5).toString()).toBe("tail\n");
    });

    it("and says nothing is missing when it just fits", async () => {
      const result = await subject.run("printf 12345", { outputLimitBytes: 5 });
      expect(seen(result)).toMatchObject({ out: "12345" });
      expect(result.outputTruncated).toBe(false);
    });
  });

  describe("ends a command", () => {
    /** Beats into a file for ever, out of reach of its process group and of its parent. */
    const escapee = (name: string) =>
      `setsid sh -c '(while :; do date +%s%N > ${name}; sleep 0.02; done) & wait' </dev/null >/dev/null 2>&1 &`;
    const beats = async (name: string) => {
      const before = await subject.shared().readFile(name, 100);
      await sleep(200);
      return !(await subject.shared().readFile(name, 100))?.equals(before ?? Buffer.alloc(0));
    };

    it("at its time limit, with all that it started, and keeps what it printed", async () => {
      const result = await subject.run(`${escapee("late")} echo begun; sleep 1; sleep 300`, {
        timeoutMs: 1500,
      });
      expect(seen(result)).toMatchObject({
        exitCode: null,
        signal: "SIGKILL",
        timedOut: true,
        out: "begun\n",
      });
      expect(result.durationMs).toBeLessThan(15_000);
      expect(await subject.shared().readFile("late", 100)).not.toBeNull();
      expect(await beats("late")).toBe(false);
    });

    it("with all that it left running, when it is done", async () => {
      expect(await subject.run(`${escapee("left")} sleep 0.5; exit 0`)).toMatchObject({
        exitCode: 0,
      });
      expect(await subject.shared().readFile("left", 100)).not.toBeNull();
      expect(await beats("left")).toBe(false);
    });

    it("when its signal is aborted, and throws the reason", async () => {
      const reason = new Error("enough");
      const controller = new AbortController();
      const running = subject.run(`${escapee("aborted")} sleep 300`, { signal: controller.signal });
      setTimeout(() => controller.abort(reason), 700);
      await expect(running).rejects.toBe(reason);
      expect(await beats("aborted")).toBe(false);
      await expect(subject.run("true", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });
  });
}
