// Variants of a folder sampled and written as `plumbline perturb --workers N` does it: wall time, CPU
// and peak memory. Usage: node perf/variants-in-threads.mjs FOLDER VARIANTS THREADS. Needs a build.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTree } from "../dist/cli/read-tree.js";
import { sampleInWorkers } from "../dist/cli/sample-in-workers.js";
import { samplerParametersSchema } from "../dist/core/variant-log.js";

const [folder, samples, workers] = process.argv.slice(2);
const out = mkdtempSync(join(tmpdir(), "plumbline-bench-"));
const started = process.hrtime.bigint();
let rewrites = 0;
try {
  await sampleInWorkers(
    {
      tree: readTree(folder).tree,
      ...{ goldFiles: new Set(), testPatchFiles: [], exclude: [], seed: "bench", out },
      keywords: { methods: [], strings: [] },
      parameters: samplerParametersSchema.parse({}),
    },
    {
      ...{ samples: Number(samples), workers: Number(workers) },
      signal: new AbortController().signal,
      onSample: (sample) => (rewrites += sample.rewrites),
      onUnreadable: () => undefined,
    },
  );
} finally {
  rmSync(out, { recursive: true });
}
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const wall = Number(process.hrtime.bigint() - started) / 1e9;
console.log(
  `${samples} variants, ${rewrites} rewrites, ${workers} threads: ${wall.toFixed(0)} s, ` +
    `${((userCPUTime + systemCPUTime) / 1e6).toFixed(0)} CPU s, peak ${(maxRSS / 1e6).toFixed(1)} GB`,
);
