// The stream that `opencode run --format json` prints: one event a line, each with a finished part.
import { z } from "zod";
import { eventLog } from "./event-log.ts";
import { partSchema, readParts } from "./opencode/opencode-parts.ts";
import { checked, defineTrajectoryFormat, isRecord } from "./trajectory-format.ts";

const eventSchema = z.looseObject({
  type: z.string(),
  timestamp: z.number().nullish(),
  sessionID: z.string(),
  part: partSchema.optional(),
  error: z.looseObject({ name: z.string().nullish() }).nullish(),
});

export const opencodeEvents = defineTrajectoryFormat({
  id: "opencode-events",
  summary: "The events that `opencode run --format json` prints.",
  detects: ({ documents }) => documents.some(isEvent),
  read: (file) => {
    // A single line that was cut off is no whole event.
    const whole = file.isCut ? file.documents.slice(0, -1) : file.documents;
    const lines = whole.filter(isEvent);
    const events = checked(z.array(eventSchema), lines, file, "OpenCode");
    const parts = events.flatMap(({ part, timestamp }) =>
      part === undefined ? [] : [{ part, timeMs: timestamp ?? null }],
    );
    // An event is printed after its part: a call began before the mark of its turn was out.
    const times = parts.flatMap(({ part, timeMs }) => [
      timeMs ?? [],
      part.state?.time?.start ?? [],
    ]);
    const startMs = times.flat().reduce<number | null>(earlier, null);
    const log = eventLog(startMs);
    const reason = readParts(log, parts, { model: null, usage: null });
    const others = whole.length - lines.length;
    const missing = [
      ...(file.truncated === null ? [] : [file.truncated]),
      ...(others === 0 ? [] : [`${others} lines are no events`]),
    ];
    return {
      schemaVersion: 2,
      runId: events[0]?.sessionID ?? file.name,
      instanceId: null,
      agent: "opencode",
      model: null,
      events: log.events,
      exitStatus: events.findLast(({ error }) => error != null)?.error?.name ?? reason,
      submission: null,
      conclusion: log.lastWords,
      reported: null,
      truncated: missing.length === 0 ? null : missing.join("; "),
    };
  },
});

function earlier(first: number | null, timeMs: number): number {
  return first === null || timeMs < first ? timeMs : first;
}

function isEvent(value: unknown): boolean {
  if (!isRecord(value) || typeof value["sessionID"] !== "string") return false;
  return isRecord(value["part"]) || value["type"] === "error";
}
