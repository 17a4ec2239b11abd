// The contract of a command: thin, no logic of its own. It turns arguments into a call and the
// result into text.
import type { Command } from "commander";

export interface CommandIo {
  /** Writes to standard output: results only. */
  readonly out: (text: string) => void;
  /** Writes to standard error: progress, notes, warnings. */
  readonly err: (text: string) => void;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly debug: boolean;
  readonly seed: string | null;
  readonly workers: number | null;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** Declares arguments and options on the commander command of this name. */
  configure(command: Command): void;
  run(
    args: readonly string[],
    options: Readonly<Record<string, unknown>>,
    io: CommandIo,
  ): Promise<void>;
}

/** A command that only groups others: `plumbline check bench`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly subcommands: readonly CommandSpec[];
}

/** Declares a command; the registry finds it by this call. */
export function defineCommand<Spec extends CommandSpec | CommandGroup>(spec: Spec): Spec {
  return spec;
}
