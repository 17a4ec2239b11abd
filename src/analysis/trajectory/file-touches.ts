// Which of given files a run touched, and after how many steps.
import type { StepActions } from "./step-actions.ts";
import { isTreeFile } from "./tree-path.ts";

export interface FileTouches {
  readonly files: readonly string[];
  /** Of those, the ones that were read, or edited, or deleted. */
  readonly read: readonly string[];
  readonly edited: readonly string[];
  /** Steps before the first one that reads, or edits, one of the files; null where none does. */
  readonly stepsBeforeRead: number | null;
  readonly stepsBeforeEdit: number | null;
}

export function fileTouches(steps: readonly StepActions[], files: readonly string[]): FileTouches {
  const read = new Set<string>();
  const edited = new Set<string>();
  let stepsBeforeRead: number | null = null;
  let stepsBeforeEdit: number | null = null;
  for (const { step, calls } of steps) {
    for (const { reads, edits, deletes } of calls.flatMap(({ actions }) => actions)) {
      const readNow = files.filter((file) => reads.some((path) => isTreeFile(path, file)));
      const changed = [...edits, ...deletes];
      const editedNow = files.filter((file) => changed.some((path) => isTreeFile(path, file)));
      for (const file of readNow) read.add(file);
      for (const file of editedNow) edited.add(file);
      if (readNow.length > 0) stepsBeforeRead ??= step - 1;
      if (editedNow.length > 0) stepsBeforeEdit ??= step - 1;
    }
  }
  const kept = (touched: ReadonlySet<string>) => files.filter((file) => touched.has(file));
  return { files, read: kept(read), edited: kept(edited), stepsBeforeRead, stepsBeforeEdit };
}
