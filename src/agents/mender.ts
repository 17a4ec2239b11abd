// A calibration agent: search-based program repair without any model, for Python repositories.
// It reads the issue, reproduces the complaint, tries small edits where the failing run goes, and
// submits one with which the reproduction and the visible tests pass. It is here so that the whole
// pipeline can be run, repeated and calibrated for free. It is no coding agent to compare others
// with: it repairs faults of one place and often overfits, so it is confidently wrong at times.
// It acts through its session only. The same stream and tree give the same commands and patch.
import { defineAgent } from "./agent.ts";
import type { AgentEnding, AgentTask } from "./agent.ts";
import { readIssue } from "./mender/issue/read-issue.ts";
import { grepTerms, listFiles } from "./mender/look.ts";
import { guessRepair } from "./mender/guess-repair.ts";
import { searchRepair } from "./mender/search-repair.ts";
import { settingsSchema } from "./mender/settings.ts";
import { workbench } from "./mender/workbench.ts";

export const mender = defineAgent({
  id: "mender",
  summary: "Search-based program repair without a model; calibrates the pipeline.",
  needsReference: false,
  parseSettings: (settings) => settingsSchema.parse(settings),
  solve,
});

async function solve(task: AgentTask): Promise<AgentEnding> {
  const { session, random } = task;
  const settings = settingsSchema.parse(task.settings);
  const reading = readIssue(task.problemStatement);
  const bench = workbench(session);

  await listFiles(session);
  const mentions = await grepTerms(session, reading.terms.identifiers);
  await bench.setUp();
  const situation = { session, bench, reading, mentions, settings, random };
  if (reading.scripts.length === 0) return guessRepair(situation);

  const reproduced = await bench.reproduce(reading.scripts, reading.terms.exceptions);
  switch (reproduced.shows) {
    case "wrong":
    case "changed":
      return searchRepair(situation, reproduced);
    case "unusable":
      return guessRepair(situation);
    case "nothing":
      // Nothing that could be checked was checked: that is not the same as nothing being wrong.
      if (reproduced.held + reproduced.refuted === 0) return guessRepair(situation);
      return {
        kind: "finished",
        decision: "abstain",
        conclusion: "What the issue describes does not happen on this tree. Nothing to repair.",
      };
  }
}
