// FeatBench: features in Python projects. Its raw file keeps patches as one object a file, and some
// test ids without their parameters.
import { z } from "zod";
import { defineBenchmark } from "./benchmark.ts";
import { diffOfFiles, fileObjectSchema } from "./rows/file-objects.ts";
import { openRows } from "./rows/open-rows.ts";
import type { RowKind } from "./rows/row-kind.ts";
import { namedImage, sweBenchInstance, sweBenchRowSchema } from "./rows/swe-bench-row.ts";
import { stringList } from "./rows/test-ids.ts";

const patch = z.union([z.string(), z.array(fileObjectSchema).transform(diffOfFiles)]);

const rowSchema = sweBenchRowSchema.extend({
  patch,
  test_patch: patch.default(""),
  number: z.union([z.string(), z.number().transform(String)]).optional(),
  test_files: stringList.default([]),
});
type FeatRow = z.infer<typeof rowSchema>;

const REGISTRY = "ghcr.io/kndy666";
const TIMEOUT_MS = 3_600_000;
const PYTEST = "python -m pytest -q -rA --tb=no -p no:pretty --continue-on-collection-errors";

const kind: RowKind<FeatRow> = {
  id: "featbench",
  summary: "FeatBench: features in Python projects.",
  expandsParameters: true,
  schema: rowSchema,
  instance: (row) => ({ ...sweBenchInstance(row), task_type: "feature", language: "python" }),
  image: ({ row }) => ({ image: imageOf(row), workdir: "/testbed" }),
  testCommand: ({ row, instance }) => {
    const ids = [...instance.FAIL_TO_PASS, ...instance.PASS_TO_PASS];
    const files = new Set([...row.test_files, ...ids.map((id) => id.split("::")[0] ?? id)]);
    return {
      setup: [],
      command: [PYTEST, ...[...files].map(shellWord)].join(" "),
      parser: "pytest",
      timeoutMs: TIMEOUT_MS,
      env: { PYTHONHASHSEED: "0", TZ: "UTC" },
    };
  },
  testPaths: (row) => row.test_files,
};

export const featbench = defineBenchmark({
  id: kind.id,
  summary: kind.summary,
  open: (options, means) =>
    openRows(kind, options.from ?? "PGCodeLLM/FeatBench_v1.0", options, means),
});

/** Rows name an image without its registry. */
function imageOf(row: FeatRow): string {
  const repo = row.repo.replace("/", "_").toLowerCase();
  const number = row.number ?? row.instance_id.split("-").at(-1) ?? "";
  const image = namedImage(row) ?? `featbench_${repo}:${number}`;
  return image.includes("/") ? image : `${REGISTRY}/${image}`;
}

function shellWord(word: string): string {
  return /^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
