import { expect, test } from "vitest";
import { sweBenchPro } from "./swe-bench-pro.ts";

const results = (...tests: readonly (readonly [string, string])[]) =>
  JSON.stringify({ tests: tests.map(([name, status]) => ({ name, status })) });

test("the first line is believed, whatever tests print after it", () => {
  const output = [
    results(["a.js | it's | x, y", "PASSED"], ["b", "FAILED"], ["c", "SKIPPED"], ["d", "odd"]),
    results(["b", "PASSED"]),
  ].join("\n");
  expect(Object.fromEntries(sweBenchPro.parse(output))).toEqual({
    ...{ "a.js | it's | x, y": "PASSED", b: "FAILED", c: "SKIPPED" },
  });
});

test("a test that is named twice has its worse status", () => {
  const output = results(["a", "FAILED"], ["a", "PASSED"]);
  expect(Object.fromEntries(sweBenchPro.parse(output))).toEqual({ a: "FAILED" });
});

test.each([
  ["nothing", ""],
  ["a list", "[]"],
  ["text", `noise\n${results(["a", "PASSED"])}`],
])("%s in the first line is no result", (_, output) => {
  expect(sweBenchPro.parse(output).size).toBe(0);
});
