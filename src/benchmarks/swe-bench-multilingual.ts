// SWE-bench Multilingual: 300 bug fixes in 41 repositories and nine languages. Its rows carry their
// own scripts, parsers and images.
import { defineBenchmark } from "./benchmark.ts";
import { openRows } from "./rows/open-rows.ts";
import { rowEnvironment } from "./rows/row-environment.ts";
import type { RowKind } from "./rows/row-kind.ts";
import type { SweBenchRow } from "./rows/swe-bench-row.ts";
import {
  sweBenchImage,
  sweBenchInstance,
  sweBenchRowSchema,
  sweBenchTestCommand,
} from "./rows/swe-bench-row.ts";

const kind: RowKind<SweBenchRow> = {
  id: "swe-bench-multilingual",
  summary: "SWE-bench Multilingual: bug fixes in nine languages.",
  expandsParameters: false,
  schema: sweBenchRowSchema,
  instance: (row) => ({ ...sweBenchInstance(row), task_type: "bug-fix" }),
  image: sweBenchImage,
  environment: rowEnvironment,
  testCommand: sweBenchTestCommand,
};

export const sweBenchMultilingual = defineBenchmark({
  id: kind.id,
  summary: kind.summary,
  open: (options, means) =>
    openRows(kind, options.from ?? "SWE-bench/SWE-bench_Multilingual", options, means),
});
