import { expect, it } from "vitest";

import { randomStream } from "../core/random-stream.ts";
import { gemini } from "./gemini.ts";

it.each(["auto", "gemini-3-pro-preview", "gemini-3.5-flash"])(
  "wants another name for a model called %s, before anything is run",
  async (name) => {
    const solving = gemini.solve({
      ...{ problemStatement: "Mend it.", random: randomStream(1, "gemini"), settings: {} },
      ...{ reference: null, prediction: null },
      // Nothing of it is used.
      session: {} as never,
      model: {
        ...{ name, dialects: ["generate-content"], address: "http://127.0.0.1:1", token: "t" },
        ask: () => Promise.reject(new Error("The model was asked.")),
      },
    });
    const hint: unknown = expect.stringContaining("name:");
    await expect(solving).rejects.toMatchObject({
      ...{ code: "model-name-changed", kind: "usage", hint },
    });
  },
);
