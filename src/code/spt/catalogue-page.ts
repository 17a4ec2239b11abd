// The catalogue as a page for people: what every transformation does, the paper's rule, and each
// reason for which a site is left alone, from what the transformations say of themselves.
import type { Refusal, Transformation } from "./transformation.ts";

const KINDS = { rewrite: "Rewrites", insertion: "Inert insertions" } as const;
const KEYWORDS = {
  string: "plants a string of the problem statement",
  method: "plants a method name of the problem statement",
} as const;

/** Markdown of the whole catalogue. */
export function cataloguePage(transformations: readonly Transformation[]): string {
  const kinds = (["rewrite", "insertion"] as const).map((kind) =>
    section(
      KINDS[kind],
      transformations.filter((item) => item.kind === kind),
    ),
  );
  return [
    "# Transformations",
    "Written by `npm run docs:catalogue` from what each transformation declares.",
    "A refusal of the level *paper* holds on both levels, one of the level *conservative* only on that " +
      "level, the default: there a site is rewritten only where the code shows that nothing changes.",
    ...kinds,
    "",
  ].join("\n\n");
}

function section(title: string, transformations: readonly Transformation[]): string {
  return [`## ${title}`, ...transformations.map(entry)].join("\n\n");
}

function entry(item: Transformation): string {
  const planted = item.keyword === null ? "" : ` It ${KEYWORDS[item.keyword]}.`;
  return [
    `### ${item.id}`,
    `${item.summary}${planted}`,
    `*The paper:* ${item.paper}`,
    fenced(item.example.before),
    "becomes, for example",
    fenced(item.example.after),
    refusalTable(item.refusals),
  ].join("\n\n");
}

function fenced(code: string): string {
  return ["```python", code.replace(/\n$/, ""), "```"].join("\n");
}

function refusalTable(refusals: Readonly<Record<string, Refusal>>): string {
  const rows = Object.entries(refusals)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { why, level }]) => `| ${name} | ${level} | ${why.replaceAll("|", "\\|")} |`);
  return ["| left alone | level | why |", "|---|---|---|", ...rows].join("\n");
}
