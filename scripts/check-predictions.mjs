// Real patches of real models, graded in bubblewrap with `plumbline grade`, beside the verdicts that
// were published for them.
//
//     npm run check:predictions -- --repos DIR [--data DIR] [--out DIR] [--workers N]
//
// `--data` has `benchmarks/` with rows and `executed/regrade_*.jsonl`, and `trajectories/`.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";

const PROGRAM = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

const { values: options } = parseArgs({
  options: {
    repos: { type: "string" },
    data: { type: "string", default: "../shared/data" },
    out: { type: "string" },
    workers: { type: "string", default: "2" },
  },
});
if (options.repos === undefined) throw new Error("--repos DIR with the clones is needed.");
const out = options.out ?? mkdtempSync(join(tmpdir(), "plumbline-predictions-"));
mkdirSync(out, { recursive: true });

const executed = join(options.data, "benchmarks", "executed");
const trajectories = join(options.data, "trajectories");
const sets = readdirSync(executed)
  .filter((name) => name.startsWith("regrade_"))
  .flatMap((name) => bySource(lines(join(executed, name))));

let agreed = 0;
let all = 0;
for (const { name, predictions, rows } of sets) {
  const reports = graded(name, predictions, rows);
  for (const { instance_id: id, resolved_official: published, resolved_here: recorded } of rows) {
    const { resolved, tests_status: tests } = reports.get(id);
    all += 1;
    if (resolved === published) agreed += 1;
    const counts = Object.entries(tests).map(([kind, { success, failure }]) => {
      const total = success.length + failure.length;
      return `${kind} ${success.length}/${total}`;
    });
    const same = resolved === published ? "  " : "! ";
    const said = `published ${published}, recorded ${recorded}`;
    console.log(`${same}${name} ${id}: ${resolved} (${said}; ${counts.slice(0, 2).join(", ")})`);
    if (resolved === published) continue;
    for (const test of Object.values(tests)
      .flatMap(({ failure }) => failure)
      .slice(0, 5)) {
      console.log(`      ${test}`);
    }
  }
}
console.log(`${agreed} of ${all} verdicts are as published; runs are kept in ${out}`);

function lines(path) {
  const text = readFileSync(path, "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** A file of verdicts is about one file of predictions, or about several runs with one each. */
function bySource(rows) {
  const runs = new Set(rows.map(({ run }) => run));
  return [...runs].map((run) => ({
    name: run ?? "gemini3pro",
    predictions:
      run === undefined
        ? join(trajectories, "mini_swe_agent", "gemini3pro_preds.json.gz")
        : join(trajectories, "reliability_study/data/runs", `full_${run}`, "preds.json.gz"),
    rows: rows.filter((row) => row.run === run),
  }));
}

/** The `report.json` of each instance, from a study folder that resumes. */
function graded(name, predictions, rows) {
  const file = join(out, `${name}.json`);
  writeFileSync(file, gunzipSync(readFileSync(predictions)));
  const folder = join(out, name);
  const rowsFile = join(options.data, "benchmarks/jsonl/SWE-bench_Verified-test.jsonl.gz");
  const { status, error } = spawnSync(
    process.execPath,
    [
      ...[PROGRAM, "grade", "--benchmark", "swe-bench", "--from", rowsFile],
      ...["--repos", options.repos, "--ids", rows.map((row) => row.instance_id).join(",")],
      ...["--predictions", file, "--out", folder, "--sandbox", "bubblewrap"],
      ...["--workers", options.workers],
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`plumbline grade ended with ${status}.`);
  return new Map(rows.map(({ instance_id: id }) => [id, reportOf(folder, id)]));
}

function reportOf(folder, id) {
  const seed = join(folder, "runs", "swe-bench", id, "seed");
  const [agent] = readdirSync(seed);
  const attempts = readdirSync(join(seed, agent, "1")).sort();
  const path = join(seed, agent, "1", attempts.at(-1), "report.json");
  return JSON.parse(readFileSync(path, "utf8"))[id];
}
