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
  // Long runs are the hardest to find a place for, and blank lines are everywhere.
  const longestFirst = [...plans].sort((a, b) => b.modified - a.modified);
  const placed = longestFirst.map((plan) => ({ plan, run: takeRuns(plan, free) }));
  for (const { run } of placed) {
    for (const index of run) edits.push(random.pick(choices(lines[index])));
  }
  for (const { plan, run } of placed) {
    if (plan.inserted === 0) continue;
    const beside = run.find((index) => lines[index]?.startsStatement === true);
    const line = lines[beside ?? free.statementLine(plan.line) ?? -1];
    if (line === undefined) continue;
    // Beside modified lines a blank one could be taken for one that was there.
    const blanks = run.length > 0 ? 0 : BLANK_LINES;
    const text = insertion(plan.inserted, blanks, newline, indentOf(line), random);
    edits.push({ start: line.start, end: line.start, pieces: [text] });
  }
  for (let count = plans.reduce((sum, { removed }) => sum + removed, 0); count > 0; count--) {
    const index = free.blankLine();
    const [line, next] = index === null ? [] : lines.slice(index, index + 2);
    if (line === undefined || next === undefined) break;
    edits.push({ start: line.start, end: next.start, pieces: [] });
  }
  return edits;
}

/** Lines to modify for one place, in one run where there is one. */
function takeRuns({ line, modified, inserted }: PlacePlan, free: FreeLines): number[] {
  const taken = free.runAt(line, modified) ?? [];
  while (taken.length < modified) {
    const atStatement = inserted > 0 && taken.length === 0;
    const run = free.modifiableRun(modified - taken.length, atStatement);
    if (run.length === 0) break;
    taken.push(...run);
  }
  return taken;
}

function choices(line: LineEdits | undefined): readonly Edit[] {
  if (line === undefined) return [];
  if (line.plain.length > 0) return line.plain;
  if (line.comment.length > 0) return line.comment;
  return line.trailing === null ? [] : [line.trailing];
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

  /** `length` lines from `first` on, where all of them can be modified. */
  runAt(first: number | null, length: number): number[] | null {
    if (first === null) return null;
    const run = Array.from({ length }, (_, index) => first + index);
    const isFree = (index: number) =>
      choices(this.#lines[index]).length > 0 && !this.#near.has(index);
    return run.every(isFree) ? this.#take(run) : null;
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
  statementLine(preferred: number | null): number | null {
    const starts = (index: number) => this.#lines[index]?.startsStatement === true;
    const isPreferred = preferred !== null && starts(preferred) && !this.#near.has(preferred);
    const line =
      (isPreferred ? preferred : null) ??
      this.#next("statement", starts, false) ??
      this.#next("any-statement", starts, true);
    // What is inserted before a line touches that line and the one above it.
    if (line !== null) for (const near of [line - 1, line]) this.#near.add(near);
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

  /**
   * A run of `length` lines out of the shortest stretch that holds it, so that long stretches are
   * left for long runs; the longest run that there is where none does.
   */
  #longest(
    length: number,
    fits: (index: number) => boolean,
    starts: (index: number) => boolean,
  ): number[] {
    let best: { readonly run: readonly number[]; readonly outOf: number } = { run: [], outOf: 0 };
    for (const stretch of this.#stretches(fits)) {
      const first = stretch.findIndex(starts);
      if (first < 0) continue;
      const found = { run: stretch.slice(first, first + length), outOf: stretch.length };
      const isLonger = found.run.length > best.run.length;
      const isTighter = found.run.length === best.run.length && found.outOf < best.outOf;
      if (isLonger || isTighter) best = found;
    }
    return [...best.run];
  }

  /** Free neighbouring lines that fit, as long as they go, from a drawn line on and around. */
  *#stretches(fits: (index: number) => boolean): Generator<number[]> {
    const count = this.#lines.length;
    const from = this.#order[0] ?? 0;
    let stretch: number[] = [];
    for (let step = 0; step < count; step++) {
      const index = (from + step) % count;
      const isFree = fits(index) && !this.#near.has(index);
      if (stretch.length > 0 && (!isFree || index === 0)) {
        yield stretch;
        stretch = [];
      }
      if (isFree) stretch.push(index);
    }
    if (stretch.length > 0) yield stretch;
  }
}

function insertion(
  count: number,
  blanks: number,
  newline: string,
  indent: string,
  random: RandomStream,
): string {
  if (count <= blanks) return newline.repeat(count);
  const last = blanks > 0 ? [newline] : [];
  const remarks = Array.from(
    { length: count - last.length },
    () => `${indent}# ${random.pick(REMARKS)}${newline}`,
  );
  return [...remarks, ...last].join("");
}
