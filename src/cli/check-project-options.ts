// The options of `check project`.
import type { Command } from "commander";
import { z } from "zod";
import { PlumblineError } from "../core/errors.ts";
import { levelSchema, styleSchema } from "../core/variant-log.ts";
import { levelOption, styleOption } from "./rewriting-options.ts";

const count = z.coerce.number().int().positive();

const optionsSchema = z.object({
  testCommand: z.string().optional(),
  sitesOnly: z.boolean().default(false),
  tests: z.string().optional(),
  batch: count,
  affected: z.boolean().default(false),
  passes: z
    .string()
    .transform((list) => list.split(",").map((pass) => pass.trim()))
    .pipe(z.array(z.enum(["alone", "composed"]))),
  spt: z.string().optional(),
  fraction: z.coerce.number().gt(0).lte(1),
  level: levelSchema,
  style: styleSchema,
  keywords: z.string().optional(),
  exclude: z.array(z.string()),
  parser: z.string().optional(),
  python: z.string(),
  env: z.array(z.string().regex(/^[A-Za-z_]\w*=/, "NAME=VALUE expected")),
  timeout: count,
  baselineRuns: count.min(2),
  causes: z.coerce.number().int().nonnegative(),
  searchRuns: count,
  out: z.string().optional(),
});
export type CheckProjectOptions = z.infer<typeof optionsSchema>;

export function declareOptions(command: Command): void {
  command
    .argument("<dir>", "folder of the project; it is not changed")
    .option("--test-command <cmd>", "runs the tests, with a line for each; without it sites only")
    .option("--sites-only", "count sites and compile, run no tests")
    .option("--tests <glob>", "run only these test files, added to the test command")
    .option("--batch <n>", "test files that are run at once", "1")
    .option("--affected", "of one transformation only tests that import a file it rewrites")
    .option("--passes <list>", "alone, composed or both", "alone,composed")
    .option("--spt <ids>", "only these transformations, separated by commas")
    .option("--fraction <f>", "share of the sites of a file that are rewritten", "1")
    .addOption(levelOption())
    .addOption(styleOption())
    .option("--keywords <file>", "keywords to plant, as JSON")
    .option("--exclude <glob>", "never rewrite these files (repeatable)", collect, [])
    .option("--parser <id>", "reads the test output: pytest, unittest, nose … (from the command)")
    .option("--python <path>", "interpreter that compiles what is rewritten", "python3")
    .option("--env <name=value>", "for the tests; {project} is the copy (repeatable)", collect, [])
    .option("--timeout <seconds>", "longest time of a batch", "1800")
    .option("--baseline-runs <n>", "runs of the untouched project", "2")
    .option("--causes <n>", "changed outcomes of a pass that are reduced to rewrites", "5")
    .option("--search-runs <n>", "most test runs of each of the three steps of that", "100")
    .option("--out <dir>", "keep results here, and go on from what is there");
}

export function parseOptions(raw: Readonly<Record<string, unknown>>): CheckProjectOptions {
  const parsed = optionsSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? "").replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
  throw new PlumblineError("bad-option", "usage", `--${name}: ${issue?.message ?? "not valid"}.`, {
    hint: "plumbline check project --help",
  });
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
