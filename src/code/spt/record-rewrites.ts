// Edits that were made together, as a list that can be replayed one after another.
import type { LoggedSpan } from "../../core/variant-log.ts";
import { byteOffsets } from "../syntax/byte-offsets.ts";
import { editSet, groupSpan, type EditGroup } from "../syntax/edits.ts";

const BOM_BYTES = 3;

export interface RecordedRewrite {
  /** Which of the groups it is. */
  readonly index: number;
  readonly before: LoggedSpan;
  readonly after: LoggedSpan;
}

/**
 * The groups as a sequence of plain replacements, each on the text that the ones before it left:
 * from the end of the file to its start and from inner sites to outer ones, so that no offset moves
 * before it is used.
 */
export function recordRewrites(
  text: string,
  groups: readonly EditGroup[],
  hasBom: boolean,
): RecordedRewrite[] {
  const set = editSet(text, groups);
  const offsets = byteOffsets(text, hasBom ? BOM_BYTES : 0);
  const done = new Set<number>();
  return groups
    .map((group, index) => ({ index, span: groupSpan(group) }))
    .sort((a, b) => b.span.start - a.span.start || a.span.end - b.span.end)
    .map(({ index, span }) => {
      const before = set.render(span, (group) => done.has(group));
      done.add(index);
      const after = set.render(span, (group) => done.has(group));
      const start = offsets.at(span.start);
      return {
        index,
        before: { start, end: start + Buffer.byteLength(before), text: before },
        after: { start, end: start + Buffer.byteLength(after), text: after },
      };
    });
}
