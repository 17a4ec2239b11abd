// What the commands of a script do: which files they read, edit and delete, and what kind of action
// each is.
import { treePath } from "../tree-path.ts";
import type { ShellCommand } from "../shell/shell-commands.ts";
import { pythonFiles } from "../shell/python-files.ts";
import { newAction, type Action, type ActionKind } from "./action.ts";
import { gitAction, gitFiles } from "./git-action.ts";
import { isTestCommand, testResult } from "./test-run.ts";
import { patchedFiles } from "./patched-files.ts";

/** What the shell knows when the command runs. */
export interface ShellState {
  readonly roots: readonly string[];
  /** As `cd` left it. */
  cwd: string;
  /** Text of the files that the agent wrote whole, for when it runs them. */
  readonly written: Map<string, string>;
}

export interface CommandResult {
  readonly output: string;
  readonly exitCode: number | null;
}

const READERS = new Set([
  "cat",
  "head",
  "tail",
  "less",
  "more",
  "nl",
  "bat",
  "batcat",
  "tac",
  "od",
  "xxd",
  "strings",
  "wc",
  "diff",
  "cmp",
  "sort",
  "uniq",
  "cut",
  "view",
  "md5sum",
  "sha256sum",
  "jq",
  "column",
]);
const SEARCHERS = new Set(["grep", "egrep", "fgrep", "rg", "ag", "ack", "awk", "gawk"]);
const LISTERS = new Set([
  "ls",
  "find",
  "tree",
  "fd",
  "locate",
  "which",
  "whereis",
  "file",
  "stat",
  "du",
  "pwd",
  "realpath",
  "readlink",
  "dirname",
  "basename",
  "type",
]);
const EDITORS = new Set([
  "tee",
  "touch",
  "truncate",
  "install",
  "ed",
  "ex",
  "dos2unix",
  "black",
  "isort",
  "autopep8",
  "prettier",
]);
const FETCHERS = new Set(["curl", "wget", "aria2c", "http"]);
const SILENT = new Set([
  "echo",
  "printf",
  "true",
  "false",
  "export",
  "set",
  "unset",
  "source",
  ".",
  "alias",
  "sleep",
  "wait",
  "kill",
  "for",
  "in",
  "read",
  "test",
  "[",
  "[[",
  "exit",
  "return",
  "mkdir",
  "chmod",
  "ulimit",
  "date",
  "env",
  "printenv",
  "uname",
  "whoami",
  "id",
  "hostname",
  "ps",
  "trap",
  "pushd",
  "popd",
  "jobs",
]);
const INSTALLERS = /^(pip[\d.]*|conda|mamba|apt|apt-get|apk|yum|dnf|brew|gem|poetry|uv)$/;

/** The actions of a script, in order. `result` is that of the whole script. */
export function shellActions(
  commands: readonly ShellCommand[],
  state: ShellState,
  result: CommandResult,
): Action[] {
  return commands.flatMap((command) => {
    const [program = ""] = command.words;
    if (program === "cd" || program === "pushd") {
      const target = command.words.find((word, index) => index > 0 && !word.startsWith("-"));
      state.cwd = treePath(target ?? "~", state);
      return [];
    }
    return [withRedirects(actionOf(command, state, result), command, state)];
  });
}

function actionOf(command: ShellCommand, state: ShellState, result: CommandResult): Action {
  const { words } = command;
  const program = words[0] ?? "";
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (isTestCommand(words)) {
    const test = testResult("tests", result.output, result.exitCode);
    return newAction("test", name, { test });
  }
  if (words.length === 2 && /^(--version|-V|--help|-h)$/.test(words[1] ?? "")) {
    return newAction("other", name);
  }
  if (name === "git") return gitCommand(command, state);
  if (/^(python|pypy)[\d.]*$/.test(name)) return pythonCommand(command, state, result);
  if (name === "sed" || name === "perl" || name === "ruby") {
    const action = streamEditor(name, command, state);
    if (action !== null) return action;
  }
  const fileAction = fileCommand(name, command, state);
  if (fileAction !== null) return fileAction;
  if (FETCHERS.has(name)) return newAction("fetch", name);
  if (INSTALLERS.test(name)) {
    const looks = words.some((word) => /^(show|list|freeze|check|search|config|info)$/.test(word));
    return newAction(looks ? "other" : "install", name);
  }
  if (/^(npm|yarn|pnpm)$/.test(name)) {
    const isInstall = words.some((word) => /^(i|ci|install|add)$/.test(word));
    return newAction(isInstall ? "install" : "run", name);
  }
  if (name === "submit") return newAction("submit", name);
  if (name === "" || SILENT.has(name))
    return newAction(isSentinel(command) ? "submit" : "other", name);
  return scriptRun(program, name, state, result);
}

