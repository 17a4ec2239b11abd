// A line diff as what a placebo has to imitate: how many places, and how many lines at each.
import { diffArrays } from "diff";

export interface DiffHunk {
  /** Lines before it in the first text. */
  readonly line: number;
  readonly deleted: number;
  readonly added: number;
}

/** The lines of a text with their ends, as git counts them. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Places at which two texts differ, without context. */
export function diffHunks(before: string, after: string): DiffHunk[] {
  const hunks: DiffHunk[] = [];
  let open: { line: number; deleted: number; added: number } | null = null;
  let line = 0;
  const number = numbering();
  // Numbers compare faster than lines, and a diff compares the same ones again and again.
  for (const part of diffArrays(linesOf(before).map(number), linesOf(after).map(number))) {
    if (!part.added && !part.removed) {
      open = null;
      line += part.value.length;
      continue;
    }
    if (open === null) hunks.push((open = { line, deleted: 0, added: 0 }));
    if (part.added) open.added += part.value.length;
    else {
      open.deleted += part.value.length;
      line += part.value.length;
    }
  }
  return hunks;
}

function numbering(): (line: string) => number {
  const numbers = new Map<string, number>();
  return (line) => {
    const known = numbers.get(line) ?? numbers.size;
    numbers.set(line, known);
    return known;
  };
}

export interface LineTotals {
  readonly deleted: number;
  readonly added: number;
}

/** Lines of all hunks together: what `git diff --numstat` prints. */
export function totals(hunks: readonly DiffHunk[]): LineTotals {
  return {
    deleted: hunks.reduce((sum, hunk) => sum + hunk.deleted, 0),
    added: hunks.reduce((sum, hunk) => sum + hunk.added, 0),
  };
}
