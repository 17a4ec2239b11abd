// Checks what a study stands on: one file a subject, `../check-<subject>.ts`.
import { checkBench } from "../check-bench.ts";
import { checkProject } from "../check-project.ts";
import { checkVariant } from "../check-variant.ts";
import { defineCommand } from "../command.ts";

export const check = defineCommand({
  name: "check",
  summary: "Check what a study stands on.",
  subcommands: [checkBench, checkProject, checkVariant],
});
