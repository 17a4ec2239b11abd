// Hands out what was recorded to other programs: one file a subject, `../export-<subject>.ts`.
import { defineCommand } from "../command.ts";
import { exportTrajectory } from "../export-trajectory.ts";

export const exportGroup = defineCommand({
  name: "export",
  summary: "Hand out what was recorded, for other programs.",
  subcommands: [exportTrajectory],
});
