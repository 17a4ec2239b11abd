import { describe, expect, it } from "vitest";
import { acceptedKeywords, readKeywordAnswer } from "./keyword-answer.ts";

const WORDS = { methods: ["total"], strings: ["no rate"] };

describe("the answer of a model to the question for keywords", () => {
  it.each([
    ["as it was asked for", '{"methods": ["total"], "strings": ["no rate"]}'],
    ["in a fence", '```json\n{"methods": ["total"], "strings": ["no rate"]}\n```'],
    ["with words around it", 'Here: {"methods": ["total"], "strings": ["no rate"]} Anything else?'],
    ["with what JSON does not allow", "{methods: ['total',], strings: ['no rate'],}"],
    ["with more than was asked for", '{"methods":["total"],"strings":["no rate"],"classes":["A"]}'],
  ])("is read %s", (_how, answer) => {
    expect(readKeywordAnswer(answer)).toEqual(WORDS);
  });

  it("may list nothing", () => {
    const read = readKeywordAnswer('{"methods": [], "strings": []}');
    expect(read).toEqual({ methods: [], strings: [] });
  });

  it.each([
    ["", "it holds no whole JSON object"],
    ["I can't help with that.", "it holds no whole JSON object"],
    ['{"methods": ["total"], "strings": ["no', "it holds no whole JSON object"],
    ["{}", "methods: "],
    ['{"methods": ["total"]}', "strings: "],
    ['{"methods": [1], "strings": []}', "methods.0: "],
    ['{"methods": "total", "strings": []}', "methods: "],
  ])("is not guessed at: %s", (answer, problem) => {
    expect(readKeywordAnswer(answer)).toEqual({
      problem: expect.stringContaining(problem) as string,
    });
  });
});

describe("the words of an answer", () => {
  const PROBLEM = `Calling \`Invoice.total()\` raises "no rate
for 'USD'" although __init__ and class are fine. The path is "a\\nb". naïve x-y`;

  it("are taken once each, in their order", () => {
    const { methods, strings, rejected } = acceptedKeywords(
      { methods: ["total", "naïve", "total"], strings: ["no rate for 'USD'", "total"] },
      PROBLEM,
    );
    expect(methods).toEqual(["total", "naïve"]);
    // The text breaks the line in the middle of the message.
    expect(strings).toEqual(["no rate for 'USD'", "total"]);
    expect(rejected).toEqual([]);
  });

  it("may be a literal whose escapes the text shows", () => {
    const { strings } = acceptedKeywords({ methods: [], strings: ["a\nb"] }, PROBLEM);
    expect(strings).toEqual(["a\nb"]);
  });

  it.each([
    ["method", "x-y", "not an identifier"],
    ["method", "Invoice.total", "not an identifier"],
    ["method", "class", "a reserved word"],
    ["method", "__init__", "a special method"],
    ["method", "subtotal", "not in the problem statement"],
    ["string", "", "empty"],
    ["string", "no rate\0", "contains a null character"],
    ["string", "another message", "not in the problem statement"],
  ] as const)("are no keywords: %s %j is %s", (as, text, reason) => {
    const words = {
      methods: as === "method" ? [text, "total"] : ["total"],
      strings: as === "string" ? [text] : [],
    };
    expect(acceptedKeywords(words, PROBLEM)).toEqual({
      ...{ methods: ["total"], strings: [] },
      rejected: [{ as, text, reason }],
    });
  });
});
