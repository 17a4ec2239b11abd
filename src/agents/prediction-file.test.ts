import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePredictions } from "./prediction-file.ts";

const read = (text: string) => parsePredictions(text, "preds");
const one = { instanceId: "a__b-1", model: "m", patch: "diff\n" };

describe("a predictions file", () => {
  it.each([
    ["lines", '{"instance_id":"a__b-1","model_name_or_path":"m","model_patch":"diff\\n"}\n\n'],
    ["a list", '[{"instance_id":"a__b-1","model_name_or_path":"m","model_patch":"diff\\n"}]'],
    ["an object by id", '{"a__b-1":{"model_name_or_path":"m","model_patch":"diff\\n"}}'],
    ["the names of SWE-bench Pro", '[{"instance_id":"a__b-1","prefix":"m","patch":"diff\\n"}]'],
    [
      "the names of Multi-SWE-bench",
      '{"org":"a","repo":"b","number":1,"prefix":"m","fix_patch":"diff\\n"}',
    ],
    [
      "the names of OpenHands",
      '{"instance_id":"a__b-1","prefix":"m","test_result":{"git_patch":"diff\\n"}}',
    ],
  ])("is read as %s", (_, text) => {
    expect(read(text)).toEqual([one]);
  });

  it("may hold patches alone by id, and none", () => {
    expect(read('{"a__b-1":"diff\\n","c":null}')).toEqual([
      { instanceId: "a__b-1", model: "", patch: "diff\n" },
      { instanceId: "c", model: "", patch: "" },
    ]);
  });

  it.each([
    ["", "preds holds no prediction."],
    ["{", "preds, line 1: not JSON."],
    ['{"instance_id":"a","model_patch":"x"}\nnot json', "preds, line 2: not JSON."],
    ['[{"model_patch":"x"}]', "preds, record 1: no instance_id."],
    ['[{"instance_id":"a"}]', "preds, record 1: no model_patch."],
    ['[{"instance_id":"a","model_patch":7}]', "preds, record 1: model_patch: Invalid input"],
    ['{"a":3}', "preds, a: Invalid input"],
    [
      '{"instance_id":"a","model_patch":"x"}\n{"instance_id":"a","model_patch":"y"}',
      "preds, line 2: a is predicted twice.",
    ],
  ])("that is malformed is refused with the place: %s", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it("keeps every patch as it is, in each of the shapes", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]+__[a-z]+-\d+$/), fc.string()),
        (patches) => {
          fc.pre(Object.keys(patches).length > 0);
          const records = Object.entries(patches).map(([instance_id, model_patch]) => ({
            ...{ instance_id, model_name_or_path: "m", model_patch },
          }));
          const expected = Object.entries(patches).map(([instanceId, patch]) => ({
            ...{ instanceId, model: "m", patch },
          }));
          const byId = Object.fromEntries(records.map((record) => [record.instance_id, record]));
          const lines = records.map((record) => JSON.stringify(record)).join("\r\n");
          for (const text of [JSON.stringify(records), JSON.stringify(byId), lines]) {
            expect(read(text)).toEqual(expected);
          }
        },
      ),
    );
  });
});
