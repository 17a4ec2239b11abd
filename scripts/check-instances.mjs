// Published instances of SWE-bench end to end without containers: gold and null runs in bubblewrap,
// in environments prepared for each repository and version, beside what was recorded of the same
// instances before. Needs clones of the repositories, the rows, and the package index once.
//
//     npm run check:instances -- --repos DIR --data DIR [--only REGEX] [--out DIR] [--workers N]
//
// `--data` has `jsonl/` with the rows and `executed/exec_results.jsonl` with what is expected.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const PROGRAM = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
/** Recorded with an interpreter that this machine's sandboxes do not have. */
const OTHER_PYTHON = /^3\.(?!11)/;

const { values: options } = parseArgs({
  options: {
    repos: { type: "string" },
    data: { type: "string", default: "../shared/data/benchmarks" },
    only: { type: "string", default: "" },
    status: { type: "string", default: "" },
    out: { type: "string" },
    workers: { type: "string", default: "2" },
  },
});
if (options.repos === undefined) throw new Error("--repos DIR with the clones is needed.");

const expectedFile = join(options.data, "executed", "exec_results.jsonl");
const expected = readFileSync(expectedFile, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));
const isMeant = ({ instance_id: id, status }) =>
  new RegExp(options.only).test(id) && new RegExp(options.status).test(status);
const [others, rows] = split(expected.filter(isMeant), ({ python }) => OTHER_PYTHON.test(python));
const out = options.out ?? mkdtempSync(join(tmpdir(), "plumbline-instances-"));
const files = readdirSync(join(options.data, "jsonl"));

let wrong = 0;
const causes = new Map();
for (const dataset of new Set(rows.map((row) => row.dataset))) {
  const mine = rows.filter((row) => row.dataset === dataset);
  const results = new Map(check(dataset, mine).map((result) => [result.instanceId, result]));
  for (const row of mine) report(row, results.get(row.instance_id));
}
const cause = [...causes].map(([kind, count]) => `${count} ${kind}`).join(", ");
console.log(`${rows.length} instances, ${wrong} not as recorded; causes of differing: ${cause}`);
console.log(`not run, for want of their Python: ${others.length}; runs are kept in ${out}`);
process.exitCode = wrong === 0 ? 0 : 1;

function split(list, isFirst) {
  return [list.filter(isFirst), list.filter((item) => !isFirst(item))];
}

/** Gold and null runs of the instances of one data set. */
function check(dataset, mine) {
  const from = join(options.data, "jsonl", fileOf(dataset));
  const kind = dataset.includes("Multilingual") ? "swe-bench-multilingual" : "swe-bench";
  const ids = mine.map((row) => row.instance_id).join(",");
  const { status, stdout, error } = spawnSync(
    process.execPath,
    [
      ...[PROGRAM, "check", "bench", kind, "--from", from, "--repos", options.repos, "--ids", ids],
      ...["--times", "1", "--sandbox", "bubblewrap", "--out", join(out, dataset), "--json"],
      ...["--workers", options.workers],
    ],
    { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 30 },
  );
  if (error !== undefined) throw error;
  // 1: some are not valid, which is for this program to judge.
  if (status !== 0 && status !== 1) throw new Error(`check bench ended with ${status}.`);
  return JSON.parse(stdout).instances;
}

function fileOf(dataset) {
  const found = files.find((name) => name.startsWith(dataset));
  if (found === undefined) throw new Error(`${options.data}/jsonl has no file of ${dataset}.`);
  return found;
}

function report({ instance_id: id, status }, result) {
  const isExpected = status !== "differs";
  const isAsRecorded = result.valid || !isExpected;
  if (!isAsRecorded) wrong += 1;
  const found = causeOf(isExpected, result);
  if (found !== null) causes.set(found.kind, (causes.get(found.kind) ?? 0) + 1);
  const why = found === null ? "" : ` — ${found.kind}: ${found.evidence}`;
  const mark = isAsRecorded ? "  " : "! ";
  console.log(`${mark}${id}: ${result.valid ? "valid" : "not valid"} (${status})${why}`);
  if (!result.valid) for (const line of result.problems.slice(0, 3)) console.log(`      ${line}`);
}

/** Why an instance differs: what its tests say, or that the recipe's packages are all it lacked. */
function causeOf(isExpected, { valid, cause }) {
  if (isExpected || !valid) return cause;
  const evidence = "valid in its prepared environment, unlike in the one that was recorded";
  return { kind: "recorded environment", evidence };
}
