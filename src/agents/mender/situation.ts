// What an attempt knows once it has looked around, passed on to whichever way it then takes.
import type { RandomStream } from "../../core/random-stream.ts";
import type { AgentEnding } from "../agent.ts";
import type { AgentSession } from "../session.ts";
import type { IssueReading } from "./issue/read-issue.ts";
import type { Mention } from "./look.ts";
import type { MenderSettings } from "./settings.ts";
import type { Hints, Workbench } from "./workbench.ts";

export interface Situation {
  readonly session: AgentSession;
  readonly bench: Workbench;
  readonly reading: IssueReading;
  /** Lines outside tests that name the issue's terms. */
  readonly mentions: readonly Mention[];
  readonly settings: MenderSettings;
  readonly random: RandomStream;
}

/** What an edit may take from the issue. */
export function hintsOf(reading: IssueReading): Hints {
  const { exceptions, strings, numbers, identifiers } = reading.terms;
  return {
    exceptions: exceptions.slice(0, 4),
    strings: strings.slice(0, 6),
    numbers: numbers.slice(0, 6),
    identifiers: identifiers.slice(0, 20).map((term) => term.text),
  };
}

export function byFile(
  lines: readonly { readonly file: string; readonly line: number }[],
): Map<string, number[]> {
  const files = new Map<string, number[]>();
  for (const { file, line } of lines) files.set(file, [...(files.get(file) ?? []), line]);
  return files;
}

/** Makes an edit in the work tree, shows it and submits it. */
export async function submitEdit(
  { bench, session }: Situation,
  edit: number,
  conclusion: string,
): Promise<AgentEnding> {
  await bench.keep(edit);
  await session.run("git diff", { thought: "Look at what I am about to submit." });
  return { kind: "finished", decision: "submit", conclusion };
}

export function giveUp(conclusion: string): AgentEnding {
  return { kind: "finished", decision: "give-up", conclusion };
}
