// Each format as its program writes it, in small: what becomes of its turns, calls and counts.
import { describe, expect, it } from "vitest";
import type { ToolEvent, Trajectory } from "../../core/trajectory.ts";
import { readTrajectory } from "./read-trajectory.ts";

async function read(document: unknown, name = "run.json"): Promise<Trajectory> {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  return (await readTrajectory(text, name)).trajectory;
}

const tools = ({ events }: Trajectory) =>
  events.filter((event): event is ToolEvent => event.role === "tool");
const turns = ({ events }: Trajectory) => events.filter((event) => event.role === "assistant");

describe("mini-swe-agent", () => {
  const info = { mini_version: "2.4.6", exit_status: "Submitted", submission: "diff" };
  const file = (messages: unknown[], more: object = {}) => ({
    info: { ...info, ...more },
    messages: [{ role: "system", content: "s" }, { role: "user", content: "u" }, ...messages],
    trajectory_format: "mini-swe-agent-1.1",
  });

  it("answers parallel tool calls by their ids, in whatever order they come", async () => {
    const call = (id: string, command: string) => ({
      ...{ id, type: "function" },
      function: { name: "bash", arguments: JSON.stringify({ command }) },
    });
    const result = await read(
      file([
        {
          ...{ role: "assistant", content: null, reasoning_content: "hm" },
          tool_calls: [call("a", "ls"), call("b", "pwd")],
          extra: { actions: [], cost: 0.5, timestamp: 10 },
        },
        {
          ...{ role: "tool", tool_call_id: "b" },
          content: "<returncode>0</returncode>\n<output>\n/x</output>",
          extra: { returncode: 0, timestamp: 12 },
        },
        {
          ...{ role: "tool", tool_call_id: "a" },
          content:
            "<exception>timed out after 60 s</exception>\n<returncode>-1</returncode>\n<output>\n</output>",
          extra: { returncode: -1, exception_info: "timed out after 60 s", timestamp: 13 },
        },
        { role: "exit", content: "diff", extra: { exit_status: "Submitted", submission: "diff" } },
      ]),
    );
    expect(tools(result)).toMatchObject([
      { command: "pwd", output: "/x", exitCode: 0, timedOut: false, step: 1, atMs: 2000 },
      { command: "ls", output: "", exitCode: null, timedOut: true, step: 1 },
    ]);
    expect(turns(result)).toMatchObject([{ reasoning: "hm", text: "", usage: { costUsd: 0.5 } }]);
    expect(result).toMatchObject({ agent: "mini-swe-agent 2.4.6", submission: "diff" });
  });

  it("counts a turn that could not be read: its answer is kept in the complaint", async () => {
    const response = {
      object: "chat.completion",
      model: "m",
      choices: [{ message: { content: "no call", reasoning_content: "r" } }],
      usage: {
        prompt_tokens: 7,
        completion_tokens: 3,
        prompt_tokens_details: { cached_tokens: 2 },
      },
    };
    const extra = { interrupt_type: "FormatError", cost: 0.25, response };
    const result = await read(file([{ role: "user", content: "call a tool", extra }]));
    expect(result.events.slice(2)).toMatchObject([
      {
        ...{ role: "assistant", step: 1, text: "no call", reasoning: "r", model: "m" },
        usage: { inputTokens: 7, outputTokens: 3, cachedTokens: 2, costUsd: 0.25 },
      },
      { role: "user", step: 1, text: "call a tool" },
    ]);
  });

  it("reads the Responses mode: answers are that service's own objects", async () => {
    const result = await read(
      file([
        {
          ...{ object: "response", model: "m-2026", created_at: 1000 },
          output: [
            { type: "reasoning", summary: [{ type: "summary_text", text: "think" }] },
            { type: "message", content: [{ type: "output_text", text: "look" }] },
            { type: "function_call", call_id: "c", name: "bash", arguments: '{"command":"ls"}' },
          ],
          usage: {
            ...{ input_tokens: 9, output_tokens: 4 },
            output_tokens_details: { reasoning_tokens: 1 },
          },
          extra: { cost: 0.1, timestamp: 1002, actions: [{ command: "ls", tool_call_id: "c" }] },
        },
        { type: "function_call_output", call_id: "c", output: "a.py", extra: { returncode: 0 } },
      ]),
    );
    expect(turns(result)).toMatchObject([
      {
        ...{ text: "look", reasoning: "think", model: "m-2026" },
        usage: { inputTokens: 9, outputTokens: 4, reasoningTokens: 1, costUsd: 0.1 },
      },
    ]);
    expect(tools(result)).toMatchObject([{ command: "ls", output: "a.py", exitCode: 0 }]);
  });

  it("runs nothing in text mode where a turn has no command or two", async () => {
    const said = (content: string) => ({ role: "assistant", content });
    const two = "```bash\nls\n```\n```bash\npwd\n```";
    const result = await read(
      file([said(two), { role: "user", content: "one, please" }, said("```bash\nls\n```")]),
    );
    expect(tools(result)).toMatchObject([{ command: "ls", step: 2, output: null }]);
    expect(turns(result)).toHaveLength(2);
  });

  it("takes no empty submission for one where a limit ended it", async () => {
    const result = await read(file([], { exit_status: "LimitsExceeded", submission: "" }));
    expect(result).toMatchObject({ exitStatus: "LimitsExceeded", submission: null });
  });
});

