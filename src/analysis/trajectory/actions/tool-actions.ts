// The actions of one tool call of any scaffold: a shell's commands, or what an editor, a reader or a
// search of its own does.
import type { ToolEvent } from "../../../core/trajectory.ts";
import { shellCommands } from "../shell/shell-commands.ts";
import { treePath } from "../tree-path.ts";
import { newAction, type Action } from "./action.ts";
import { patchedFiles } from "./patched-files.ts";
import { shellActions, type ShellState } from "./shell-actions.ts";
import { sweAgentActions, type OpenFile } from "./swe-agent-actions.ts";

/** What is known from one call to the next. */
export interface AgentState extends ShellState, OpenFile {
  /** Whether `cd` holds for the calls that follow. */
  readonly keepsFolder: boolean;
}

export function toolActions(event: ToolEvent, state: AgentState): Action[] {
  const { command, tool } = event;
  const result = { output: event.output ?? "", exitCode: event.timedOut ? null : event.exitCode };
  const own = sweAgentActions(event, state);
  if (own !== null) return remembered(own, "", state);
  if (command !== null) {
    const begin = state.cwd;
    const actions = shellActions(shellCommands(command), state, result);
    if (!state.keepsFolder) state.cwd = begin;
    return actions;
  }
  return remembered([namedTool(tool, event.arguments, state)], textOf(event.arguments), state);
}

/** What it wrote whole may be a script that it runs later. */
function remembered(actions: Action[], text: string, state: AgentState): Action[] {
  for (const path of actions.flatMap(({ wholeWrites }) => wholeWrites)) {
    state.written.set(path, text);
  }
  return actions;
}

function textOf(args: Arguments): string {
  if (typeof args === "string") return "";
  const text = args["content"] ?? args["file_text"] ?? "";
  return typeof text === "string" ? text : "";
}

const READ = /^(read|read_?file|read_?many_?files|view|cat|open_?file|notebook_?read)$/;
const EDIT =
  /^(edit|multi_?edit|write|write_?file|create|create_?file|replace|str_?replace|insert|notebook_?edit|edit_?file)$/;
const WHOLE = /^(write|write_?file|create|create_?file)$/;
const SEARCH = /^(grep|search|search_file_content|code_?search|rip_?grep|find_?text)$/;
const LIST = /^(glob|ls|list|list_?directory|list_?dir|find|find_?files|tree)$/;
const PLAN =
  /^(todo_?write|todo_?read|update_?plan|think|task|write_?todos|exit_?plan_?mode|plan_exit)$/;
const FETCH = /^(web_?fetch|web_?search|google_?web_?search|fetch)$/;

type Arguments = ToolEvent["arguments"];

function namedTool(tool: string, args: Arguments, state: AgentState): Action {
  const name = tool.toLowerCase().replace(/^functions?[.:]/, "");
  if (/^(apply_?patch|patch)$/.test(name)) {
    const files = patchedFiles(typeof args === "string" ? args : Object.values(args).join("\n"));
    return newAction("edit", tool, { edits: files.map((file) => treePath(file, state)) });
  }
  if (/^str_?replace_?(based_?)?(edit(or)?_?)?(tool)?$/.test(name) && typeof args !== "string") {
    return editorTool(tool, args, state);
  }
  const files = namedFiles(args).map((file) => treePath(file, state));
  if (READ.test(name)) return newAction("read", tool, { reads: files });
  if (EDIT.test(name)) {
    return newAction("edit", tool, { edits: files, wholeWrites: WHOLE.test(name) ? files : [] });
  }
  if (SEARCH.test(name)) return newAction("search", tool, { reads: files.filter(looksLikeFile) });
  if (LIST.test(name)) return newAction("list", tool);
  if (PLAN.test(name)) return newAction("plan", tool);
  if (FETCH.test(name)) return newAction("fetch", tool);
  if (/^(submit|finish|attempt_completion|complete)$/.test(name)) return newAction("submit", tool);
  return newAction("other", tool);
}

/** The editor that Anthropic's models know; its first argument says what it does. */
function editorTool(tool: string, args: Exclude<Arguments, string>, state: AgentState): Action {
  const files = namedFiles(args).map((file) => treePath(file, state));
  switch (args["command"]) {
    case "view":
      return newAction("read", tool, { reads: files.filter(looksLikeFile) });
    case "undo_edit":
      return newAction("undo", tool, { edits: files });
    case "create":
      return newAction("edit", tool, { edits: files, wholeWrites: files });
    default:
      return newAction("edit", tool, { edits: files });
  }
}

const FILE_KEYS = [
  "filePath",
  "file_path",
  "path",
  "filename",
  "file",
  "notebook_path",
  "absolute_path",
];

function namedFiles(args: Arguments): string[] {
  if (typeof args === "string") return [];
  const named = FILE_KEYS.flatMap((key) => {
    const value = args[key];
    return typeof value === "string" && value !== "" ? [value] : [];
  });
  return named.slice(0, 1);
}

function looksLikeFile(path: string): boolean {
  return /\.\w+$/.test(path);
}