/** mini-swe-agent and its like hand in their work by a line that their output begins with. */
function isSentinel({ words }: ShellCommand): boolean {
  return words.some((word) => /COMPLETE_TASK_AND_SUBMIT|^MINI_SWE_AGENT_FINAL_OUTPUT$/.test(word));
}

const PATTERN_OPTION = /^(-e|-f|--regexp(=.*)?|--file(=.*)?)$/;

function fileCommand(name: string, command: ShellCommand, state: ShellState): Action | null {
  const { words } = command;
  const hasPattern = words.some((word) => PATTERN_OPTION.test(word));
  const files = paths(fileWords(words.slice(1), SEARCHERS.has(name)), state);
  const last = files.slice(-1);
  if (READERS.has(name)) return newAction("read", name, { reads: files.filter(isFileLike) });
  if (SEARCHERS.has(name)) {
    // The first operand is the pattern, where no option gives it.
    const targets = hasPattern ? files : files.slice(1);
    return newAction("search", name, { reads: targets.filter(isFileLike) });
  }
  if (LISTERS.has(name)) return newAction("list", name);
  if (name === "rm" || name === "rmdir" || name === "unlink") {
    return newAction("delete", name, { deletes: files });
  }
  if (name === "cp")
    return newAction("edit", name, { reads: files.slice(0, -1), edits: last, wholeWrites: last });
  if (name === "mv") {
    return newAction("edit", name, { edits: last, deletes: files.slice(0, -1), wholeWrites: last });
  }
  if (name === "patch") {
    const edits = paths(patchedFiles(command.input ?? ""), state);
    return newAction("edit", name, { edits: edits.length > 0 ? edits : files.filter(isFileLike) });
  }
  if (name === "apply_patch" || name === "applypatch") {
    const text = command.input ?? words[1] ?? "";
    return newAction("edit", name, { edits: paths(patchedFiles(text), state) });
  }
  if (EDITORS.has(name)) return newAction("edit", name, { edits: files.filter(isFileLike) });
  return null;
}

function gitCommand(command: ShellCommand, state: ShellState): Action {
  const git = gitAction(command.words);
  if (git === null) return newAction("git", "git");
  const files = paths(gitFiles(git), state);
  const isPatch = git.subcommand === "apply" || git.subcommand === "am";
  const patched = isPatch ? paths(patchedFiles(command.input ?? ""), state) : [];
  const edits = git.purpose === "reversion" ? files : patched;
  const deletes = git.subcommand === "rm" ? files : [];
  const reads = git.purpose === "inspection" ? files : [];
  return newAction("git", "git", { git, reads, edits, deletes });
}

function pythonCommand(command: ShellCommand, state: ShellState, result: CommandResult): Action {
  const [program = "", ...rest] = command.words;
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (rest[0] === "-m" && rest[1] === "pip") return newAction("install", "pip");
  const inline = rest.includes("-c") ? rest[rest.indexOf("-c") + 1] : null;
  const script = rest.find((word) => !word.startsWith("-"));
  const isStandardInput = script === undefined || rest.includes("-");
  const source = inline ?? (isStandardInput ? command.input : null);
  if (typeof source === "string") return snippet(name, source, state, result);
  if (script === undefined || rest[0] === "-m") return newAction("run", name);
  return scriptRun(script, name, state, result);
}

function snippet(name: string, source: string, state: ShellState, result: CommandResult): Action {
  const { reads, writes } = pythonFiles(source);
  const test = testResult("script", result.output, result.exitCode);
  const edits = paths(writes, state);
  if (edits.length > 0) return newAction("edit", name, { reads: paths(reads, state), edits });
  return newAction("run", name, { reads: paths(reads, state), test });
}

