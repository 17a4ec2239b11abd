// Which instances of a benchmark a study uses: filters, then the draw. Pure: the same rule and seed
// choose the same instances everywhere, and every step says what it left.
import { PlumblineError } from "../../core/errors.ts";
import type { Instance } from "../../core/instance.ts";
import { nearestName } from "../../core/nearest-name.ts";
import { randomStream } from "../../core/random-stream.ts";
import type { Selection } from "./selection.ts";

export interface SelectInput {
  /** Id of the benchmark: names the draw. */
  readonly benchmark: string;
  readonly instances: readonly Instance[];
  readonly rule: Selection;
  readonly seed: string | number;
  /** Instances that the reference agent resolved; null where the rule names none. */
  readonly resolved: ReadonlySet<string> | null;
  /** Whether an instance holds a file that can be rewritten. */
  readonly isRewritable: (instance: Instance) => Promise<boolean>;
}

export interface SelectionStep {
  /** What was asked for, for example `repository: django/django`. */
  readonly rule: string;
  /** How many instances were left after it. */
  readonly left: number;
}

export interface Selected {
  readonly instances: readonly Instance[];
  readonly steps: readonly SelectionStep[];
}

/** Applies a rule. Throws a usage error where it names what is not there or leaves nothing. */
export async function selectInstances(input: SelectInput): Promise<Selected> {
  const { rule, benchmark, resolved } = input;
  let left = input.instances;
  const steps: SelectionStep[] = [];
  const keep = (description: string, chosen: readonly Instance[]) => {
    left = chosen;
    steps.push({ rule: description, left: left.length });
  };
  if (rule.ids !== undefined) {
    keep(`${rule.ids.length} ids`, byIds(benchmark, left, rule.ids));
  }
  if (rule.match !== undefined) {
    const pattern = new RegExp(rule.match);
    keep(
      `id matches ${rule.match}`,
      left.filter(({ instance_id }) => pattern.test(instance_id)),
    );
  }
  for (const [field, wanted] of [
    ["repo", rule.repos],
    ["language", rule.languages],
    ["task_type", rule.task_types],
    ["difficulty", rule.difficulties],
  ] as const) {
    if (wanted === undefined) continue;
    requireValues(input, field, wanted);
    keep(
      `${field}: ${wanted.join(", ")}`,
      left.filter((row) => wanted.includes(row[field] ?? "")),
    );
  }
  if (resolved !== null) {
    keep(
      `resolved by ${rule.resolved_by ?? "the reference agent"}`,
      left.filter(({ instance_id }) => resolved.has(instance_id)),
    );
  }
  if (rule.rewritable) {
    const rewritable: Instance[] = [];
    for (const instance of left) {
      if (await input.isRewritable(instance)) rewritable.push(instance);
    }
    keep("holds a file that can be rewritten", rewritable);
  }
  if (rule.strata !== undefined) {
    const { n, per } = rule.strata;
    keep(`${n} per ${per}, drawn with seed ${input.seed}`, drawStrata(input, left));
  }
  if (rule.shuffle) {
    const stream = randomStream(input.seed, `select/${benchmark}/shuffle`);
    keep(`shuffled with seed ${input.seed}`, stream.shuffle(left));
  }
  if (rule.slice !== undefined) keep(`slice ${rule.slice}`, left.slice(...bounds(rule.slice)));
  if (left.length === 0) throw nothingLeft(benchmark, steps);
  return { instances: left, steps };
}

function byIds(
  benchmark: string,
  instances: readonly Instance[],
  ids: readonly string[],
): readonly Instance[] {
  const byId = new Map(instances.map((instance) => [instance.instance_id, instance]));
  return [...new Set(ids)].map((id) => {
    const found = byId.get(id);
    if (found !== undefined) return found;
    const nearest = nearestName(id, [...byId.keys()]);
    throw new PlumblineError(
      "unknown-instance",
      "usage",
      `${benchmark} has no instance "${id}".`,
      nearest === null ? {} : { hint: `"${nearest}"` },
    );
  });
}

/** A value that no instance has is a slip, not an empty selection. */
function requireValues(
  { benchmark, instances }: SelectInput,
  field: "repo" | "language" | "task_type" | "difficulty",
  wanted: readonly string[],
): void {
  const known = [...new Set(instances.map((instance) => instance[field] ?? ""))].sort();
  const missing = wanted.find((value) => !known.includes(value));
  if (missing === undefined) return;
  const nearest = nearestName(missing, known);
  throw new PlumblineError(
    "unknown-value",
    "usage",
    `No instance of ${benchmark} has the ${field} "${missing}".`,
    { hint: nearest === null ? `one of ${known.join(", ")}` : `"${nearest}"` },
  );
}

/**
 * Strata are repository × difficulty. `per: stratum` draws n of each; `per: repository` draws n of
 * each repository, its strata in turn, so that they are as equal as they can be. Where a stratum
 * has fewer, all of it is taken.
 */
function drawStrata(
  { benchmark, seed, rule }: SelectInput,
  instances: readonly Instance[],
): readonly Instance[] {
  const { n, per } = rule.strata ?? { n: 0, per: "stratum" };
  const drawn: Instance[] = [];
  for (const [repo, ofRepo] of groups(instances, ({ repo }) => repo)) {
    const strata = groups(ofRepo, ({ difficulty }) => difficulty ?? "").map(([difficulty, rows]) =>
      randomStream(seed, `select/${benchmark}/${repo}/${difficulty}`).shuffle(rows),
    );
    if (per === "stratum") drawn.push(...strata.flatMap((rows) => rows.slice(0, n)));
    else drawn.push(...inTurn(strata).slice(0, n));
  }
  return drawn.sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1));
}

/** The first of each list, then the second of each … */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();
}

function groups<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const group = found.get(keyOf(item));
    if (group === undefined) found.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** `10:20`, `:5`, `-5:`: as in Python. */
function bounds(slice: string): [number, number?] {
  const [start = "", end = ""] = slice.split(":");
  return end === "" ? [Number(start)] : [Number(start), Number(end)];
}

function nothingLeft(benchmark: string, steps: readonly SelectionStep[]): PlumblineError {
  const emptied = steps.find(({ left }) => left === 0);
  const why = emptied === undefined ? "it has none" : `none is left after "${emptied.rule}"`;
  return new PlumblineError(
    "nothing-selected",
    "usage",
    `No instance of ${benchmark} is selected: ${why}.`,
    { hint: `plumbline instances ${benchmark} --count` },
  );
}
