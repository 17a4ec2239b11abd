// How suspicious each line is: Ochiai's coefficient for one failing run, raised by what the issue
// names. Numbers are relative; only their ratios matter.
import type { IssueReading } from "./issue/read-issue.ts";
import type { Mention } from "./look.ts";
import type { ExecutedLine, Reproduced } from "./workbench.ts";

export interface Suspect {
  readonly file: string;
  readonly line: number;
  readonly weight: number;
}

const byRun = { failing: 1, setup: 0.3, constant: 0.35 };

/** Suspects among executed lines, the most suspicious first. */
export function suspectsOf(
  executed: readonly ExecutedLine[],
  texts: readonly Mention[],
  reading: IssueReading,
  reproduced: Reproduced,
): Suspect[] {
  const textAt = new Map(texts.map((mention) => [`${mention.file}:${mention.line}`, mention.text]));
  return executed
    .map(({ file, line, passes, by }) => {
      const text = textAt.get(`${file}:${line}`) ?? "";
      const named = 1 + Math.min(1.5, 0.25 * affinity(text, reading));
      const raising = near(file, line, reproduced.file, reproduced.fileLine);
      const traced = reading.terms.frames.some((frame) => near(file, line, frame.file, frame.line));
      // 1 + passes instead of its root would trust a small visible test suite too much.
      const spectrum = 1 / (1 + passes) ** 0.35;
      return { file, line, weight: byRun[by] * spectrum * named * (raising || traced ? 2 : 1) };
    })
    .sort(bySuspicion);
}

/** Suspects where nothing can be run: lines that name the terms. */
export function suspectsByName(mentions: readonly Mention[], reading: IssueReading): Suspect[] {
  return mentions
    .map(({ file, line, text }) => ({ file, line, weight: affinity(text, reading) }))
    .sort(bySuspicion);
}

function bySuspicion(a: Suspect, b: Suspect): number {
  return b.weight - a.weight || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line);
}

/** How much of the issue's vocabulary a line uses. */
export function affinity(text: string, reading: IssueReading): number {
  const identifiers = new Set(text.match(/[A-Za-z_]\w*/g) ?? []);
  const parts = new Set([...identifiers].flatMap((name) => name.toLowerCase().split(/_+|\d+/)));
  const terms = reading.terms.identifiers.filter((term) => identifiers.has(term.text));
  const words = reading.terms.words.filter((word) => parts.has(word));
  return terms.reduce((sum, term) => sum + term.weight, 0) + words.length;
}

function near(file: string, line: number, other: string | null, otherLine: number | null): boolean {
  if (other === null || otherLine === null) return false;
  return (other === file || other.endsWith(`/${file}`)) && Math.abs(line - otherLine) <= 1;
}
