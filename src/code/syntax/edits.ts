// Changes of a text as data. An edit replaces an exact range (UTF-16 offsets) by pieces: new text,
// or ranges of the source itself. A range piece is rendered with the other edits that fall inside
// it, so that rewrites of nested sites compose in one pass without parsing in between: swapping
// two branches carries along whatever was changed in them. The same range may stand in several
// pieces: each copy has the rewrites of the sites inside.
import { deeperSegments, type Indentation } from "./deeper-segments.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A range of the source whose lines, the first one apart, move to the right. */
export interface DeeperSpan extends Span {
  readonly deeper: Indentation;
}

export type Piece = string | Span | DeeperSpan;

export interface Edit extends Span {
  readonly pieces: readonly Piece[];
}

/**
 * The edits of one site: all of them or none. Their ranges are disjoint, or one lies inside a piece
 * that another one keeps of its own range.
 */
export type EditGroup = readonly Edit[];

/** A stretch of the result: new text, or a copied range of the source. */
export type Segment = string | Span;

interface Placed {
  readonly edit: Edit;
  readonly group: number;
}

/** Edits made together on one text. */
export interface EditSet {
  readonly text: string;
  /** `range` of the text with the edits of the groups that `includes` accepts made in it. */
  render(range: Span, includes?: (group: number) => boolean): string;
  /** The same as stretches, from which an offset map can be made. */
  segments(range: Span, includes?: (group: number) => boolean): Segment[];
}

/** Range that covers all edits of a group. */
export function groupSpan(group: EditGroup): Span {
  return {
    start: Math.min(...group.map((edit) => edit.start)),
    end: Math.max(...group.map((edit) => edit.end)),
  };
}

/** Prepares edits. Throws a RangeError when two of them overlap without one holding the other. */
export function editSet(text: string, groups: readonly EditGroup[]): EditSet {
  const placed = groups
    .flatMap((edits, group) => edits.map((edit): Placed => ({ edit, group })))
    .sort((a, b) => a.edit.start - b.edit.start || b.edit.end - a.edit.end || a.group - b.group);
  checkNesting(text, placed);

  function firstFrom(offset: number): number {
    let low = 0;
    let high = placed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((placed[middle] as Placed).edit.start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function collect(range: Span, includes: (item: Placed) => boolean): Segment[] {
    const out: Segment[] = [];
    let at = range.start;
    for (let i = firstFrom(range.start); i < placed.length; i++) {
      const item = placed[i] as Placed;
      const { edit } = item;
      if (edit.start > range.end) break;
      if (edit.start < at || edit.end > range.end || !includes(item)) continue;
      if (edit.start > at) out.push({ start: at, end: edit.start });
      for (const piece of edit.pieces) {
        if (typeof piece === "string") out.push(piece);
        else for (const part of copied(piece, item, includes)) out.push(part);
      }
      at = edit.end;
    }
    if (range.end > at) out.push({ start: at, end: range.end });
    return out;
  }

  function copied(
    piece: Span | DeeperSpan,
    { edit, group }: Placed,
    includes: (item: Placed) => boolean,
  ): Segment[] {
    // What a site moves away from another of its places must not come back by that place's edit.
    const isOwn = edit.start <= piece.start && piece.end <= edit.end;
    const parts = collect(
      piece,
      (other) => (other.group !== group || (isOwn && other.edit !== edit)) && includes(other),
    );
    return "deeper" in piece ? deeperSegments(text, parts, piece.deeper) : parts;
  }

  function segments(range: Span, includes: (group: number) => boolean = () => true): Segment[] {
    return collect(range, ({ group }) => includes(group));
  }

  return {
    text,
    segments,
    render: (range, includes) =>
      segments(range, includes)
        .map((part) => (typeof part === "string" ? part : text.slice(part.start, part.end)))
        .join(""),
  };
}

/** The whole text with all edits made. */
export function applyEdits(text: string, groups: readonly EditGroup[]): string {
  return editSet(text, groups).render({ start: 0, end: text.length });
}

function checkNesting(text: string, placed: readonly Placed[]): void {
  const open: Edit[] = [];
  for (const { edit } of placed) {
    if (edit.start < 0 || edit.start > edit.end || edit.end > text.length) {
      throw new RangeError(`An edit of ${edit.start}–${edit.end} lies outside of the text.`);
    }
    while (open.length > 0 && (open.at(-1) as Edit).end <= edit.start) open.pop();
    const outer = open.at(-1);
    if (outer !== undefined && !holds(outer, edit)) {
      throw new RangeError(
        `An edit of ${edit.start}–${edit.end} overlaps one of ${outer.start}–${outer.end}.`,
      );
    }
    open.push(edit);
  }
}

/** Whether the outer edit keeps the range that the inner one changes. */
function holds(outer: Edit, inner: Span): boolean {
  if (inner.end > outer.end) return false;
  // A range that moves elsewhere is copied by another edit of the group; only what the group as
  // a whole drops would be lost, and no transformation drops source text.
  return outer.pieces.some((piece) => typeof piece !== "string");
}
