import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { randomStream } from "../../../core/random-stream.ts";
import { constantCondition } from "./tautology.ts";

const EVALUATE =
  "import json, sys\nprint(json.dumps([eval(text, {'__builtins__': {}}) for text in json.load(sys.stdin)]))";

describe("constantCondition", () => {
  it("is what CPython says, without a warning, at every depth", () => {
    const random = randomStream("test", "tautology");
    const wanted = Array.from({ length: 8000 }, (_, index) => index % 2 === 0);
    const texts = wanted.map((value, index) => constantCondition(value, index % 5, random));
    const { stdout, stderr } = spawnSync("python3", ["-W", "error", "-c", EVALUATE], {
      input: JSON.stringify(texts),
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(wanted);
  });

  it("differs from place to place", () => {
    const random = randomStream("test", "variety");
    const texts = Array.from({ length: 200 }, () => constantCondition(true, 1, random));
    expect(new Set(texts).size).toBeGreaterThan(195);
  });
});
