// A session as `opencode export` writes it: messages, each with parts.
import { z } from "zod";
import { eventLog } from "./event-log.ts";
import { partSchema, readParts, tokensSchema, tokenUsage } from "./opencode/opencode-parts.ts";
import { dollarsSchema } from "./recorded-values.ts";
import { checked, defineTrajectoryFormat, isRecord } from "./trajectory-format.ts";

const fileSchema = z.looseObject({
  info: z.looseObject({
    id: z.string(),
    version: z.string().nullish(),
    cost: dollarsSchema,
    tokens: tokensSchema.nullish(),
    time: z.looseObject({ created: z.number().nullish() }).nullish(),
  }),
  messages: z.array(
    z.looseObject({
      info: z.looseObject({
        role: z.string(),
        providerID: z.string().nullish(),
        modelID: z.string().nullish(),
        cost: dollarsSchema,
        tokens: tokensSchema.nullish(),
        time: z.looseObject({ created: z.number().nullish() }).nullish(),
        error: z.looseObject({ name: z.string().nullish() }).nullish(),
      }),
      parts: z.array(partSchema),
    }),
  ),
});
type OpencodeFile = z.output<typeof fileSchema>;
type Message = OpencodeFile["messages"][number];

export const opencode = defineTrajectoryFormat({
  id: "opencode",
  summary: "A session as `opencode export` writes it.",
  detects: ({ documents: [document, ...others] }) => {
    if (others.length > 0 || !isRecord(document) || !isRecord(document["info"])) return false;
    const { info, messages } = document;
    const isSession = typeof info["id"] === "string" && info["id"].startsWith("ses_");
    return (
      Array.isArray(messages) && messages.every(isMessage) && (isSession || messages.length > 0)
    );
  },
  read: (file) => {
    const { info, messages } = checked(fileSchema, file.documents[0], file, "OpenCode");
    const log = eventLog(info.time?.created ?? null);
    let ending: string | null = null;
    for (const message of messages) ending = readMessage(log, message) ?? ending;
    const answer = messages.find(({ info: { role } }) => role === "assistant")?.info;
    const reported = tokenUsage(info.tokens, info.cost);
    return {
      schemaVersion: 2,
      runId: info.id,
      instanceId: null,
      agent: `opencode ${info.version ?? ""}`.trim(),
      model: modelName(answer),
      events: log.events,
      exitStatus: ending,
      submission: null,
      conclusion: log.lastWords,
      reported: reported === null ? null : { ...reported, modelCalls: null },
      truncated: file.truncated,
    };
  },
});

function isMessage(value: unknown): boolean {
  return isRecord(value) && isRecord(value["info"]) && Array.isArray(value["parts"]);
}

/** How the message ended, in its own words. */
function readMessage(log: ReturnType<typeof eventLog>, { info, parts }: Message): string | null {
  const created = info.time?.created ?? null;
  if (info.role === "assistant") {
    const placed = parts.map((part) => ({ part, timeMs: part.time?.start ?? created }));
    const usage = tokenUsage(info.tokens, info.cost);
    const reason = readParts(log, placed, { model: info.modelID ?? null, usage });
    return info.error?.name ?? reason;
  }
  for (const { type, text } of parts) {
    if (type === "text") log.message("user", text ?? "", { timeMs: created });
  }
  return null;
}

function modelName(answer: Message["info"] | undefined): string | null {
  const { providerID, modelID } = answer ?? {};
  if (modelID == null) return null;
  return providerID == null ? modelID : `${providerID}/${modelID}`;
}
