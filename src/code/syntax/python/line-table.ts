// How many lines of a file a part of it touches.
import type { Span } from "../edits.ts";
import { perModule, type ModuleFacts } from "./facts.ts";

/** Where the lines of the file begin, the first one apart. */
const lineStarts = perModule(({ module }) =>
  Array.from(module.text.matchAll(/\r\n|\r|\n/g), ({ index, 0: end }) => index + end.length),
);

/** The number of lines from the one where a span begins to the one where it ends. */
export function linesTouched(facts: ModuleFacts, { start, end }: Span): number {
  const starts = lineStarts(facts);
  return lineOf(starts, Math.max(start, end - 1)) - lineOf(starts, start) + 1;
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