/** A script: what it does to files is known where the agent wrote it. */
function scriptRun(script: string, name: string, state: ShellState, result: CommandResult): Action {
  const path = treePath(script, state);
  const source = state.written.get(path);
  if (source === undefined) return newAction("run", name);
  return snippet(name, source, state, result);
}

function streamEditor(name: string, command: ShellCommand, state: ShellState): Action | null {
  const words = command.words.slice(1);
  const inPlace = words.some(
    (word) => /^-[a-zA-Z]*i|^--in-place/.test(word) && !word.startsWith("-I"),
  );
  const hasScript = words.some(
    (word) => /^(-e|-f|--expression|--file)/.test(word) || /^-\w*e$/.test(word),
  );
  if (name !== "sed" && !inPlace) return null;
  const operands: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (/^(-e|-f|--expression|--file)$/.test(word) || /^-[a-z]*e$/.test(word)) index += 1;
    else if (!word.startsWith("-") && word !== "") operands.push(word);
  }
  const files = paths(hasScript ? operands : operands.slice(1), state).filter(isFileLike);
  return inPlace
    ? newAction("edit", name, { edits: files })
    : newAction("read", name, { reads: files });
}

/** What redirections add: files written are edited, files read are read. */
function withRedirects(action: Action, command: ShellCommand, state: ShellState): Action {
  const written: string[] = [];
  const whole: string[] = [];
  const read: string[] = [];
  for (const { operator, target } of command.redirects) {
    if (target === "" || /^(&?\d+|-)$/.test(target) || target.startsWith("/dev/")) continue;
    const path = treePath(target, state);
    if (/<$/.test(operator) && !operator.includes("<<")) read.push(path);
    if (!operator.includes(">") || operator.endsWith("<&")) continue;
    written.push(path);
    if (!operator.includes(">>")) whole.push(path);
  }
  if (command.words[0] === "tee" && !command.words.includes("-a")) whole.push(...action.edits);
  rememberText(command, [...written, ...(command.words[0] === "tee" ? action.edits : [])], state);
  const reads = [...action.reads, ...read];
  if (written.length === 0 && whole.length === 0) return { ...action, reads };
  const edits = [...action.edits, ...written];
  const wholeWrites = [...action.wholeWrites, ...whole];
  // `pytest > log` stays a test run, `cat > file` becomes an edit.
  const writes: readonly ActionKind[] = ["read", "other", "search", "list"];
  const kind = writes.includes(action.kind) ? "edit" : action.kind;
  return { ...action, kind, reads, edits, wholeWrites };
}

function rememberText(command: ShellCommand, files: readonly string[], state: ShellState): void {
  const echoed = command.words[0] === "echo" ? command.words.slice(1).join(" ") : null;
  const text = command.input ?? echoed;
  const appends = command.redirects.some(({ operator }) => operator.includes(">>"));
  for (const file of files) {
    if (text === null) state.written.delete(file);
    else state.written.set(file, appends ? (state.written.get(file) ?? "") + text : text);
  }
}

/** Words that are no options, nor the value of one that takes a number. */
function fileWords(words: readonly string[], isSearch: boolean): string[] {
  const files: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    const value = words[index + 1] ?? "";
    if (word === "--") return [...files, ...words.slice(index + 1)];
    if (isSearch && PATTERN_OPTION.test(word) && !word.includes("=")) index += 1;
    else if (/^-[A-Zacmn]$/.test(word) && /^[+-]?\d+$/.test(value)) index += 1;
    else if (/^--(include|exclude|exclude-dir|color|type|glob)$/.test(word)) index += 1;
    else if (!word.startsWith("-") && word !== "") files.push(word);
  }
  return files;
}

function paths(words: readonly string[], state: ShellState): string[] {
  return words.map((word) => treePath(word, state));
}

/** Whether a path names one file, as far as its look tells. */
function isFileLike(path: string): boolean {
  return (
    path !== "" &&
    !/[*?${}()|]/.test(path) &&
    /(^|\/)[^/]*\.\w+$|(^|\/)[A-Z][A-Za-z]*file$|(^|\/)[A-Z]+$/.test(path)
  );
}
