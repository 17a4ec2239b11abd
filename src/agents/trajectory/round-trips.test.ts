// What is exported comes back as it was: formats that we write lose nothing.
import fc from "fast-check";
import { expect, it } from "vitest";
import { trajectorySchema } from "../../core/trajectory.ts";
import type { TokenUsage, ToolEvent, Trajectory, TrajectoryEvent } from "../../core/trajectory.ts";
import { readTrajectory, trajectoryFormat } from "./read-trajectory.ts";

const count = fc.option(fc.nat(1_000_000));
const dollars = fc.option(fc.nat(1_000_000).map((millionths) => millionths / 1_000_000));
const text = fc.string({ unit: "grapheme", maxLength: 40 });
const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,11}$/);
const timeMs = fc.option(fc.double({ min: 0, max: 1e7, noNaN: true }));

const usage: fc.Arbitrary<TokenUsage> = fc.record({
  ...{ inputTokens: count, outputTokens: count, cachedTokens: count },
  ...{ cacheWriteTokens: count, reasoningTokens: count, costUsd: dollars },
});
/** Nothing known is the same as no usage. */
const turnUsage = fc
  .option(usage)
  .map((given) => (given && Object.values(given).some((value) => value !== null) ? given : null));

const tool = fc.record({
  atMs: timeMs,
  role: fc.constant("tool" as const),
  tool: word,
  callId: fc.option(fc.uuid()),
  arguments: fc.oneof(
    fc.dictionary(word, fc.oneof(text, fc.integer(), fc.boolean())),
    text.map((words) => `say ${words}`),
  ),
  command: fc.option(text),
  output: fc.option(text),
  exitCode: fc.option(fc.integer({ min: 0, max: 255 })),
  timedOut: fc.boolean(),
  outputTruncated: fc.boolean(),
  durationMs: timeMs,
});
const answer = fc.record({
  ...{ atMs: timeMs, role: fc.constant("assistant" as const), text, reasoning: text },
  ...{ model: fc.option(word), usage: turnUsage, durationMs: timeMs },
});
const message = fc.record({
  ...{ atMs: timeMs, role: fc.constantFrom("system" as const, "user" as const), text },
});

/** Steps with and without a model's answer, with gaps, and messages anywhere between. */
const events: fc.Arbitrary<TrajectoryEvent[]> = fc
  .array(
    fc.record({
      before: fc.array(message, { maxLength: 2 }),
      answer: fc.option(answer),
      tools: fc.array(tool, { maxLength: 3 }),
      gap: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((turns) => {
    let step = 0;
    return turns.flatMap(({ before, answer: said, tools, gap }) => {
      const told = before.map((event) => ({ ...event, step }));
      step += gap;
      const now = [...(said === null ? [] : [said]), ...tools];
      return [...told, ...now.map((event) => ({ ...event, step }))];
    });
  })
  .filter((list) => list.length > 0);

const trajectory: fc.Arbitrary<Trajectory> = fc.record({
  schemaVersion: fc.constant(2 as const),
  runId: word,
  instanceId: fc.option(word),
  agent: fc.oneof(word, fc.constant("opencode 1.18.33"), fc.constant("mini-swe-agent 2.4.6")),
  model: fc.option(word),
  events,
  exitStatus: fc.option(fc.constantFrom("Submitted", "LimitsExceeded", "stop")),
  submission: fc.option(text),
  conclusion: text,
  reported: fc.option(
    fc
      .tuple(usage, count)
      .map(([tokens, modelCalls]) => ({ ...tokens, modelCalls }))
      .filter((given) => Object.values(given).some((value) => value !== null)),
  ),
  truncated: fc.option(text.filter((reason) => reason !== "")),
});

/** A call without an id has one after the export. */
function withoutInventedIds(read: Trajectory, original: Trajectory): Trajectory {
  const nameless = (event: TrajectoryEvent, index: number): event is ToolEvent =>
    event.role === "tool" && (original.events[index] as ToolEvent).callId === null;
  return {
    ...read,
    events: read.events.map((event, index) =>
      nameless(event, index) ? { ...event, callId: null } : event,
    ),
  };
}

it.each(["atif", "mini-swe-agent", "plumbline"])(
  "%s gives back what was written to it, and is told from the others",
  async (id) => {
    const format = await trajectoryFormat(id);
    await fc.assert(
      fc.asyncProperty(trajectory, async (original) => {
        const written = JSON.stringify(format.write?.(original));
        const { trajectory: read, format: detected } = await readTrajectory(written, "x.json");
        expect(detected).toBe(id);
        expect(trajectorySchema.parse(read)).toEqual(read);
        expect(withoutInventedIds(read, original)).toEqual(original);
      }),
      { numRuns: 150 },
    );
  },
);

it("a trajectory without events has no form in ATIF", async () => {
  const [empty] = fc.sample(trajectory, { numRuns: 1, seed: 1 });
  const atif = await trajectoryFormat("atif");
  expect(() => atif.write?.({ ...(empty as Trajectory), events: [] })).toThrow("has no events");
});