describe("ATIF", () => {
  const agent = { name: "claude-code", version: "2.1.0", model_name: "opus" };

  it("reads what other programs write", async () => {
    const result = await read({
      ...{ schema_version: "ATIF-v1.6", session_id: "s-1", agent },
      steps: [
        {
          step_id: 1,
          source: "user",
          message: [{ type: "text", text: "fix it" }, { type: "image" }],
        },
        {
          ...{ step_id: 2, source: "agent", message: "ok", timestamp: "2026-01-01T00:00:01Z" },
          tool_calls: [
            { tool_call_id: "t", function_name: "Bash", arguments: { command: "ls" } },
            { tool_call_id: "r", function_name: "Read", arguments: { file_path: "a.py" } },
          ],
          observation: { results: [{ source_call_id: "t", content: "a.py" }] },
          metrics: { prompt_tokens: 5, completion_tokens: 2, cached_tokens: 1, cost_usd: 0.1 },
        },
      ],
      final_metrics: { total_prompt_tokens: 5, total_cost_usd: 0.1 },
    });
    expect(result.events[0]).toMatchObject({ role: "user", text: "fix it\n[image]", step: 0 });
    expect(tools(result)).toMatchObject([
      { tool: "Bash", command: "ls", output: "a.py", step: 1 },
      { tool: "Read", command: null, output: null, step: 1 },
    ]);
    expect(result).toMatchObject({
      ...{ runId: "s-1", agent: "claude-code 2.1.0", model: "opus", truncated: null },
      reported: { inputTokens: 5, outputTokens: null, costUsd: 0.1 },
    });
  });

  it("says what lies elsewhere", async () => {
    const step = { source: "agent", message: "x" };
    const result = await read({
      ...{ schema_version: "ATIF-v1.7", agent, continued_trajectory_ref: "part-2.json" },
      steps: [{ ...step, is_copied_context: true }, step],
      subagent_trajectories: [{}],
    });
    expect(turns(result)).toHaveLength(1);
    expect(result.truncated).toBe(
      "1 steps are copies from an earlier trajectory; " +
        "1 trajectories of subagents are left out; it goes on in part-2.json",
    );
  });
});

