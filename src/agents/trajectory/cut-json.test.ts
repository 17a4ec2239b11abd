// A file cut anywhere keeps its whole events and no half one.
import fc from "fast-check";
import { expect, it } from "vitest";
import { PlumblineError } from "../../core/errors.ts";
import { closeCutJson } from "./cut-json.ts";
import { parseTrajectoryFile } from "./parse-trajectory-file.ts";
import { readTrajectory } from "./read-trajectory.ts";

it("leaves whole JSON alone", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      // A bare value has no end that could be missing.
      fc.pre(/^[[{]/.test(json));
      expect(closeCutJson(json)).toBeNull();
    }),
  );
});

it.each([
  ['{"messages":[{"a":"b"},{"a":"c', { messages: [{ a: "b" }] }],
  ['{"messages":[{"a":"b"},', { messages: [{ a: "b" }] }],
  ['{"messages":[{"a":"b"}', { messages: [{ a: "b" }] }],
  ['{"messages":[{"parts":[1,2],"parts2":[3', { messages: [] }],
  [
    '{"messages":[{"info":{"id":1},"parts":[{"x":1},{"x":',
    { messages: [{ info: { id: 1 }, parts: [{ x: 1 }] }] },
  ],
  [
    '{"messages":[{"a":"\\"}]"}],"info":{"n":1,"m":23',
    { messages: [{ a: '"}]' }], info: { n: 1 } },
  ],
  ['{"steps":[{"step_id":1,"tool_calls":[{"id":1},{"id"', { steps: [] }],
  ['[{"role":"user"},{"role":"assi', [{ role: "user" }]],
])("closes %s after its last whole event", (text, expected) => {
  expect(JSON.parse(closeCutJson(text) ?? "null")).toEqual(expected);
});

it("closes every prefix of any object to something that parses", () => {
  fc.assert(
    fc.property(fc.object(), fc.nat(), (value, cut) => {
      const text = JSON.stringify({ messages: [value, value] });
      const prefix = text.slice(0, 1 + (cut % (text.length - 1)));
      const closed = closeCutJson(prefix);
      expect(() => JSON.parse(closed ?? "") as unknown).not.toThrow();
    }),
  );
});

it("mends what else is wrong with JSON, and marks it", () => {
  const file = parseTrajectoryFile("{messages: [{'role': 'user',}],}", "x");
  expect(file).toMatchObject({ truncated: "its JSON is damaged", isCut: false });
  expect(file.documents).toEqual([{ messages: [{ role: "user" }] }]);
});

it("holds nesting that no stack could", () => {
  const deep = `{"messages":[{"role":"user","content":"a"},{"x":${"[".repeat(200_000)}`;
  expect(parseTrajectoryFile(deep, "x").documents).toEqual([
    { messages: [{ role: "user", content: "a" }] },
  ]);
});

it("a cut trajectory has exactly the events of the messages before the cut", async () => {
  const head = '{"info":{"mini_version":"1"},"messages":[';
  const messages = Array.from({ length: 8 }, (_, index) => ({
    role: index === 0 ? "system" : index % 2 === 1 ? "user" : "assistant",
    content: index % 2 === 0 ? `look ${index}\n\`\`\`bash\ncat "a]}" ${index}\n\`\`\`` : "ok",
  }));
  const texts = messages.map((message) => JSON.stringify(message));
  const text = `${head}${texts.join(",")}],"trajectory_format":"mini-swe-agent-1"}`;
  for (let cut = 1; cut < text.length; cut++) {
    const ends = texts.map((_, index) => head.length + texts.slice(0, index + 1).join(",").length);
    const whole = ends.filter((end) => end <= cut).length;
    const read = readTrajectory(text.slice(0, cut), "x.json");
    if (whole === 0) {
      await expect(read).rejects.toBeInstanceOf(PlumblineError);
      continue;
    }
    const alone = {
      info: {},
      messages: messages.slice(0, whole),
      trajectory_format: "mini-swe-agent-1",
    };
    const expected = await readTrajectory(JSON.stringify(alone), "x.json");
    const { trajectory } = await read;
    expect(trajectory.events).toEqual(expected.trajectory.events);
    expect(trajectory.truncated).toBe("the file ends in the middle of an event");
  }
});
