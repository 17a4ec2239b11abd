// What one command or tool call did, as its text and its result show it.
import type { GitAction } from "./git-action.ts";
import type { TestRun } from "./test-run.ts";

export type ActionKind =
  /** Folders and names of files. */
  | "list"
  | "search"
  | "read"
  | "edit"
  | "delete"
  /** A test runner, or a test file run alone. */
  | "test"
  /** Any other program; a script or a snippet above all. */
  | "run"
  | "git"
  | "install"
  | "fetch"
  | "plan"
  | "submit"
  /** Takes back an edit, by an editor's own undo. */
  | "undo"
  | "other";

export interface Action {
  readonly kind: ActionKind;
  /** The program or tool. */
  readonly program: string;
  /** Files read, edited and deleted, as `treePath` has them; searched files are read. */
  readonly reads: readonly string[];
  readonly edits: readonly string[];
  readonly deletes: readonly string[];
  /** Of the edited files, those that it wrote whole. */
  readonly wholeWrites: readonly string[];
  readonly git: GitAction | null;
  readonly test: TestRun | null;
}

export function newAction(kind: ActionKind, program: string, more: Partial<Action> = {}): Action {
  return {
    ...{ kind, program, reads: [], edits: [], deletes: [], wholeWrites: [] },
    ...{ git: null, test: null, ...more },
  };
}
