// Analyses of what was recorded: one file a subject, `../analyze-<subject>.ts`.
import { analyzeTrajectory } from "../analyze-trajectory.ts";
import { defineCommand } from "../command.ts";

export const analyze = defineCommand({
  name: "analyze",
  summary: "Analyse what was recorded.",
  subcommands: [analyzeTrajectory],
});
