// Instances as lines of text: a list, counts, and what is wrong with rows.
import type { RowProblem } from "../benchmarks/benchmark.ts";
import type { Instance } from "../core/instance.ts";

const FIELDS = ["repo", "language", "difficulty", "task_type"] as const;

/** One line an instance. */
export function instanceLines(instances: readonly Instance[]): readonly string[] {
  const width = Math.max(...instances.map(({ instance_id }) => instance_id.length));
  return instances.map((instance) => {
    const rest = FIELDS.map((field) => instance[field] ?? "").filter((value) => value !== "");
    return `${instance.instance_id.padEnd(width)}  ${rest.join("  ")}`;
  });
}

/** How many instances there are by repository, language, difficulty and type of task. */
export function instanceCounts(
  instances: readonly Instance[],
): Readonly<Record<(typeof FIELDS)[number], Readonly<Record<string, number>>>> {
  const countsOf = (field: (typeof FIELDS)[number]) => {
    const counts = new Map<string, number>();
    for (const instance of instances) {
      const value = instance[field] ?? "";
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
  };
  return {
    repo: countsOf("repo"),
    language: countsOf("language"),
    difficulty: countsOf("difficulty"),
    task_type: countsOf("task_type"),
  };
}

/** The counts, each field under its name. */
export function countLines(counts: ReturnType<typeof instanceCounts>): readonly string[] {
  return FIELDS.flatMap((field) => [
    field,
    ...Object.entries(counts[field]).map(
      ([value, count]) => `${String(count).padStart(6)}  ${value === "" ? "(none)" : value}`,
    ),
  ]);
}

const SHOWN = 20;

/** Refused rows one by one; oddities by kind, or one by one where `all` is asked for. */
export function problemLines(problems: readonly RowProblem[], all: boolean): readonly string[] {
  const line = ({ instanceId, place, problem }: RowProblem) =>
    `  ${instanceId ?? place}: ${problem}`;
  const refused = problems.filter((problem) => problem.refused);
  const odd = problems.filter((problem) => !problem.refused);
  const shown = all ? refused : refused.slice(0, SHOWN);
  const more = refused.length - shown.length;
  const kinds = new Map<string, RowProblem[]>();
  for (const problem of odd) {
    const kind = problem.problem.replace(/^.* (is|are) (in|more than once)/, "tests $2");
    kinds.set(kind, [...(kinds.get(kind) ?? []), problem]);
  }
  return [
    ...(refused.length === 0 ? [] : [`${refused.length} rows are refused:`, ...shown.map(line)]),
    ...(more === 0 ? [] : [`  and ${more} more (--verbose shows them)`]),
    ...(all
      ? odd.map(line)
      : [...kinds].map(([kind, found]) => {
          const [first] = found;
          return `${found.length} odd: ${kind} (first ${first?.instanceId ?? ""})`;
        })),
  ];
}
