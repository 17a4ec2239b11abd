// SWE-bench Pro. The agent is given statement, requirements and interface; tests are run and read by
// the instance's own scripts, which lie in the benchmark's repository and not in its rows.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PlumblineError, systemErrorCode } from "../core/errors.ts";
import type { TestCommand } from "../core/test-command.ts";
import type { BenchmarkOptions } from "./benchmark.ts";
import { defineBenchmark } from "./benchmark.ts";
import { openRows } from "./rows/open-rows.ts";
import { proImageTag } from "./rows/pro-image-tag.ts";
import type { LoadedRow, RowKind } from "./rows/row-kind.ts";
import { namedImage, sweBenchInstance, sweBenchRowSchema } from "./rows/swe-bench-row.ts";
import { stringList } from "./rows/test-ids.ts";

const rowSchema = sweBenchRowSchema.extend({
  requirements: z.string().default(""),
  interface: z.string().default(""),
  dockerhub_tag: z.string().optional(),
  before_repo_set_cmd: z.string().default(""),
  selected_test_files_to_run: stringList.default([]),
  issue_specificity: stringList.default([]),
  issue_categories: stringList.default([]),
});
type ProRow = z.infer<typeof rowSchema>;

const TIMEOUT_MS = 3_600_000;
const PRINT_ON_ONE_LINE = "import json, sys; print(json.dumps(json.load(open(sys.argv[1]))))";

const kind: RowKind<ProRow> = {
  id: "swe-bench-pro",
  summary:
    "SWE-bench Pro: long tasks with requirements and interface; graded by their own scripts.",
  expandsParameters: false,
  schema: rowSchema,
  instance: (row) => ({
    ...sweBenchInstance(row),
    problem_statement: statement(row),
    task_type: labels(row),
  }),
  image: ({ row }) => ({
    image: namedImage(row) ?? `jefzda/sweap-images:${row.dockerhub_tag ?? proImageTag(row)}`,
    workdir: "/app",
  }),
  testCommand,
  testPaths: (row) => row.selected_test_files_to_run,
};

export const sweBenchPro = defineBenchmark({
  id: kind.id,
  summary: kind.summary,
  open: (options, means) => openRows(kind, options.from ?? "ScaleAI/SWE-bench_Pro", options, means),
});

/** What the agent is told; empty where the row has no statement. */
function statement({ problem_statement, requirements, interface: names }: ProRow): string {
  const [text, required, introduced] = [problem_statement, requirements, names].map(unquoted);
  if (text === undefined || text === "") return "";
  return [
    text,
    ...(required === "" ? [] : [`Requirements:\n${required}`]),
    ...(introduced === "" ? [] : [`New interfaces introduced:\n${introduced}`]),
  ].join("\n\n");
}

/** Some copies keep a text as a JSON string, in quotes and with its line ends escaped. */
function unquoted(text: string): string {
  if (!/^".*"$/s.test(text)) return text.trim();
  try {
    return String(JSON.parse(text)).trim();
  } catch {
    return text.trim();
  }
}

/** The data set's own labels of the task. */
function labels({ issue_specificity }: ProRow): string {
  return issue_specificity.length === 0 ? "unlabelled" : [...issue_specificity].sort().join("+");
}

/**
 * Runs `run_script.sh` over the selected files and prints what `parser.py` read as one line of
 * JSON, before the output itself: so no test can print that line first.
 */
function testCommand(
  { row, instance }: LoadedRow<ProRow>,
  { proScripts }: BenchmarkOptions,
): TestCommand {
  if (proScripts === undefined) {
    throw new PlumblineError(
      "no-pro-scripts",
      "usage",
      `The tests of ${instance.instance_id} are run by scripts that its row does not hold.`,
      { hint: "--pro-scripts DIR with the folder run_scripts of SWE-bench Pro's repository" },
    );
  }
  const [runScript, parser] = ["run_script.sh", "parser.py"].map((name) =>
    Buffer.from(readScript(proScripts, instance.instance_id, name)).toString("base64"),
  );
  const selected = row.selected_test_files_to_run.join(",").replaceAll("'", String.raw`'\''`);
  const lastLine = row.before_repo_set_cmd.trim().split("\n").at(-1) ?? "";
  const command = [
    "scripts=$(mktemp -d)",
    `echo ${runScript ?? ""} | base64 -d > "$scripts/run_script.sh"`,
    "python=$(command -v python || command -v python3)",
    `bash "$scripts/run_script.sh" '${selected}' > "$scripts/out" 2> "$scripts/err"`,
    "code=$?",
    // Written only now, isolated from the tree, and never silent: tests may print the like, too.
    "reader=$(mktemp -d)",
    `echo ${parser ?? ""} | base64 -d > "$reader/parser.py"`,
    `"$python" -I "$reader/parser.py" "$scripts/out" "$scripts/err" "$reader/results" > "$reader/notes" 2>&1`,
    `"$python" -I -c '${PRINT_ON_ONE_LINE}' "$reader/results" 2>> "$reader/notes" || echo '{}'`,
    `cat "$scripts/out" "$scripts/err" "$reader/notes"`,
    "exit $code",
  ].join("\n");
  return {
    setup: lastLine === "" ? [] : [{ kind: "image", script: lastLine }],
    command,
    parser: "swe-bench-pro",
    timeoutMs: TIMEOUT_MS,
    env: { TZ: "UTC" },
  };
}

/** A script of an instance, in the folder itself or in its `run_scripts`. */
function readScript(folder: string, id: string, name: string): Uint8Array {
  const places = [join(folder, id, name), join(folder, "run_scripts", id, name)];
  const place = places.find((path) => existsSync(path));
  try {
    if (place !== undefined) return readFileSync(place);
  } catch (cause) {
    throw noScript(places[0] ?? "", systemErrorCode(cause) ?? "unreadable", cause);
  }
  throw noScript(places[0] ?? "", "not found");
}

function noScript(path: string, why: string, cause?: unknown): PlumblineError {
  return new PlumblineError("no-pro-scripts", "environment", `${path}: ${why}.`, {
    hint: "--pro-scripts DIR with the folder run_scripts of SWE-bench Pro's repository",
    cause,
  });
}
