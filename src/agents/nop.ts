// Submits nothing. Its runs are null runs: they show what the tests say of a tree as it stands.
import { z } from "zod";
import { defineAgent } from "./agent.ts";

export const nop = defineAgent({
  id: "nop",
  summary: "Does nothing and submits nothing.",
  needsReference: false,
  parseSettings: (settings) => z.strictObject({}).parse(settings),
  solve: () =>
    Promise.resolve({ kind: "finished", decision: "abstain", conclusion: "Nothing was done." }),
});
