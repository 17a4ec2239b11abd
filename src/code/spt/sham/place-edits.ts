// Chooses places in a file for what a plan asks, and the edits there.
import type { RandomStream } from "../../../core/random-stream.ts";
import type { Edit } from "../../syntax/edits.ts";
import type { LineEdits } from "./neutral-edits.ts";
import type { PlacePlan } from "./place-plan.ts";

/** More blank lines in a row than this look odd; beyond it comments are written. */
const BLANK_LINES = 2;

const REMARKS = [
  "The order matters here.",
  "Kept in one place so that callers agree.",
  "See the tests for examples.",
  "Nothing else depends on this.",
  "Simple on purpose.",
  "The common case comes first.",
  "Callers rely on this.",
  "Same as above, for the other case.",
];

export interface PlaceInput {
  readonly lines: readonly LineEdits[];
  readonly plans: readonly PlacePlan[];
  readonly newline: string;
  /** White space with which a line begins. */
  readonly indentOf: (line: LineEdits) => string;
  readonly random: RandomStream;
}

/** Edits for all places; fewer than planned where the file does not offer enough. */
export function placeEdits({ lines, plans, newline, indentOf, random }: PlaceInput): Edit[] {
  const edits: Edit[] = [];
  const free = new FreeLines(lines, random);
  // Long runs are the hardest to find a place for.
  for (const plan of [...plans].sort((a, b) => b.modified - a.modified)) {
    let insertAt: number | null = null;
    for (let left = plan.modified; left > 0;) {
      const run = free.modifiableRun(left, plan.inserted > 0 && insertAt === null);
      if (run.length === 0) break;
      insertAt ??= lines[run[0] ?? -1]?.startsStatement === true ? (run[0] ?? null) : null;
      for (const index of run) edits.push(random.pick(choices(lines[index])));
      left -= run.length;
    }
    if (plan.inserted > 0) {
      const line = lines[insertAt ?? free.statementLine() ?? -1];
      if (line !== undefined) {
        const text = insertion(plan.inserted, newline, indentOf(line), random);
        edits.push({ start: line.start, end: line.start, pieces: [text] });
      }
    }
    for (let count = 0; count < plan.removed; count++) {
      const index = free.blankLine();
      const [line, next] = index === null ? [] : lines.slice(index, index + 2);
      if (line === undefined || next === undefined) break;
      edits.push({ start: line.start, end: next.start, pieces: [] });
    }
  }
  return edits;
}

function choices(line: LineEdits | undefined): readonly Edit[] {
  if (line === undefined) return [];
  return line.plain.length > 0 ? line.plain : line.comment;
}

/**
 * Lines not used yet, in random order. Lines next to a used one come last: places that touch would
 * be one place in a diff.
 */
class FreeLines {
  readonly #lines: readonly LineEdits[];
  /** Lines that hold an edit, and lines next to one. */
  readonly #used = new Set<number>();
  readonly #near = new Set<number>();
  readonly #order: readonly number[];
  readonly #cursors = new Map<string, number>();

  constructor(lines: readonly LineEdits[], random: RandomStream) {
    this.#lines = lines;
    this.#order = random.shuffle([...lines.keys()]);
  }

  /** Up to `length` neighbouring lines that can be modified; the longest there are. */
  modifiableRun(length: number, atStatement: boolean): number[] {
    const isPlain = (index: number) => (this.#lines[index]?.plain.length ?? 0) > 0;
    const isModifiable = (index: number) => choices(this.#lines[index]).length > 0;
    const starts = (index: number) => !atStatement || this.#lines[index]?.startsStatement === true;
    if (length > 1) {
      const run = this.#longest(length, isPlain, starts);
      if (run.length === length) return this.#take(run);
      const wider = this.#longest(length, isModifiable, () => true);
      if (wider.length > 1) return this.#take(wider);
    }
    const single =
      this.#next("plain", (index) => isPlain(index) && starts(index), false) ??
      this.#next("modifiable", isModifiable, false) ??
      this.#next("touching", isModifiable, true);
    return single === null ? [] : this.#take([single]);
  }

  /** A line before which one can be inserted. */
  statementLine(): number | null {
    const starts = (index: number) => this.#lines[index]?.startsStatement === true;
    const line =
      this.#next("statement", starts, false) ?? this.#next("any-statement", starts, true);
    if (line !== null) this.#take([line]);
    return line;
  }

  blankLine(): number | null {
    const line = this.#next("blank", (index) => this.#lines[index]?.isBlank === true, false);
    if (line !== null) this.#take([line]);
    return line;
  }

  #take(run: readonly number[]): number[] {
    for (const index of run) {
      this.#used.add(index);
      for (const near of [index - 1, index, index + 1]) this.#near.add(near);
    }
    return [...run];
  }

  /** The next line that fits. What one search has passed over stays passed over for its name. */
  #next(search: string, fits: (index: number) => boolean, touching: boolean): number | null {
    for (let at = this.#cursors.get(search) ?? 0; at < this.#order.length; at++) {
      const index = this.#order[at] ?? 0;
      if ((touching ? this.#used : this.#near).has(index) || !fits(index)) continue;
      this.#cursors.set(search, at + 1);
      return index;
    }
    this.#cursors.set(search, this.#order.length);
    return null;
  }

  #longest(
    length: number,
    fits: (index: number) => boolean,
    starts: (index: number) => boolean,
  ): number[] {
    let best: number[] = [];
    for (const first of this.#order) {
      if (!starts(first)) continue;
      const run: number[] = [];
      for (let i = first; run.length < length && fits(i) && !this.#near.has(i); i++) run.push(i);
      if (run.length > best.length) best = run;
      if (best.length === length) break;
    }
    return best;
  }
}

function insertion(count: number, newline: string, indent: string, random: RandomStream): string {
  if (count <= BLANK_LINES) return newline.repeat(count);
  const remarks = Array.from({ length: count - 1 }, () => `${indent}# ${random.pick(REMARKS)}`);
  return [...remarks.map((remark) => remark + newline), newline].join("");
}
