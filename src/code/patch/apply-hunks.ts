// Hunks onto the lines of one file, by the rules of `git apply` without options: context must
// match exactly, the place may be off by any number of lines, a hunk without context at one side
// belongs at that end of the file, and a line that one hunk wrote is not there for the next.
// (So a patch made with -U0 applies only where git would take it without --unidiff-zero.)
import type { Hunk, HunkLine } from "./file-patch.ts";
import { splitLines } from "./byte-text.ts";

export type HunksResult =
  | { readonly kind: "applied"; readonly text: string }
  /** `hunk` counts from 1. */
  | { readonly kind: "conflict"; readonly hunk: number };

interface ImageLine {
  readonly text: string;
  readonly written: boolean;
}

/** Byte text with all hunks applied, or the first hunk whose lines are nowhere to be found. */
export function applyHunks(text: string, hunks: readonly Hunk[]): HunksResult {
  const image: ImageLine[] = splitLines(text).map((line) => ({ text: line, written: false }));
  for (const [index, hunk] of hunks.entries()) {
    const before = side(hunk, "added");
    const at = findPlace(image, hunk, before);
    if (at === null) return { kind: "conflict", hunk: index + 1 };
    const after = side(hunk, "deleted").map((line) => ({ text: line, written: true }));
    image.splice(at, before.length, ...after);
  }
  return { kind: "applied", text: image.map((line) => line.text).join("") };
}

/** The hunk's old side (leaving out what is added) or new side (leaving out what is deleted). */
function side(hunk: Hunk, leftOut: HunkLine["kind"]): string[] {
  return hunk.lines.filter((line) => line.kind !== leftOut).map((line) => line.text);
}

function findPlace(
  image: readonly ImageLine[],
  hunk: Hunk,
  before: readonly string[],
): number | null {
  const fits = (at: number): boolean =>
    at >= 0 &&
    at + before.length <= image.length &&
    before.every((line, i) => image[at + i]?.text === line && image[at + i]?.written === false);
  const last = image.length - before.length;
  // A hunk that begins at line 1 belongs at the start; one that ends without context, at the end.
  const atStart = hunk.oldStart <= 1;
  const atEnd = hunk.lines.at(-1)?.kind !== "context";
  if (atStart || atEnd) {
    const at = atStart ? 0 : last;
    return fits(at) && (!atEnd || at === last) ? at : null;
  }
  const expected = hunk.newStart - 1;
  for (let distance = 0; distance <= image.length; distance++) {
    if (fits(expected + distance)) return expected + distance;
    if (fits(expected - distance)) return expected - distance;
  }
  return null;
}
