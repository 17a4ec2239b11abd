// The options by which a command names a benchmark and a part of its instances, as an entry of a
// study file has them.
import type { Command } from "commander";
import { PlumblineError } from "../core/errors.ts";
import { selectionSchema } from "../study/plan/selection.ts";
import { benchmarkEntrySchema } from "../study/plan/study-file.ts";
import type { BenchmarkEntry } from "../study/plan/study-file.ts";

/** Declares where a benchmark is read from. */
export function addSourceOptions(command: Command): Command {
  return command
    .option("--from <source>", "file, folder, http address, or owner/name of a data set on a hub")
    .option("--revision <id>", "revision of a data set on a hub; SHA-256 of a file")
    .option("--split <name>", "split of a data set; test where absent")
    .option("--repos <dir>", "folder of clones: base trees are read from them")
    .option("--environments <file>", "what tests need where no image is run, by repository")
    .option("--pro-scripts <dir>", "scripts that run the tests of SWE-bench Pro")
    .option("--offline", "ask nothing of the network");
}

/** Declares which of its instances are meant. */
export function addSelectionOptions(command: Command): Command {
  return command
    .option("--ids <ids>", "ids, separated by commas", list)
    .option("--match <regex>", "only ids that match")
    .option("--repo <names>", "only these repositories, separated by commas", list)
    .option("--language <names>", "only these languages, separated by commas", list)
    .option("--task-type <names>", "only these types of task, separated by commas", list)
    .option("--difficulty <name>", "only this difficulty; may be given again", collect)
    .option("--resolved-by <file>", "only what a reference agent resolved, by its results")
    .option("--rewritable", "only instances that hold a file that can be rewritten")
    .option("--strata <n>", "draw n of each repository and difficulty")
    .option("--per <what>", "what --strata draws n of: stratum or repository", "stratum")
    .option("--shuffle", "in an order drawn with the seed")
    .option("--slice <a:b>", "a part of what is left, for example 0:50");
}

/** The entry that options ask for. Throws a usage error where one of them is not valid. */
export function benchmarkEntryOf(
  id: string,
  options: Readonly<Record<string, unknown>>,
): BenchmarkEntry {
  const strata =
    options["strata"] === undefined
      ? undefined
      : { n: Number(options["strata"]), per: options["per"] };
  const given = {
    ...{ ids: options["ids"], match: options["match"], repos: options["repo"] },
    ...{ languages: options["language"], task_types: options["taskType"] },
    ...{ difficulties: options["difficulty"], resolved_by: options["resolvedBy"], strata },
    ...{ rewritable: options["rewritable"], shuffle: options["shuffle"], slice: options["slice"] },
  };
  const select = selectionSchema.safeParse(given);
  if (!select.success) throw badOption(select.error.issues[0]);
  const entry = benchmarkEntrySchema.safeParse({
    ...{ id, from: options["from"], revision: options["revision"], split: options["split"] },
    ...{ repos: options["repos"], pro_scripts: options["proScripts"] },
    environments: options["environments"],
    ...(Object.values(given).some((value) => value !== undefined) ? { select: select.data } : {}),
  });
  if (!entry.success) throw badOption(entry.error.issues[0]);
  return entry.data;
}

const NAMES: Readonly<Record<string, string>> = {
  ...{ id: "the benchmark", repos: "--repo", languages: "--language", task_types: "--task-type" },
  ...{ difficulties: "--difficulty", resolved_by: "--resolved-by", pro_scripts: "--pro-scripts" },
};

function badOption(
  issue: { readonly path: readonly PropertyKey[]; readonly message: string } | undefined,
): PlumblineError {
  const key = String(issue?.path[0] ?? "");
  const name = issue?.path[1] === "per" ? "--per" : (NAMES[key] ?? `--${key}`);
  return new PlumblineError("bad-option", "usage", `${name}: ${issue?.message ?? "not valid"}.`, {
    hint: "plumbline instances --help",
  });
}

function list(value: string): string[] {
  return value.split(",").map((part) => part.trim());
}

function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}
