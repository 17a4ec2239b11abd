// The contract of a rule of the scanner: what it looks at is one call, never what a tool printed, for
// an output can name anything.
import type { Action } from "../actions/action.ts";
import type { ShellCommand } from "../shell/shell-commands.ts";

export interface ScannedCall {
  readonly tool: string;
  /** The commands of a shell; none for other tools. */
  readonly commands: readonly ShellCommand[];
  /** Arguments that say where a tool of another kind looks: paths, patterns, addresses. */
  readonly places: readonly string[];
  readonly actions: readonly Action[];
  /** What it runs or is called with, whole. */
  readonly text: string;
}

export interface ScanContext {
  /** The project's names, as packages and folders have them. */
  readonly packages: ReadonlySet<string>;
  /** Files that the agent made itself, whole, and where nothing was before. */
  readonly ownFiles: ReadonlySet<string>;
}

export interface ScanRule {
  readonly id: string;
  readonly summary: string;
  /** Whether a run with such a finding is left out of the second score. */
  readonly isBreach: boolean;
  /** What in the call gives it away; null where nothing does. */
  find(call: ScannedCall, context: ScanContext): string | null;
}

export function defineScanRule(rule: ScanRule): ScanRule {
  return rule;
}

/** The name of a command's program, without folder. */
export function programOf({ words }: ShellCommand): string {
  const program = words[0] ?? "";
  return program.slice(program.lastIndexOf("/") + 1);
}

/** A command in one short line. */
export function commandLine({ words }: ShellCommand): string {
  return words.join(" ").replace(/\s+/g, " ").slice(0, 200);
}
