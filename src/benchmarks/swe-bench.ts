// SWE-bench: full, Lite, Verified, dev, and any file of that shape under any name.
import type { BenchmarkOptions } from "./benchmark.ts";
import { defineBenchmark } from "./benchmark.ts";
import { openRows } from "./rows/open-rows.ts";
import { rowEnvironment } from "./rows/row-environment.ts";
import type { RowKind } from "./rows/row-kind.ts";
import type { SweBenchRow } from "./rows/swe-bench-row.ts";
import {
  namedImage,
  sweBenchImage,
  sweBenchInstance,
  sweBenchRowSchema,
  sweBenchTestCommand,
} from "./rows/swe-bench-row.ts";

/** Short names of the data sets on the hub. */
const NAMED: Readonly<Record<string, string>> = {
  full: "SWE-bench/SWE-bench",
  lite: "SWE-bench/SWE-bench_Lite",
  verified: "SWE-bench/SWE-bench_Verified",
};

/** Annotators of Verified gave each row one of these. */
const VERIFIED_DIFFICULTIES = new Set(["<15 min fix", "15 min - 1 hour", "1-4 hours", ">4 hours"]);

/** The images of Python's repositories switch their environment on in each script, not for good. */
const CONDA_PATH =
  "/opt/miniconda3/envs/testbed/bin:/opt/miniconda3/bin:" +
  "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** By its own script; older rows have none, and those that are published are all Python's. */
function hasCondaEnvironment(row: SweBenchRow): boolean {
  const script = row.eval_script ?? row.eval_script_list?.join("\n");
  if (script === undefined) return /^$|sweb\.eval\./.test(namedImage(row) ?? "");
  return /^\s*conda activate testbed\s*$/m.test(script);
}

const kind: RowKind<SweBenchRow> = {
  id: "swe-bench",
  summary: "SWE-bench: full, lite, verified, or any file of that shape.",
  expandsParameters: false,
  schema: sweBenchRowSchema,
  instance: (row, all, options) => ({
    ...sweBenchInstance(row),
    task_type: isVerified(all, options) ? "bug-fix" : "unlabelled",
  }),
  image: (loaded) =>
    hasCondaEnvironment(loaded.row)
      ? { ...sweBenchImage(loaded), path: CONDA_PATH }
      : sweBenchImage(loaded),
  environment: rowEnvironment,
  testCommand: sweBenchTestCommand,
};

export const sweBench = defineBenchmark({
  id: kind.id,
  summary: kind.summary,
  open: (options, means) => {
    const from = options.from ?? "verified";
    return openRows(kind, NAMED[from] ?? from, options, means);
  },
});

const verdicts = new WeakMap<readonly SweBenchRow[], boolean>();

/** By its name, or because every row carries a difficulty of Verified's. */
function isVerified(all: readonly SweBenchRow[], { from }: BenchmarkOptions): boolean {
  const known = verdicts.get(all);
  if (known !== undefined) return known;
  const verdict =
    /(^|[^a-z])verified([^a-z]|$)/i.test(from ?? "verified") ||
    all.every(({ difficulty }) => VERIFIED_DIFFICULTIES.has(difficulty ?? ""));
  verdicts.set(all, verdict);
  return verdict;
}