describe("OpenCode", () => {
  const tokens = { input: 10, output: 4, reasoning: 1, cache: { read: 6, write: 2 } };
  const parts = [
    { type: "step-start" },
    { type: "reasoning", text: "hm", time: { start: 1100 } },
    { type: "text", text: "I look" },
    {
      ...{ type: "tool", tool: "bash", callID: "c1" },
      state: {
        ...{ status: "completed", input: { command: "ls" }, output: "a.py" },
        ...{ metadata: { exit: 0, truncated: true }, time: { start: 1200, end: 1250 } },
      },
    },
    { type: "step-finish", reason: "tool-calls", tokens, cost: 0.5 },
    { type: "step-start" },
    { type: "text", text: "done" },
    { type: "step-finish", reason: "stop", tokens: { ...tokens, total: 22 }, cost: 0.25 },
  ];
  const steps = [
    {
      ...{ role: "assistant", step: 1, text: "I look", reasoning: "hm" },
      usage: {
        ...{ inputTokens: 18, outputTokens: 5, cachedTokens: 6, cacheWriteTokens: 2 },
        ...{ reasoningTokens: 1, costUsd: 0.5 },
      },
    },
    { role: "tool", step: 1, command: "ls", exitCode: 0, outputTruncated: true, durationMs: 50 },
    // The stated total shows that its output counts reasoning already.
    { role: "assistant", step: 2, text: "done", usage: { outputTokens: 4, costUsd: 0.25 } },
  ];

  it("reads an export: a message may hold several turns", async () => {
    const result = await read({
      info: { id: "ses_1", version: "1.18.33", time: { created: 1000 } },
      messages: [
        { info: { role: "user" }, parts: [{ type: "text", text: "fix it" }] },
        { info: { role: "assistant", providerID: "p", modelID: "m", cost: 9, tokens }, parts },
      ],
    });
    expect(result.events).toMatchObject([{ role: "user", text: "fix it" }, ...steps]);
    expect(result).toMatchObject({
      ...{ runId: "ses_1", agent: "opencode 1.18.33", model: "p/m" },
      ...{ exitStatus: "stop", conclusion: "done", reported: null },
    });
  });

  it("takes a message's own counts where it marks no turns, and names its error", async () => {
    const said = { role: "assistant", modelID: "m", cost: 0.5, tokens };
    const info = { ...said, error: { name: "MessageAbortedError" } };
    const result = await read({
      info: { id: "ses_1" },
      messages: [{ info, parts: [{ type: "text", text: "hi" }] }],
    });
    expect(turns(result)).toMatchObject([{ text: "hi", usage: { costUsd: 0.5 } }]);
    expect(result.exitStatus).toBe("MessageAbortedError");
  });

  it("reads the stream of a run, with lines of others between and the last one cut off", async () => {
    const lines = parts.map((part) =>
      JSON.stringify({ type: "x", timestamp: 5, sessionID: "ses_2", part }),
    );
    const text = ["Migrating…", ...lines.slice(0, 5), '{"level":"warn"}', ...lines.slice(5)];
    const result = await read(`${text.join("\n")}\n{"type":"text","sess`, "run.jsonl");
    expect(result.events).toMatchObject(steps);
    expect(result.runId).toBe("ses_2");
    expect(result.truncated).toBe(
      "the file ends in the middle of an event; 1 of 11 lines are no JSON objects; " +
        "1 lines are no events",
    );
  });
});

describe("SWE-agent", () => {
  it("reads steps with what the history tells before them", async () => {
    const result = await read(
      {
        trajectory: [
          { thought: "look", action: "open a.py\n", observation: "1: x", execution_time: 0.5 },
          { thought: "lost", action: "", observation: "Your output could not be parsed" },
        ],
        history: [
          { role: "system", content: "s" },
          { role: "user", content: [{ type: "text", text: "issue" }] },
          { role: "assistant", content: "look" },
        ],
        info: {
          ...{ exit_status: "submitted", submission: "diff", swe_agent_version: "1.1.0" },
          model_stats: { instance_cost: 0.5, tokens_sent: 9, tokens_received: 3, api_calls: 2 },
        },
        replay_config: JSON.stringify({ agent: { model: { name: "gpt" } } }),
      },
      "x__y-1.traj",
    );
    expect(result.events).toMatchObject([
      { role: "system" },
      { role: "user", text: "issue", step: 0 },
      { role: "assistant", text: "look", step: 1 },
      { role: "tool", tool: "open", command: "open a.py", output: "1: x", durationMs: 500 },
      { role: "assistant", text: "lost", step: 2 },
      { role: "user", text: "Your output could not be parsed", step: 2 },
    ]);
    expect(result).toMatchObject({
      ...{ runId: "x__y-1", instanceId: "x__y-1", agent: "SWE-agent 1.1.0", model: "gpt" },
      reported: { inputTokens: 9, outputTokens: 3, costUsd: 0.5, modelCalls: 2 },
    });
  });
});

describe("what is no trajectory", () => {
  it.each([
    ["no JSON at all", "hello", "run is no JSON."],
    ["nothing", "", "run is no JSON."],
    ["another file", '{"a":1}', "run is in no known trajectory format."],
    ["a number", "5", "run is in no known trajectory format."],
    ["a cut that leaves no event", '{"info":{"exit', "run is in no known trajectory format, and"],
    [
      "a wrong value",
      '{"messages":[{"role":"user","content":5}],"trajectory_format":"mini-swe-agent-1"}',
      "run is no whole mini-swe-agent trajectory at messages.0.content",
    ],
  ])("%s is told as such in one line", async (_what, text, message) => {
    const failure = await readTrajectory(text, "run.json").catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: "usage" });
    expect((failure as Error).message).toContain(message);
    expect((failure as Error).message).not.toContain("\n");
  });

  it("names the nearest format", async () => {
    await expect(readTrajectory("{}", "x.json", "atiff")).rejects.toMatchObject({
      ...{ code: "unknown-format", hint: "atif" },
    });
  });
});
