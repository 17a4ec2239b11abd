// The parts that OpenCode's messages are made of, in its exports and in its stream of events alike,
// as turns. A turn lies between the marks of its begin and its end; usage stands at its end.
import { z } from "zod";
import type { TokenUsage } from "../../../core/trajectory.ts";
import type { EventLog, ToolRecord } from "../event-log.ts";
import {
  callArguments,
  commandOf,
  countSchema,
  dollarsSchema,
  usageOf,
} from "../recorded-values.ts";

const timeSchema = z.looseObject({ start: z.number().nullish(), end: z.number().nullish() });

export const tokensSchema = z.looseObject({
  total: countSchema,
  input: countSchema,
  output: countSchema,
  reasoning: countSchema,
  cache: z.looseObject({ read: countSchema, write: countSchema }).nullish(),
});
export type OpencodeTokens = z.output<typeof tokensSchema>;

export const partSchema = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  tool: z.string().optional(),
  callID: z.string().nullish(),
  time: timeSchema.nullish(),
  reason: z.string().nullish(),
  tokens: tokensSchema.nullish(),
  cost: dollarsSchema,
  state: z
    .looseObject({
      status: z.string(),
      input: z.unknown().optional(),
      output: z.string().nullish(),
      error: z.string().nullish(),
      metadata: z
        .looseObject({ exit: z.int().nullish(), truncated: z.boolean().nullish() })
        .nullish(),
      time: timeSchema.nullish(),
    })
    .optional(),
});
export type OpencodePart = z.output<typeof partSchema>;

export interface PlacedPart {
  readonly part: OpencodePart;
  readonly timeMs: number | null;
}

interface OpenTurn {
  readonly text: string[];
  readonly reasoning: string[];
  readonly tools: ToolCall[];
  readonly timeMs: number | null;
}

interface ToolCall {
  readonly record: ToolRecord;
  readonly timeMs: number | null;
}

export interface MessageFacts {
  readonly model: string | null;
  /** What the whole message used, for a message that tells it of no turn. */
  readonly usage: TokenUsage | null;
}

/** Adds the parts of one message, or of one stream. Returns why its last turn ended. */
export function readParts(
  log: EventLog,
  parts: readonly PlacedPart[],
  { model, usage }: MessageFacts,
): string | null {
  let open: OpenTurn | null = null;
  let reason: string | null = null;
  const hasEnds = parts.some(({ part }) => part.type === "step-finish");
  const close = (turnUsage: TokenUsage | null) => {
    if (open !== null) addTurn(log, open, model, turnUsage);
    open = null;
  };
  for (const { part, timeMs } of parts) {
    const begun = (): OpenTurn => open ?? { text: [], reasoning: [], tools: [], timeMs };
    if (part.type === "step-start") {
      close(null);
      open = begun();
    } else if (part.type === "step-finish") {
      open = begun();
      reason = part.reason ?? reason;
      close(tokenUsage(part.tokens, part.cost));
    } else if (part.type === "text" || part.type === "reasoning") {
      open = begun();
      open[part.type].push(part.text ?? "");
    } else if (part.type === "tool") {
      open = begun();
      open.tools.push({ record: toolRecord(part), timeMs: part.state?.time?.start ?? timeMs });
    }
  }
  close(hasEnds ? null : usage);
  return reason;
}

function addTurn(
  log: EventLog,
  { text, reasoning, tools, timeMs }: OpenTurn,
  model: string | null,
  usage: TokenUsage | null,
): void {
  const said = { text: text.join("\n\n"), reasoning: reasoning.join("\n\n") };
  log.turn({ ...said, model, usage }, { timeMs });
  for (const tool of tools) log.tool(tool.record, { timeMs: tool.timeMs });
}

const TIMED_OUT = /<(?:bash|shell)_metadata>\s[^<]*(?:exceed\w* timeout|timed out)/;

function toolRecord({ tool, callID, state }: OpencodePart): ToolRecord {
  const args = callArguments(state?.input);
  const output = state?.output ?? state?.error ?? null;
  const { start, end } = state?.time ?? {};
  return {
    ...{ tool: tool ?? "unknown", callId: callID ?? null, arguments: args, output },
    command: commandOf(args),
    exitCode: state?.metadata?.exit ?? null,
    timedOut: TIMED_OUT.test(output ?? ""),
    outputTruncated: state?.metadata?.truncated ?? false,
    durationMs: start == null || end == null ? null : end - start,
  };
}

/** Its input counts leave out what the cache had, and its output counts leave out reasoning. */
export function tokenUsage(
  tokens: OpencodeTokens | null | undefined,
  costUsd: number | null | undefined,
): TokenUsage | null {
  const { input, output, reasoning, cache, total } = tokens ?? {};
  const cached = (cache?.read ?? 0) + (cache?.write ?? 0);
  const inputTokens = input == null ? null : input + cached;
  // Where it states a total, that settles whether reasoning is counted in the output.
  const rest = total == null || inputTokens === null ? -1 : total - inputTokens;
  const outputTokens = output == null ? null : rest >= output ? rest : output + (reasoning ?? 0);
  return usageOf({
    ...{ inputTokens, outputTokens, reasoningTokens: reasoning, costUsd },
    ...{ cachedTokens: cache?.read, cacheWriteTokens: cache?.write },
  });
}
