#!/usr/bin/env node
// The command line: finds the command, gives it its surroundings, turns what went wrong into one
// line and an exit code.
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { z } from "zod";
import { describeError, EXIT_CODES, PlumblineError } from "../core/errors.ts";
import { clearDatabaseError } from "../store/database.ts";
import type { CommandGroup, CommandIo, CommandSpec } from "./command.ts";
import { commands } from "./commands/registry.ts";

const INTERRUPTED = new PlumblineError("interrupted", "interrupted", "Interrupted.", {
  hint: "the same command again goes on from here",
});

async function main(argv: readonly string[]): Promise<number> {
  const stop = new AbortController();
  // The first Ctrl-C ends work cleanly; a second one does not wait.
  const interrupt = () => {
    if (stop.signal.aborted) process.exit(EXIT_CODES.interrupted);
    stop.abort(INTERRUPTED);
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);

  const program = new Command("plumbline")
    .description("Measures whether coding agents can be trusted.")
    .version(ownVersion(), "--version", "print the version")
    .exitOverride()
    .showHelpAfterError("(plumbline --help lists the commands)");
  for (const spec of await requestedCommands(argv)) addCommand(program, spec, stop.signal);
  try {
    await program.parseAsync(argv, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
    }
    const fault = stop.signal.aborted ? INTERRUPTED : clearDatabaseError(error);
    process.stderr.write(`plumbline: ${describeError(fault)}\n`);
    if (argv.includes("--debug") && fault instanceof Error)
      process.stderr.write(`${fault.stack ?? ""}\n`);
    return fault instanceof PlumblineError ? fault.exitCode : EXIT_CODES.environment;
  }
}

/** As the package says it. */
function ownVersion(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(manifest)).version;
}

function addCommand(parent: Command, spec: CommandSpec | CommandGroup, signal: AbortSignal): void {
  const command = parent.command(spec.name).description(spec.summary);
  if ("subcommands" in spec) {
    for (const part of spec.subcommands) addCommand(command, part, signal);
    return;
  }
  spec.configure(command);
  addCommonOptions(command);
  command.action(async () => {
    const options = command.opts<Record<string, unknown>>();
    await spec.run(command.args, options, commandIo(options, signal));
  });
}

/** The command that is asked for; all of them where help is. Each brings what it needs, and no more. */
async function requestedCommands([name = ""]: readonly string[]): Promise<
  (CommandSpec | CommandGroup)[]
> {
  const entries = Object.entries(commands);
  const asked = entries.filter(([id]) => id === name);
  return Promise.all((asked.length > 0 ? asked : entries).map(([, load]) => load()));
}

function addCommonOptions(command: Command): void {
  command
    .option("--json", "print one JSON object")
    .option("--quiet", "print results only")
    .option("--verbose", "say more")
    .option("--debug", "show stack traces")
    .option("--seed <seed>", "seed of all random draws")
    .option("--workers <n>", "how many runs at once");
}

/** Whoever reads the output may stop reading: `plumbline instances … | head`. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

function commandIo(options: Readonly<Record<string, unknown>>, signal: AbortSignal): CommandIo {
  const quiet = options["quiet"] === true;
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => {
      if (!quiet) process.stderr.write(text);
    },
    json: options["json"] === true,
    quiet,
    verbose: options["verbose"] === true,
    debug: options["debug"] === true,
    seed: typeof options["seed"] === "string" ? options["seed"] : null,
    workers: workerCount(options["workers"]),
    signal,
  };
}

function workerCount(value: unknown): number | null {
  if (typeof value !== "string") return null;
  if (!/^[1-9]\d{0,3}$/.test(value)) {
    throw new PlumblineError("bad-workers", "usage", `--workers ${value} is not a number from 1.`, {
      hint: "--workers 2",
    });
  }
  return Number(value);
}

process.exitCode = await main(process.argv.slice(2));
