// Speed of variants of a large repository at the paper's settings: CPU seconds per MB rewritten, with
// the syntax gate and without, growth with variants and with files, memory; beside it, in the same
// run, LibCST reading a sample of the same files and writing them out unchanged.
// Usage: node perf/variants.mjs FOLDER [VARIANTS] [PYTHON with libcst]. Needs `npm run build`.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readTree } from "../dist/cli/read-tree.js";
import { ModuleCache, pythonFiles, sampleVariant } from "../dist/code/spt/index.js";
import { isTestFile } from "../dist/code/patch/index.js";
import { gate } from "../dist/code/syntax/python/gate.js";
import { randomStream } from "../dist/core/random-stream.js";
import { samplerParametersSchema } from "../dist/core/variant-log.js";
import { typeFactStore } from "../dist/store/type-fact-store.js";

const [folder, variants = "20", python] = process.argv.slice(2);
const MARKS = new Set([1, 5, 20, 80]);
const KEYWORDS = {
  methods: ["refine", "simplify", "expand"].map(keyword),
  strings: ["invalid value", "not implemented", "expected"].map(keyword),
};

function keyword(text) {
  return { text, origin: "benchmark" };
}

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const megabytes = (files) => files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
const perMb = (seconds, mb) => `${(seconds / mb).toFixed(3)} CPU s/MB`;

/** The tree without tests; every `step`-th file of it. */
function sources(tree, step) {
  const kept = pythonFiles(tree).filter((path) => !isTestFile(path));
  return new Map(
    kept.filter((_, index) => index % step === 0).map((path) => [path, tree.get(path)]),
  );
}

function sampleOne(tree, cache, index) {
  return sampleVariant({
    tree,
    goldFiles: new Set(),
    isExcluded: () => null,
    keywords: KEYWORDS,
    parameters: samplerParametersSchema.parse({}),
    random: randomStream("bench", `variant/${index}`),
    cache,
  });
}

/** CPU of the gate, on every text that a pass of this variant gave it. */
function gateSeconds(variant) {
  const passes = new Map();
  for (const { files } of variant.log.passes) {
    for (const { path, rewritten } of files) {
      if (rewritten > 0) passes.set(path, (passes.get(path) ?? 0) + 1);
    }
  }
  let seconds = 0;
  for (const [path, { bytes }] of variant.changes) {
    const text = Buffer.from(bytes).toString("utf8");
    const before = cpuSeconds();
    gate(text);
    seconds += (cpuSeconds() - before) * (passes.get(path) ?? 1);
  }
  return seconds;
}

/** Samples variants; prints the cost at each mark. */
function measure(title, tree, count) {
  const cache = new ModuleCache(typeFactStore());
  console.log(`${title}: ${tree.size} files, ${megabytes([...tree.values()]).toFixed(1)} MB`);
  const started = cpuSeconds();
  const { overridden } = cache.types(tree);
  const asking = (cpuSeconds() - started).toFixed(1);
  console.log(`  types, asked once or read back: ${asking} CPU s (${overridden.size} overridden)`);
  let [engine, gates, rewritten] = [0, 0, 0];
  for (let index = 1; index <= count; index++) {
    const before = cpuSeconds();
    const variant = sampleOne(tree, cache, index);
    engine += cpuSeconds() - before;
    gates += gateSeconds(variant);
    rewritten += megabytes([...variant.changes.values()]);
    if (!MARKS.has(index) && index !== count) continue;
    const peak = process.resourceUsage().maxRSS / 1e6;
    console.log(
      `  ${index} variants, ${rewritten.toFixed(0)} MB rewritten: ` +
        `${perMb(engine, rewritten)} with gates, ${perMb(engine - gates, rewritten)} without; ` +
        `peak ${peak.toFixed(1)} GB`,
    );
  }
  return { withGates: engine / rewritten, without: (engine - gates) / rewritten };
}

const { tree } = readTree(folder);
const all = sources(tree, 1);
const ours = measure("all files", all, Number(variants));
measure("every fourth file", sources(tree, 4), Number(variants));

if (python !== undefined) {
  const script = fileURLToPath(new URL("libcst-round-trip.py", import.meta.url));
  const sample = [...all.keys()].filter((_, index) => index % 20 === 0);
  const input = sample.join("\n");
  const { version, mb, seconds } = JSON.parse(
    execFileSync(python, [script, folder], { input, encoding: "utf8" }),
  );
  console.log(`LibCST ${version}, ${sample.length} of these files: ${perMb(seconds, mb)}`);
  const ratio = (value) => (seconds / mb / value).toFixed(1);
  console.log(
    `LibCST / engine: ${ratio(ours.without)} without gates, ${ratio(ours.withGates)} with them`,
  );
}
