// Shows what a study asks for, without running anything.
import { defineCommand } from "../command.ts";
import { planOf } from "../open-study.ts";
import { readStudyFile } from "../read-study-file.ts";

export const plan = defineCommand({
  name: "plan",
  summary: "Show the runs that a study file asks for.",
  configure: (command) => void command.argument("<file>", "study file (YAML)"),
  run: async ([file = ""], _options, io) => {
    const { plan } = await planOf(readStudyFile(file, io.seed));
    if (io.json) {
      io.out(`${JSON.stringify({ runs: plan.runs }, null, 2)}\n`);
      return;
    }
    const counts = new Map<string, number>();
    for (const { condition, agent } of plan.runs) {
      const key = `${condition.padEnd(16)} ${agent}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const [key, count] of counts) io.out(`${String(count).padStart(6)}  ${key}\n`);
    const instances = new Set(plan.runs.map((run) => `${run.benchmark}:${run.instanceId}`));
    io.out(`${plan.runs.length} runs of ${instances.size} instances\n`);
  },
});
