// Google's generateContent: parts of one candidate, chunks with those that are new. Calls bear no ids,
// as they may; thoughts are counted apart from what else is generated.
import type { Frame, ScriptedDialect, ScriptedError, Telling } from "./turn.ts";
import { pieces } from "./turn.ts";

export const scriptedGenerateContent: ScriptedDialect = {
  path: /\/models\/[^/]+:(generateContent|streamGenerateContent)$/,
  whole: (telling) => {
    const { reasoning, text } = telling.turn;
    const parts = [
      ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
      ...(text === undefined ? [] : [{ text }]),
      ...calls(telling),
    ];
    return answer(telling, parts, finishReason(telling));
  },
  stream: (telling) => {
    const { reasoning, text } = telling.turn;
    const chunks = [
      ...pieces(reasoning ?? "").map((piece) => ({ text: piece, thought: true })),
      ...pieces(text ?? "").map((piece) => ({ text: piece })),
      ...calls(telling),
    ];
    return [
      ...chunks.map((part) => frame(answer(telling, [part], null))),
      frame(answer(telling, [{ text: "" }], finishReason(telling))),
    ];
  },
  errorBody,
  errorFrame: (error) => frame(errorBody(error)),
};

function frame(value: object): Frame {
  return { data: JSON.stringify(value) };
}

const STATUSES: Readonly<Record<number, string>> = {
  ...{ 400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 404: "NOT_FOUND" },
  ...{ 429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE" },
};

function errorBody({ status, message }: ScriptedError): object {
  return { error: { code: status, message, status: STATUSES[status] ?? "INTERNAL" } };
}

/** An answer, or a chunk of one where it does not say why it ends. */
function answer(
  { turn, request, serial }: Telling,
  parts: readonly object[],
  reason: string | null,
): object {
  const { input, output, cached, reasoning = 0 } = turn.usage;
  const generated = { candidatesTokenCount: output - reasoning, totalTokenCount: input + output };
  return {
    candidates: [
      {
        content: { role: "model", parts },
        ...(reason === null ? {} : { finishReason: reason }),
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: input,
      ...(cached === undefined ? {} : { cachedContentTokenCount: cached }),
      ...(reasoning === 0 ? {} : { thoughtsTokenCount: reasoning }),
      ...(reason === null ? { totalTokenCount: input } : generated),
    },
    ...{ modelVersion: turn.model ?? request.model, responseId: `scripted-${serial}` },
  };
}

function calls({ turn }: Telling): object[] {
  return (turn.toolCalls ?? []).map(({ name, arguments: args }, index) => ({
    functionCall: { name, args },
    ...(index === 0 ? { thoughtSignature: "c2NyaXB0ZWQ=" } : {}),
  }));
}

function finishReason({ turn: { stop } }: Telling): string {
  if (stop === undefined) return "STOP";
  return stop === "length" ? "MAX_TOKENS" : "SAFETY";
}
