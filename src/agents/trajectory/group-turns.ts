// Events as formats with one record a turn need them: an answer together with what it called.
import type {
  AssistantEvent,
  MessageEvent,
  ToolEvent,
  TrajectoryEvent,
} from "../../core/trajectory.ts";

export type Turn =
  | { readonly kind: "message"; readonly event: MessageEvent }
  /** Without an answer: calls of an agent that has no model. */
  | {
      readonly kind: "turn";
      readonly step: number;
      readonly answer: AssistantEvent | null;
      readonly tools: readonly ToolEvent[];
    };

/** In order; calls belong to the answer before them as long as the step is the same. */
export function groupTurns(events: readonly TrajectoryEvent[]): Turn[] {
  const turns: Turn[] = [];
  const tools: ToolEvent[][] = [];
  for (const event of events) {
    const last = turns.at(-1);
    if (event.role === "system" || event.role === "user") {
      turns.push({ kind: "message", event });
    } else if (event.role === "tool" && last?.kind === "turn" && last.step === event.step) {
      tools.at(-1)?.push(event);
    } else {
      const answer = event.role === "assistant" ? event : null;
      const called = event.role === "tool" ? [event] : [];
      tools.push(called);
      turns.push({ kind: "turn", step: event.step, answer, tools: called });
    }
  }
  return turns;
}
