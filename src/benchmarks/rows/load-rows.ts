// Rows to instances: each row passes its schemas once; what does not pass is told, not dropped.
import type { z } from "zod";
import { requireNamePart } from "../../core/ids.ts";
import type { Instance } from "../../core/instance.ts";
import { instanceSchema } from "../../core/instance.ts";
import type { BenchmarkOptions, RowProblem } from "../benchmark.ts";
import type { RawRow } from "../source/read-rows.ts";
import { languageOfPatches } from "./language.ts";
import { rowDigest } from "./row-digest.ts";
import type { LoadedRow, RowKind } from "./row-kind.ts";
import { oddities, readRowPatch } from "./row-problems.ts";

export interface LoadedRows<Row> {
  /** By instance id, in id order. */
  readonly rows: ReadonlyMap<string, LoadedRow<Row>>;
  readonly digests: ReadonlyMap<string, string>;
  readonly problems: readonly RowProblem[];
}

interface Candidate<Row> {
  readonly raw: RawRow;
  readonly id: string | null;
  readonly row: Row;
}

/** Every row of a data set: an instance, or a problem that says why it is none. */
export function loadRows<Row extends object>(
  kind: RowKind<Row>,
  raws: readonly RawRow[],
  options: BenchmarkOptions,
): LoadedRows<Row> {
  const problems: RowProblem[] = [];
  const refuse = (raw: RawRow, problem: string) =>
    problems.push({ instanceId: idOf(raw), place: raw.place, problem, refused: true });

  const candidates: Candidate<Row>[] = [];
  for (const raw of raws) {
    const parsed = kind.schema.safeParse(upperCaseNames(raw.value));
    if (parsed.success) candidates.push({ raw, id: idOf(raw), row: parsed.data });
    else refuse(raw, firstFault(parsed.error));
  }
  const all = candidates.map(({ row }) => row);
  const rows = new Map<string, LoadedRow<Row>>();
  const digests = new Map<string, string>();
  const places = new Map<string, string>();
  for (const { raw, row } of candidates) {
    const made = toInstance(kind.instance(row, all, options));
    if ("problem" in made) {
      refuse(raw, made.problem);
      continue;
    }
    const id = made.instance.instance_id;
    // Ids become folder names, and some file systems do not tell case apart.
    const other = places.get(id.toLowerCase());
    if (other !== undefined) {
      refuse(raw, `its id collides with that of ${other}`);
      continue;
    }
    places.set(id.toLowerCase(), raw.place);
    rows.set(id, { row, instance: made.instance });
    digests.set(id, rowDigest(row));
    for (const problem of oddities(made.instance)) {
      problems.push({ instanceId: id, place: raw.place, problem, refused: false });
    }
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  return { rows: new Map(sorted), digests, problems };
}

type Made = { readonly instance: Instance } | { readonly problem: string };

function toInstance(fields: Readonly<Record<string, unknown>>): Made {
  const parsed = instanceSchema.safeParse(fields);
  if (!parsed.success) return { problem: firstFault(parsed.error) };
  const { instance_id, patch, test_patch, language } = parsed.data;
  try {
    requireNamePart(instance_id);
  } catch {
    return { problem: `instance_id: "${instance_id}" cannot be used as a name` };
  }
  const gold = readRowPatch("patch", patch);
  const tests = readRowPatch("test_patch", test_patch);
  if ("problem" in gold) return gold;
  if ("problem" in tests) return tests;
  return {
    instance: { ...parsed.data, language: language || languageOfPatches(gold.files, tests.files) },
  };
}

/** Some data sets write `fail_to_pass`. */
function upperCaseNames(value: RawRow["value"]): RawRow["value"] {
  const named = { ...value };
  for (const name of ["FAIL_TO_PASS", "PASS_TO_PASS"]) {
    const lower = name.toLowerCase();
    if (!(name in named) && lower in named) named[name] = named[lower];
  }
  return named;
}

function idOf({ value }: RawRow): string | null {
  const id = value["instance_id"];
  return typeof id === "string" && id !== "" ? id : null;
}

function firstFault(error: z.ZodError): string {
  const [issue] = error.issues;
  const field = issue?.path.map(String).join(".") ?? "";
  const message = issue?.message ?? "not valid";
  return field === "" ? message : `${field}: ${message}`;
}
