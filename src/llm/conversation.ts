// The trajectory of a scaffold that is a program of its own, from what it told its models and what
// they answered: all that it does passes here, whatever it is.
import type { TrajectoryEvent, ToolEvent } from "../core/trajectory.ts";
import { DIALECTS } from "./dialects/index.ts";
import type { JsonObject, Told } from "./dialects/dialect.ts";
import type { Exchange } from "./exchange.ts";

export interface Conversation {
  /** Takes in a whole exchange, in the order in which answers ended. */
  add(exchange: Exchange, answer: JsonObject, atMs: number): void;
  readonly events: readonly TrajectoryEvent[];
}

/** Names of arguments in which tools take a shell command. */
const COMMAND_KEYS = ["command", "cmd", "script"];

export function openConversation(): Conversation {
  const events: TrajectoryEvent[] = [];
  const heard = new Set<string>();
  const open = new Map<string, ToolEvent>();
  let step = 0;

  const hear = (told: Told, atMs: number) => {
    if (told.kind === "result") {
      const event = open.get(told.callId);
      if (event === undefined) return;
      open.delete(told.callId);
      event.output = told.output;
      event.durationMs = event.atMs === null ? null : atMs - event.atMs;
      event.exitCode = exitCodeIn(told.output);
      return;
    }
    // Scaffolds send all that was said before again with each request.
    const key = `${told.role} ${told.text}`;
    if (told.text === "" || heard.has(key)) return;
    heard.add(key);
    events.push({ step, atMs, role: told.role, text: told.text });
  };

  return {
    events,
    add: ({ dialect, request, isStep, model, usage, durationMs }, answer, endedMs) => {
      const reader = DIALECTS[dialect];
      for (const told of reader.told(request)) hear(told, endedMs - durationMs);
      if (isStep) step += 1;
      const { text, reasoning, calls } = reader.turn(answer);
      events.push({
        ...{ step, atMs: endedMs - durationMs, role: "assistant", text, reasoning },
        ...{ model, usage, durationMs },
      });
      for (const { id, tool, arguments: given } of calls) {
        const event: ToolEvent = {
          ...{ step, atMs: endedMs, role: "tool", tool, callId: id, arguments: given },
          ...{ command: commandIn(given), output: null, exitCode: null, timedOut: false },
          ...{ outputTruncated: false, durationMs: null },
        };
        events.push(event);
        if (id !== null) open.set(id, event);
      }
    },
  };
}

function commandIn(given: ToolEvent["arguments"]): string | null {
  if (typeof given === "string") return null;
  for (const key of COMMAND_KEYS) {
    const value = given[key];
    if (typeof value === "string") return value;
    const isWords = Array.isArray(value) && value.every((word) => typeof word === "string");
    if (isWords) return value.join(" ");
  }
  return null;
}

/** Scaffolds tell the model of an exit code in words of their own; null where they don't. */
function exitCodeIn(output: string): number | null {
  const said = /\bexit(?:ed)?(?: with)? (?:code|status):? ?(\d{1,3})\b/i.exec(output);
  return said === null ? null : Number(said[1]);
}
