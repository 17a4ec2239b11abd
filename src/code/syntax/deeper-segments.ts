// Moves the lines of a rendered range to the right. It works on what other edits have already made
// of the range, so that nested sites, each of which moves its lines, add up.
import type { Segment, Span } from "./edits.ts";

/** What each line of a range gets in front. */
export interface Indentation {
  /** Only spaces or only tabs. */
  readonly unit: string;
  /** Ranges of the source whose line breaks are content: strings of several lines, ascending. */
  readonly strings: readonly Span[];
}

const LINE_BREAK = /\r\n|\r|\n/g;
const WHITE_SPACE = /[ \t\f]*/y;

/**
 * The segments with `unit` on every line but the first, whose beginning is the caller's. Blank lines
 * and comments at column 0 stay as they are. New text is indented like copied text, so it must have
 * no line break inside of a string.
 */
export function deeperSegments(
  text: string,
  segments: readonly Segment[],
  { unit, strings }: Indentation,
): Segment[] {
  const out: Segment[] = [];
  /** White space at the beginning of a line whose first character was not seen yet. */
  let held: Segment[] | null = null;
  const textOf = (part: Segment) =>
    typeof part === "string" ? part : text.slice(part.start, part.end);

  function startLine(white: readonly Segment[], first: string): void {
    const isAtColumnZero = white.every((part) => textOf(part) === "");
    const stays = isAtColumnZero && first === "#";
    for (const part of stays ? white : withUnit(white, unit, textOf)) push(out, part);
  }

  for (const segment of segments) {
    const isNew = typeof segment === "string";
    const source = isNew ? segment : text;
    const end = isNew ? segment.length : segment.end;
    let at = isNew ? 0 : segment.start;
    const take = (to: number): Segment => {
      const part = isNew ? segment.slice(at, to) : { start: at, end: to };
      at = to;
      return part;
    };
    while (at < end) {
      if (held !== null) {
        WHITE_SPACE.lastIndex = at;
        WHITE_SPACE.test(source);
        const content = Math.min(WHITE_SPACE.lastIndex, end);
        held.push(take(content));
        if (content === end) break;
        const first = source.charAt(content);
        if (first === "\n" || first === "\r") for (const part of held) push(out, part);
        else startLine(held, first);
        held = null;
      }
      LINE_BREAK.lastIndex = at;
      const found = LINE_BREAK.exec(source);
      if (found === null || found.index >= end) {
        push(out, take(end));
        break;
      }
      const isContent = !isNew && isInside(strings, found.index);
      push(out, take(Math.min(LINE_BREAK.lastIndex, end)));
      if (!isContent) held = [];
    }
  }
  for (const part of held ?? []) push(out, part);
  return out;
}

/**
 * Spaces go behind the white space that is there, tabs before it: so every line moves by the same
 * number of columns, whatever it mixes. Before a form feed nothing counts as indentation.
 */
function withUnit(
  white: readonly Segment[],
  unit: string,
  textOf: (part: Segment) => string,
): Segment[] {
  if (!unit.startsWith("\t")) return [...white, unit];
  const before = white.map(textOf).join("");
  const feed = before.lastIndexOf("\f") + 1;
  return [before.slice(0, feed) + unit + before.slice(feed)];
}

function push(out: Segment[], part: Segment): void {
  const last = out.at(-1);
  if (typeof part === "string") {
    if (part === "") return;
    if (typeof last === "string") out[out.length - 1] = last + part;
    else out.push(part);
  } else if (part.start === part.end) return;
  else if (typeof last === "object" && last.end === part.start) {
    out[out.length - 1] = { start: last.start, end: part.end };
  } else out.push(part);
}

/** Whether an offset lies in one of the ranges. */
function isInside(ranges: readonly Span[], offset: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as Span).end <= offset) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length && (ranges[low] as Span).start <= offset;
}
