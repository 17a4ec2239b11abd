// SWE-agent's own commands. Its editor works on the file that is open, which the calls before tell.
import type { ToolEvent } from "../../../core/trajectory.ts";
import { shellCommands } from "../shell/shell-commands.ts";
import { treePath, type TreePlace } from "../tree-path.ts";
import { newAction, type Action } from "./action.ts";

export interface OpenFile {
  readonly roots: TreePlace["roots"];
  cwd: string;
  openFile: string | null;
}

const SCROLLS = new Set(["goto", "scroll_up", "scroll_down"]);
const EDITS = new Set(["edit", "insert", "append"]);
const SEARCHES: Readonly<Record<string, "search" | "list">> = {
  ...{ search_dir: "search", search_file: "search", find_file: "list", filemap: "list" },
};

/** The actions of such a command; null where the call is none. */
export function sweAgentActions({ tool, command }: ToolEvent, state: OpenFile): Action[] | null {
  if (command === null || tool === "bash" || !command.startsWith(tool)) return null;
  const [first] = shellCommands(command.split("\n", 1)[0] ?? "");
  const words = first?.words.slice(1) ?? [];
  const file = words[0] === undefined ? null : treePath(words[0], state);
  const open = state.openFile === null ? [] : [state.openFile];
  if (tool === "open" || tool === "create") {
    state.openFile = file;
    const files = file === null ? [] : [file];
    return tool === "open"
      ? [newAction("read", tool, { reads: files })]
      : [newAction("edit", tool, { edits: files, wholeWrites: files })];
  }
  if (SCROLLS.has(tool)) return [newAction("read", tool, { reads: open })];
  if (EDITS.has(tool)) return [newAction("edit", tool, { edits: open })];
  if (tool === "str_replace_editor") return [editor(words, state)];
  if (tool === "undo_edit") return [newAction("undo", tool, { edits: open })];
  if (tool === "submit" || tool.startsWith("exit_")) return [newAction("submit", tool)];
  const kind = Object.hasOwn(SEARCHES, tool) ? SEARCHES[tool] : undefined;
  if (kind === undefined) return null;
  const searched =
    tool === "search_file" ? (words[1] === undefined ? open : [treePath(words[1], state)]) : [];
  return [newAction(kind, tool, { reads: searched })];
}

function editor([what = "", path = ""]: readonly string[], place: TreePlace): Action {
  const files = path === "" ? [] : [treePath(path, place)];
  if (what === "view") {
    return newAction("read", "str_replace_editor", {
      reads: files.filter((file) => /\.\w+$/.test(file)),
    });
  }
  if (what === "undo_edit") return newAction("undo", "str_replace_editor", { edits: files });
  const wholeWrites = what === "create" ? files : [];
  return newAction("edit", "str_replace_editor", { edits: files, wholeWrites });
}
