// The contract of a dialect: one way of speaking to models. Requests and answers pass unchanged but
// for the settings of the study; here is what has to be read in them.
import type { TokenUsage } from "../../core/trajectory.ts";
import type { Dialect } from "../model-access.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Settings that the gateway writes into every request; null leaves the provider's own. */
export interface RequestSettings {
  readonly model: string;
  readonly temperature: number | null;
  readonly reasoningEffort: string | null;
}

/** Something that a request tells the model, apart from the model's own turns. */
export type Told =
  | { readonly kind: "message"; readonly role: "system" | "user"; readonly text: string }
  | { readonly kind: "result"; readonly callId: string; readonly output: string };

export interface ToolCall {
  readonly id: string | null;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>> | string;
}

/** What a model turn says and does. */
export interface Turn {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
}

export interface DialectReader {
  readonly id: Dialect;
  /** Path of its requests below the gateway's address. */
  readonly path: string;
  /**
   * For a dialect that says in the address what others say in the body: those fields of the body;
   * null where it is no address of this dialect. Its `path` is then for people.
   */
  fieldsIn?(path: string, query: URLSearchParams): JsonObject | null;
  /** A request with the settings in it, whatever the scaffold asked for. */
  withSettings(request: JsonObject, settings: RequestSettings): JsonObject;
  /** What a request tells the model, in order, without the turns of the model itself. */
  told(request: JsonObject): readonly Told[];
  /** The whole answer from the data of a stream's events; null where the stream was cut off. */
  assemble(events: readonly JsonObject[]): JsonObject | null;
  /** What the provider counted; null where the answer does not say. */
  usage(answer: JsonObject): Omit<TokenUsage, "costUsd"> | null;
  /** The model that answered. */
  model(answer: JsonObject): string | null;
  turn(answer: JsonObject): Turn;
  /** The body of an error, as clients of this dialect expect it. */
  error(type: string, message: string): JsonObject;
}
