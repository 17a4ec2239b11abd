// The row that SWE-bench and its children share. Newer rows say themselves how they are run
// (`eval_script`, `log_parser`, `image`); older ones are run as their harness published it.
import { z } from "zod";
import { parsePatch } from "../../code/patch/index.ts";
import { PlumblineError } from "../../core/errors.ts";
import type { Instance } from "../../core/instance.ts";
import type { TestCommand } from "../../core/test-command.ts";
import type { InstanceImage } from "../benchmark.ts";
import { readEvalScript } from "./eval-script.ts";
import { languageName } from "./language.ts";
import { publishedTestCommand } from "./published-test-commands.ts";
import type { LoadedRow } from "./row-kind.ts";
import { lineList, stringList } from "./test-ids.ts";

/** A number where a table had no quotes: version 3.1. */
const text = z.union([z.string(), z.number().transform(String)]);

export const sweBenchRowSchema = z.object({
  instance_id: z.string(),
  repo: z.string(),
  base_commit: z.string(),
  patch: z.string(),
  test_patch: z.string().default(""),
  problem_statement: z.string().default(""),
  hints_text: z.string().default(""),
  created_at: text.default(""),
  version: text.default(""),
  FAIL_TO_PASS: stringList,
  PASS_TO_PASS: stringList.default([]),
  environment_setup_commit: z.string().default(""),
  difficulty: z.string().optional(),
  language: z.string().optional(),
  repo_language: z.string().optional(),
  eval_script: z.string().optional(),
  eval_script_list: lineList.optional(),
  log_parser: z.string().optional(),
  eval_type: z.string().optional(),
  image: z.string().optional(),
  docker_image: z.string().optional(),
  image_name: z.string().optional(),
  /** Base64 by path: files that a patch can't carry. */
  test_assets: z.record(z.string().min(1), z.base64()).optional(),
});
export type SweBenchRow = z.infer<typeof sweBenchRowSchema>;

const WORKDIR = "/testbed";
const TIMEOUT_MS = 1_800_000;
const ENVIRONMENT = { PYTHONHASHSEED: "0", TZ: "UTC" };

/** The fields of an instance out of a row. */
export function sweBenchInstance(row: SweBenchRow): Readonly<Record<string, unknown>> {
  const { difficulty, eval_type, language, repo_language } = row;
  return {
    ...row,
    eval_type,
    difficulty: difficulty ?? null,
    language: languageName(language ?? repo_language ?? ""),
  };
}

/** The image that a row names, or the one published for its id. */
export function sweBenchImage({ row }: LoadedRow<SweBenchRow>): InstanceImage {
  const id = row.instance_id.toLowerCase().replaceAll("__", "_1776_");
  const image = namedImage(row) ?? `swebench/sweb.eval.x86_64.${id}:latest`;
  return { image, workdir: WORKDIR };
}

/** The image that a row itself names. */
export function namedImage(
  row: Pick<SweBenchRow, "image" | "docker_image" | "image_name">,
): string | null {
  return row.image ?? row.docker_image ?? row.image_name ?? null;
}

/** How a row's tests are run: by its own script, else as published for its repository. */
export function sweBenchTestCommand({ row, instance }: LoadedRow<SweBenchRow>): TestCommand {
  const script = row.eval_script ?? row.eval_script_list?.join("\n");
  const own = script === undefined ? null : readEvalScript(script);
  if (script !== undefined && own === null) {
    throw noTestCommand(instance, "its eval_script has no command between the markers");
  }
  const published = publishedTestCommand(instance, parsePatch(instance.test_patch));
  const parser = row.log_parser ?? published?.parser;
  const { setup, command } = own ?? published ?? { setup: [], command: null };
  if (command === null)
    throw noTestCommand(instance, "it has no eval_script, and none is published");
  if (parser === undefined) throw noTestCommand(instance, "it names no log_parser");
  const files = Object.entries(row.test_assets ?? {}).map(([path, content]) => ({
    path,
    bytes: Buffer.from(content, "base64"),
  }));
  return { setup, files, command, parser, timeoutMs: TIMEOUT_MS, env: ENVIRONMENT };
}

function noTestCommand({ instance_id, repo }: Instance, why: string): PlumblineError {
  return new PlumblineError(
    "no-test-command",
    "usage",
    `How the tests of ${instance_id} (${repo}) are run is not known: ${why}.`,
    { hint: "a data set whose rows carry eval_script and log_parser" },
  );
}
