// Reads the same logs with our parsers and with those of SWE-bench's own harness, and prints where
// they differ and why ours are right. A difference without a reason makes the exit code 1.
// Needs the network once, for the harness; `--write` stores what it reads for the unit tests, and
// `--seed N` makes other random suites.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { PUBLISHED_LOGS } from "../dist/grading/parsers/published-logs.js";
import { differencesOf } from "../dist/grading/parsers/published-differences.js";
import { parsers } from "../dist/grading/parsers/registry.js";
import { generatedTestLogs } from "./generated-test-logs.mjs";

const SWEBENCH = "5.0.2";
const PACKAGES = [`swebench==${SWEBENCH}`, "unidiff==0.7.5"];
const PYTEST = "pytest==8.4.2";
const LOGS = fileURLToPath(new URL("../src/grading/parsers/logs/", import.meta.url));
const STORED = join(LOGS, "swebench.json");

const { values: options } = parseArgs({
  options: { write: { type: "boolean", default: false }, seed: { type: "string", default: "1" } },
});

function preparedPython() {
  const folder = join(tmpdir(), `plumbline-swebench-${SWEBENCH}`);
  const python = join(folder, "bin", "python");
  if (existsSync(join(folder, "ready"))) return python;
  const run = (command, args) => execFileSync(command, args, { stdio: "inherit" });
  run("python3", ["-m", "venv", "--clear", folder]);
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
  // Its parsers alone: the harness's other needs are hundreds of megabytes.
  run(python, [...pip, "--no-deps", ...PACKAGES]);
  run(python, [...pip, PYTEST]);
  writeFileSync(join(folder, "ready"), "");
  return python;
}

function storedLogs() {
  return Object.keys(PUBLISHED_LOGS).flatMap((parser) =>
    readdirSync(join(LOGS, parser))
      .filter((name) => name.endsWith(".txt"))
      .map((name) => ({ parser, log: name.slice(0, -4), path: join(LOGS, parser, name) })),
  );
}

function theirStatuses(python, jobs) {
  const script = fileURLToPath(new URL("published-statuses.py", import.meta.url));
  const input = JSON.stringify(jobs.map(({ published, path }) => ({ parser: published, path })));
  const output = execFileSync(python, [script], { input, maxBuffer: 2 ** 28, encoding: "utf8" });
  return JSON.parse(output);
}

function store(version, jobs) {
  const statuses = {};
  for (const { published, log, theirs } of jobs) (statuses[published] ??= {})[log] = theirs;
  const note = "Made by npm run check:parsers -- --write; do not edit.";
  writeFileSync(STORED, `${JSON.stringify({ note, version, statuses }, null, 1)}\n`);
}

const python = preparedPython();
const stored = storedLogs();
const all = [...stored, ...generatedTestLogs(python, Number(options.seed))];
const jobs = all.flatMap((log) =>
  PUBLISHED_LOGS[log.parser].map((published) => ({ ...log, published })),
);
const { version, statuses } = theirStatuses(python, jobs);
for (const [i, job] of jobs.entries()) {
  const parser = await parsers[job.parser]();
  const ours = parser.parse(readFileSync(job.path, "utf8"));
  job.theirs = statuses[i];
  job.agreed = [...ours].filter(([id, status]) => job.theirs[id] === status).length;
  job.differences = differencesOf(job.parser, job.log, job.theirs, ours);
}
if (options.write)
  store(
    version,
    jobs.filter((job) => !isGenerated(job)),
  );

function isGenerated({ log }) {
  return log.startsWith("generated ");
}

const unexplained = [];
const reasons = new Map();
const rows = new Map();
for (const { parser, published, log, agreed, differences, path } of jobs) {
  const row = rows.get(parser) ?? { logs: new Set(), equal: 0, agreed: 0, differing: 0 };
  rows.set(parser, row);
  row.logs.add(log);
  row.equal += differences.length === 0 ? 1 : 0;
  row.agreed += agreed;
  row.differing += differences.length;
  for (const difference of differences) {
    if (difference.reason === null) unexplained.push({ published, path, ...difference });
    const key = `${parser}: ${difference.reason}`;
    reasons.set(key, (reasons.get(key) ?? 0) + 1);
  }
}
const line = (cells) =>
  console.log(
    cells.map((cell, i) => String(cell)[i ? "padStart" : "padEnd"](i ? 12 : 18)).join(""),
  );
console.log(`Read by ours and by swebench ${version}:`);
line(["parser", "logs", "readings =", "tests =", "tests ≠"]);
for (const [parser, row] of [...rows].sort()) {
  line([parser, row.logs.size, row.equal, row.agreed, row.differing]);
}
console.log("\nWhy ours are right where they differ:");
for (const [reason, count] of [...reasons].sort())
  console.log(`${String(count).padStart(5)}  ${reason}`);
for (const { published, path, id, theirs, ours } of unexplained) {
  console.error(
    `No reason: ${published} says ${theirs}, ours ${ours}: ${JSON.stringify(id)} in ${path}`,
  );
}
process.exitCode = unexplained.length > 0 ? 1 : 0;
