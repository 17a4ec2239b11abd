// What the models of a study took, agents and materials apart, and what the materials are.
import { decimal } from "../format-number.ts";

export interface ReportedSpending {
  readonly agents: Spent;
  readonly materials: Spent;
}

interface Spent {
  /** US dollars. */
  readonly costUsd: number;
  /** Prompts and answers together. */
  readonly tokens: number;
}

/** What a model made for a study. */
export interface ReportedMaterial {
  readonly kind: string;
  /** SHA-256 of all that it was asked for with: names its folder in the study. */
  readonly key: string;
  /** SHA-256 of its content. */
  readonly digest: string;
  readonly asked: string;
  readonly provider: string;
  readonly temperature: number | null;
  readonly reasoningEffort: string | null;
  readonly answeredBy: string | null;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  /** Answers before it that could not be read. */
  readonly malformed: number;
  /** Whether it was there before the study, which then spent nothing on it. */
  readonly keptFromBefore: boolean;
  readonly costUsd: number | null;
  readonly tokens: number | null;
  readonly words: { readonly methods: number; readonly strings: number };
  /** Words of the answer that are no keywords, by reason. */
  readonly rejected: Readonly<Record<string, number>>;
  /** Runs that were recorded with it. */
  readonly runs: readonly string[];
}

/** `Models took: agents 0.0123 US dollars, 3617 tokens; materials …`; null where they took nothing. */
export function spendingLine({ agents, materials }: ReportedSpending): string | null {
  if (agents.tokens + materials.tokens === 0) return null;
  const spent = ({ costUsd, tokens }: Spent) =>
    `${decimal(costUsd, 4)} US dollars, ${tokens} tokens`;
  return `Models took: agents ${spent(agents)}; materials ${spent(materials)}.`;
}

/** One line a model; nothing without materials. */
export function materialLines(materials: readonly ReportedMaterial[]): string[] {
  const models = [...new Set(materials.map(({ asked }) => asked))];
  return models.map((model) => {
    const made = materials.filter(({ asked }) => asked === model);
    const kept = made.filter(({ keptFromBefore }) => keptFromBefore).length;
    const sum = (of: (material: ReportedMaterial) => number) =>
      made.reduce((total, material) => total + of(material), 0);
    const words = `${sum((one) => one.words.methods)} methods, ${sum((one) => one.words.strings)} strings`;
    const from = kept === 0 ? "" : `, ${kept} of them kept from before at no cost`;
    return `Keywords by ${model}: ${made.length} ${made.length === 1 ? "set" : "sets"} (${words})${from}${rejections(made)}.`;
  });
}

function rejections(made: readonly ReportedMaterial[]): string {
  const counts = new Map<string, number>();
  for (const [reason, count] of made.flatMap(({ rejected }) => Object.entries(rejected))) {
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  const reasons = [...counts].map(([reason, count]) => `${reason} (${count})`).join(", ");
  return reasons === "" ? "" : `; rejected: ${reasons}`;
}
