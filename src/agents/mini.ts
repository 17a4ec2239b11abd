// A minimal scaffold: a loop in which the model gives bash commands and is shown what they print.
// It behaves as the published mini-SWE-agent does (a fresh shell for each command, tool calls or
// blocks of text, a sentinel that submits, long output as head and tail, three turns in a row
// without a usable command end the attempt); its prompts are Plumbline's own words.
import { LimitReached } from "../core/limit-reached.ts";
import { DIALECTS } from "../llm/dialects/index.ts";
import type { DialectReader, JsonObject, Turn } from "../llm/dialects/dialect.ts";
import { object, objects } from "../llm/dialects/json.ts";
import type { ModelAccess, ModelAnswer } from "../llm/model-access.ts";
import { TALKS } from "../llm/talks/index.ts";
import type { Talk } from "../llm/talks/talk.ts";
import { defineAgent } from "./agent.ts";
import type { AgentEnding, AgentTask } from "./agent.ts";
import { BASH_TOOL, actionsOf } from "./mini/actions.ts";
import type { Action } from "./mini/actions.ts";
import { formatErrorPrompt } from "./mini/prompts/format-error.ts";
import { observation } from "./mini/prompts/observation.ts";
import { SENTINEL } from "./mini/prompts/sentinel.ts";
import { SYSTEM_PROMPT } from "./mini/prompts/system.ts";
import { taskPrompt } from "./mini/prompts/task.ts";
import { settingsSchema } from "./mini/settings.ts";
import type { MiniSettings } from "./mini/settings.ts";
import type { AgentSession, CommandResult } from "./session.ts";

export const mini = defineAgent({
  id: "mini",
  summary: "A minimal bash loop, equal in behaviour to mini-SWE-agent.",
  needsReference: false,
  needsModel: true,
  traits: {
    tools: "bash",
    turn: "tool calls, several at once, or one block of text; each command in a fresh shell",
    context: "ends at a limit",
    ends: "a command that prints the sentinel",
  },
  parseSettings: (settings) => settingsSchema.parse(settings),
  solve,
});

/** What commands see: no pagers, no progress bars. */
const QUIET = {
  ...{ PAGER: "cat", MANPAGER: "cat", GIT_PAGER: "cat", LESS: "-R" },
  ...{ PIP_PROGRESS_BAR: "off", TQDM_DISABLE: "1" },
};

interface Loop {
  readonly session: AgentSession;
  readonly model: ModelAccess;
  readonly talk: Talk;
  readonly reader: DialectReader;
  readonly settings: MiniSettings;
}

async function solve({
  problemStatement,
  session,
  model,
  settings,
}: AgentTask): Promise<AgentEnding> {
  if (model === null) throw new Error("mini was given no model.");
  const parsed = settingsSchema.parse(settings);
  const [dialect] = model.dialects;
  const tools = parsed.mode === "tools" ? [BASH_TOOL] : [];
  const talk = TALKS[dialect]({ model: model.name, system: SYSTEM_PROMPT, tools });
  const task = taskPrompt(problemStatement, session.workdir, parsed.mode);
  talk.user(task);
  session.say({ role: "system", text: SYSTEM_PROMPT });
  session.say({ role: "user", text: task });
  const loop = { session, model, talk, reader: DIALECTS[dialect], settings: parsed };
  for (let voidTurns = 0; voidTurns < parsed.format_errors;) {
    const turned = await turn(loop);
    if (typeof turned === "object") return turned;
    voidTurns = turned === "void" ? voidTurns + 1 : 0;
  }
  throw new LimitReached("format");
}

/** One model turn and its commands; an ending where one of them submits. */
async function turn(loop: Loop): Promise<AgentEnding | "done" | "void"> {
  const { session, model, talk, reader, settings } = loop;
  const answer = await model.ask(reader.id, talk.request());
  const said = reader.turn(object(answer.body));
  sayTurn(session, said, answer);
  const read = actionsOf(said, settings.mode);
  if ("error" in read) {
    // The void turn itself is not said again: a call without a result would be refused.
    const told = formatErrorPrompt(read.error, isCutOff(object(answer.body)), settings.mode);
    talk.user(told);
    session.say({ role: "user", text: told });
    return "void";
  }
  talk.answer(object(answer.body));
  return (await carryOut(loop, read.actions)) ?? "done";
}

function sayTurn(session: AgentSession, { text, reasoning }: Turn, answer: ModelAnswer): void {
  const { model, usage, durationMs } = answer;
  session.say({ role: "assistant", text, reasoning, model, usage, durationMs });
}

async function carryOut(
  { session, talk, settings }: Loop,
  actions: readonly Action[],
): Promise<AgentEnding | null> {
  const shown: { callId: string; output: string }[] = [];
  for (const { command, callId } of actions) {
    const call = callId === null ? {} : { call: { id: callId, arguments: { command } } };
    const result = await session.run(command, { env: QUIET, ...call });
    if (isSubmission(result)) {
      const conclusion = "It submitted.";
      return { kind: "finished", decision: "submit", conclusion, exitStatus: "Submitted" };
    }
    shown.push({ callId: callId ?? "", output: observation(result, session.commandMs) });
  }
  if (settings.mode === "tools") talk.results(shown);
  else for (const { output } of shown) talk.user(output);
  return null;
}

function isSubmission({ exitCode, output }: CommandResult): boolean {
  const [first = ""] = output.trimStart().split("\n", 1);
  return exitCode === 0 && first.trim() === SENTINEL;
}

/** Whether the answer ended because it may not be longer. */
function isCutOff(answer: JsonObject): boolean {
  const reasons = [
    ...[objects(answer["choices"])[0]?.["finish_reason"], answer["stop_reason"]],
    object(answer["incomplete_details"])["reason"],
    objects(answer["candidates"])[0]?.["finishReason"],
  ];
  const tooLong = ["length", "max_tokens", "max_output_tokens", "MAX_TOKENS"];
  return reasons.some((reason) => typeof reason === "string" && tooLong.includes(reason));
}
