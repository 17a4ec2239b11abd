// Speed of the steps of a variant, on a module of the standard library: parse, find sites, rewrite
// with the gate and without. Run with `npx vitest bench perf/variants.bench.ts --run`.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { bench, describe, expect } from "vitest";
import { applyEdits } from "../src/code/syntax/edits.ts";
import { gate } from "../src/code/syntax/python/gate.ts";
import { parsePython } from "../src/code/syntax/python/parse.ts";
import {
  ModuleCache,
  NO_REPOSITORY,
  rewriteFile,
  sitesOf,
  TRANSFORMATIONS,
} from "../src/code/spt/index.ts";
import { randomStream } from "../src/core/random-stream.ts";

const path = spawnSync("python3", ["-c", "import argparse; print(argparse.__file__)"], {
  encoding: "utf8",
});
const bytes = readFileSync(path.stdout.trim());
const file = new ModuleCache().load(bytes);
if (!file.ok) throw new Error(file.reason);
const { facts, source } = file;

describe(`argparse.py, ${Math.round(bytes.length / 1024)} KB`, () => {
  bench("parse", () => {
    expect(parsePython(source.text).ok).toBe(true);
  });
  bench("gate", () => {
    expect(gate(source.text)).toBeNull();
  });
  for (const transformation of TRANSFORMATIONS) {
    const keyword = transformation.keyword === null ? null : "invalid choice";
    const context = { level: "conservative", keyword, repository: NO_REPOSITORY } as const;
    const sites = sitesOf(transformation, facts, context).filter((site) => site.refusal === null);
    bench(`${transformation.id}: find sites`, () => {
      expect(sitesOf(transformation, facts, context).length).toBeGreaterThan(0);
    });
    bench(`${transformation.id}: edits of all ${sites.length} sites`, () => {
      const random = randomStream("bench", transformation.id);
      const groups = sites.map((site) => transformation.rewrite(site.node, facts, context, random));
      expect(applyEdits(source.text, groups)).not.toBe(source.text);
    });
    bench(`${transformation.id}: the same with gate and log`, () => {
      const random = randomStream("bench", transformation.id);
      expect(rewriteFile(transformation, file, sites, context, random).kind).toBe("rewritten");
    });
  }
});
