// SWE-agent's `.traj`: a list of steps, each a thought, an action and an observation, and the
// history of messages beside it. Its actions are lines for a shell in which its own tools are
// commands; usage is reported as a total only.
import { z } from "zod";
import type { Trajectory } from "../../core/trajectory.ts";
import { eventLog, type EventLog } from "./event-log.ts";
import { countSchema, dollarsSchema, textSchema, usageOf } from "./recorded-values.ts";
import { checked, defineTrajectoryFormat, isRecord } from "./trajectory-format.ts";

const stepSchema = z.looseObject({
  action: z.string().nullish(),
  observation: textSchema,
  response: textSchema,
  thought: z.string().nullish(),
  execution_time: z.number().nullish(),
});

const messageSchema = z.looseObject({
  role: z.string(),
  content: textSchema,
  thought: z.string().nullish(),
  action: z.string().nullish(),
});
type HistoryMessage = z.output<typeof messageSchema>;

const replaySchema = z.looseObject({
  agent: z
    .looseObject({ model: z.looseObject({ name: z.string().nullish() }).nullish() })
    .nullish(),
  problem_statement: z.looseObject({ id: z.string().nullish() }).nullish(),
});

const fileSchema = z.looseObject({
  trajectory: z.array(stepSchema).optional(),
  history: z.array(messageSchema).optional(),
  info: z
    .looseObject({
      exit_status: z.string().nullish(),
      submission: z.string().nullish(),
      swe_agent_version: z.string().nullish(),
      model_stats: z
        .looseObject({
          instance_cost: dollarsSchema,
          tokens_sent: countSchema,
          tokens_received: countSchema,
          api_calls: countSchema,
        })
        .nullish(),
    })
    .optional(),
  /** An object, or its text. */
  replay_config: z.union([replaySchema, z.string().transform(replayOf)]).nullish(),
});
type SweAgentFile = z.output<typeof fileSchema>;

export const sweAgent = defineTrajectoryFormat({
  id: "swe-agent",
  summary: "SWE-agent's .traj, with steps or with a history alone.",
  detects: ({ documents: [document, ...others] }) =>
    others.length === 0 &&
    isRecord(document) &&
    (isStepList(document["trajectory"]) || isStepList(document["history"])),
  read: (file) => {
    const read = checked(fileSchema, file.documents[0], file, "SWE-agent");
    return readSweAgent(read, file.name, file.truncated);
  },
});

function isStepList(value: unknown): boolean {
  const isStep = (step: unknown) => isRecord(step) && ("action" in step || "role" in step);
  return Array.isArray(value) && value.length > 0 && value.every(isStep);
}

function replayOf(text: string): z.output<typeof replaySchema> {
  try {
    return replaySchema.parse(JSON.parse(text));
  } catch {
    return replaySchema.parse({});
  }
}

function readSweAgent(file: SweAgentFile, name: string, truncated: string | null): Trajectory {
  const { trajectory, history = [], info, replay_config: replay } = file;
  const log = eventLog();
  if (trajectory === undefined) readHistory(log, history);
  else readSteps(log, trajectory, history);
  const instanceId = replay?.problem_statement?.id ?? (INSTANCE_ID.test(name) ? name : null);
  return {
    schemaVersion: 2,
    runId: name,
    instanceId,
    agent: ["SWE-agent", info?.swe_agent_version ?? ""].join(" ").trim(),
    model: replay?.agent?.model?.name ?? null,
    events: log.events,
    exitStatus: info?.exit_status ?? null,
    submission: info?.submission ?? null,
    conclusion: log.lastWords,
    reported: totals(info),
    truncated,
  };
}

/** Its files are named for their instances. */
const INSTANCE_ID = /^[\w.-]+__[\w.-]+-\d+$/;

function readSteps(
  log: EventLog,
  steps: readonly z.output<typeof stepSchema>[],
  history: readonly HistoryMessage[],
): void {
  const answer = history.findIndex(({ role }) => role === "assistant");
  for (const message of history.slice(0, answer === -1 ? undefined : answer)) told(log, message);
  for (const { thought, response, action, observation, execution_time: seconds } of steps) {
    log.turn({ text: thought ?? response });
    act(log, action ?? "", observation, seconds == null ? null : seconds * 1000);
  }
}

/** Demonstrations hold no list of steps. */
function readHistory(log: EventLog, history: readonly HistoryMessage[]): void {
  history.forEach((message, index) => {
    const previous = history[index - 1];
    if (message.role === "assistant") {
      log.turn({ text: message.thought ?? message.content });
      const next = history[index + 1];
      const output = next === undefined || next.role === "assistant" ? null : next.content;
      act(log, message.action ?? "", output, null);
    } else if (previous?.role !== "assistant" || (previous.action ?? "").trim() === "") {
      told(log, message);
    }
  });
}

function told(log: EventLog, { role, content }: HistoryMessage): void {
  log.message(role === "system" ? "system" : "user", content);
}

const TIMED_OUT =
  /^(EXECUTION TIMED OUT|The command .{0,2000} was cancelled because it took more)/s;

function act(
  log: EventLog,
  action: string,
  output: string | null,
  durationMs: number | null,
): void {
  const command = action.trim();
  // An answer without an action that could be read.
  if (command === "") {
    if (output !== null && output !== "") log.message("user", output);
    return;
  }
  const timedOut = TIMED_OUT.test(output ?? "");
  log.tool({ tool: toolOf(command), arguments: action, command, output, timedOut, durationMs });
}

/** SWE-agent's own commands; everything else is the shell's. */
const TOOLS = new Set([
  ...["open", "goto", "scroll_up", "scroll_down", "create", "edit", "insert", "append"],
  ...["search_dir", "search_file", "find_file", "filemap", "str_replace_editor", "view"],
  ...["submit", "exit_cost", "exit_context", "exit_format", "exit_forfeit", "undo_edit"],
]);

function toolOf(command: string): string {
  const word = /^\S+/.exec(command)?.[0] ?? "";
  return TOOLS.has(word) ? word : "bash";
}

function totals(info: SweAgentFile["info"]): Trajectory["reported"] {
  const stats = info?.model_stats;
  if (stats == null) return null;
  const { api_calls: modelCalls = null, ...counts } = stats;
  const usage = usageOf({
    inputTokens: counts.tokens_sent,
    outputTokens: counts.tokens_received,
    costUsd: counts.instance_cost,
  });
  return usage === null ? null : { ...usage, modelCalls };
}
