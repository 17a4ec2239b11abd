// A place in a patch: its lines (byte text, without line ends) and the one that is read next.

export interface PatchCursor {
  readonly lines: readonly string[];
  /** Index of the next line. */
  at: number;
}

/** The next line, or null at the end. */
export function peekLine(cursor: PatchCursor): string | null {
  return cursor.lines[cursor.at] ?? null;
}

/** Number of the next line, as people count. */
export function lineNumber(cursor: PatchCursor): number {
  return cursor.at + 1;
}
