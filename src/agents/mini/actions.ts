// Which commands a model turn gives, or why it gives none that can be run.
import type { Turn } from "../../llm/dialects/dialect.ts";
import type { Tool } from "../../llm/talks/talk.ts";
import type { MiniSettings } from "./settings.ts";

export const BASH_TOOL: Tool = {
  name: "bash",
  description: "Runs a command with bash.",
  parameters: {
    type: "object",
    properties: { command: { type: "string", description: "The command." } },
    required: ["command"],
  },
};

export interface Action {
  readonly command: string;
  /** The tool call that gives it; null in text mode. */
  readonly callId: string | null;
}

export type Actions = { readonly actions: readonly Action[] } | { readonly error: string };

export function actionsOf(turn: Turn, mode: MiniSettings["mode"]): Actions {
  return mode === "tools" ? calledActions(turn) : writtenAction(turn);
}

/** One call that can't be understood makes the whole turn void, as in the published scaffold. */
function calledActions({ calls }: Turn): Actions {
  if (calls.length === 0) return { error: "The answer calls no tool." };
  const actions: Action[] = [];
  for (const { id, tool, arguments: given } of calls) {
    if (tool !== BASH_TOOL.name) return { error: `There is no tool ${JSON.stringify(tool)}.` };
    if (typeof given === "string")
      return { error: "The arguments of the call are no JSON object." };
    const { command } = given;
    if (typeof command !== "string") return { error: "The call of bash has no command." };
    actions.push({ command, callId: id });
  }
  return { actions };
}

const BLOCK = /```(?:bash|mswea_bash_command)\s*\n([\s\S]*?)\n```/g;

function writtenAction({ text }: Turn): Actions {
  const found = [...text.matchAll(BLOCK)].map(([, command = ""]) => command.trim());
  const [command] = found;
  if (found.length === 1 && command !== undefined) {
    return { actions: [{ command, callId: null }] };
  }
  return { error: `The answer has ${found.length} commands, not one.` };
}
