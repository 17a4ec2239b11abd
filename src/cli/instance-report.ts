// All that a benchmark knows of one instance.
import type { Benchmark } from "../benchmarks/benchmark.ts";
import { parsePatch, touchedFiles } from "../code/patch/index.ts";
import { PlumblineError, describeError } from "../core/errors.ts";
import type { Instance } from "../core/instance.ts";
import type { TestCommand } from "../core/test-command.ts";

export interface InstanceReport {
  readonly json: unknown;
  readonly text: string;
}

/** What `instances --show` prints. */
export function instanceReport(benchmark: Benchmark, instance: Instance): InstanceReport {
  const image = benchmark.image(instance);
  const tests = testsOf(benchmark, instance);
  const problems = benchmark.problems.filter(
    ({ instanceId }) => instanceId === instance.instance_id,
  );
  const files = {
    patch: touchedFiles(parsePatch(instance.patch)),
    test_patch: touchedFiles(parsePatch(instance.test_patch)),
  };
  const json = { benchmark: benchmark.id, ...instance, files, image, tests, problems };
  const { FAIL_TO_PASS, PASS_TO_PASS } = instance;
  const text = [
    instance.instance_id,
    field("repository", instance.repo),
    field("base commit", instance.base_commit),
    ...optional("version", instance.version),
    ...optional("created", instance.created_at),
    ...optional("language", instance.language),
    ...optional("difficulty", instance.difficulty ?? ""),
    field("task type", instance.task_type),
    ...(image === null ? [] : [field("image", `${image.image} (${image.workdir})`)]),
    ...testLines(tests),
    ...problems.map(({ problem }) => field("odd", problem)),
    ...list("gold patch", files.patch),
    ...list("test patch", files.test_patch),
    ...list("FAIL_TO_PASS", FAIL_TO_PASS),
    ...list("PASS_TO_PASS", PASS_TO_PASS),
    "",
    instance.problem_statement.trimEnd(),
  ];
  return { json, text: `${text.join("\n")}\n` };
}

function testsOf(benchmark: Benchmark, instance: Instance): TestCommand | { fault: string } {
  try {
    return benchmark.testCommand(instance);
  } catch (error) {
    if (error instanceof PlumblineError) return { fault: describeError(error) };
    throw error;
  }
}

function testLines(tests: TestCommand | { fault: string }): readonly string[] {
  if ("fault" in tests) return [field("tests", tests.fault)];
  return [
    ...(tests.setup ?? []).map(({ kind, script }) => field(`set-up (${kind})`, script)),
    field("tests", tests.command),
    field("log parser", tests.parser),
  ];
}

function field(name: string, value: string): string {
  return `  ${name.padEnd(20)}${value.replaceAll("\n", `\n${" ".repeat(22)}`)}`;
}

function optional(name: string, value: string): readonly string[] {
  return value === "" ? [] : [field(name, value)];
}

const SHOWN = 10;

function list(name: string, items: readonly string[]): readonly string[] {
  const more = items.length - SHOWN;
  return [
    `${name} (${items.length})`,
    ...items.slice(0, SHOWN).map((item) => `  ${item}`),
    ...(more > 0 ? [`  and ${more} more (--json shows them)`] : []),
  ];
}
