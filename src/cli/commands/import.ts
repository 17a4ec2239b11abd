// Takes in what other programs made: one file a subject, `../import-<subject>.ts`.
import { defineCommand } from "../command.ts";
import { importTrajectory } from "../import-trajectory.ts";

export const importGroup = defineCommand({
  name: "import",
  summary: "Take in what other programs made.",
  subcommands: [importTrajectory],
});
