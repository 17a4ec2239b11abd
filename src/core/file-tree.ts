// A source tree as a value: what pure rooms get instead of a folder.

export type FileMode = "100644" | "100755" | "120000";

export interface TreeFile {
  /** Bytes of the file; for a symbolic link (mode 120000) its target. */
  readonly bytes: Uint8Array;
  readonly mode: FileMode;
}

/** Files by path from the root, `/` between parts, never absolute, never with `..`. */
export type FileTree = ReadonlyMap<string, TreeFile>;

/** A change of a tree: new content by path, or null where the file goes away. */
export type TreeChanges = ReadonlyMap<string, TreeFile | null>;

/** Order of paths everywhere: by UTF-16 code unit, the same on every machine. */
export function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The tree with the changes made. */
export function applyChanges(tree: FileTree, changes: TreeChanges): FileTree {
  const result = new Map(tree);
  for (const [path, file] of changes) {
    if (file === null) result.delete(path);
    else result.set(path, file);
  }
  return result;
}
