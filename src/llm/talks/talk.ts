// A conversation with a model in one dialect, for scaffolds of ours: what was said is kept as the
// dialect wants it sent again.
import type { JsonObject } from "../dialects/dialect.ts";

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments, an object. */
  readonly parameters: JsonObject;
}

export interface TalkStart {
  /** Name of the model in the study. */
  readonly model: string;
  readonly system: string;
  readonly tools: readonly Tool[];
}

export interface ToolResult {
  readonly callId: string;
  readonly output: string;
}

export interface Talk {
  user(text: string): void;
  /** Takes in a model turn as it was answered. */
  answer(body: JsonObject): void;
  results(results: readonly ToolResult[]): void;
  /** The next request: all that was said so far. */
  request(): JsonObject;
}
