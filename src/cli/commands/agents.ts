// Which agents there are, and how scaffolds with a model differ.
import { agents as agentRegistry } from "../../agents/registry.ts";
import type { Agent } from "../../agents/agent.ts";
import { defineCommand } from "../command.ts";
import { loadMembers } from "../load-members.ts";

export const agents = defineCommand({
  name: "agents",
  summary: "List the agents, and how scaffolds differ.",
  configure: () => undefined,
  run: async (_args, _options, io) => {
    const all = [...(await loadMembers<Agent>(agentRegistry)).values()];
    if (io.json) {
      const shown = all.map(({ id, summary, program, traits, dialects }) => ({
        ...{ id, summary, program: program?.title ?? null, traits: traits ?? null },
        dialects: traits === undefined ? null : (dialects ?? "any"),
      }));
      io.out(JSON.stringify(shown, null, 2));
      return;
    }
    io.out(all.map(({ id, summary }) => `${id.padEnd(16)} ${summary}`).join("\n"));
    for (const { id, program, traits, dialects } of all) {
      if (traits === undefined) continue;
      const { tools, turn, context, ends } = traits;
      const facts = {
        ...{
          program: program?.title ?? "Plumbline's own",
          speaks: dialects?.join(", ") ?? "any dialect",
        },
        ...{ tools, "a turn": turn, "context full": context, "ends at": ends },
      };
      const lines = Object.entries(facts).map(([name, fact]) => `  ${name.padEnd(12)} ${fact}`);
      io.out(`\n${id}\n${lines.join("\n")}`);
    }
    io.out(
      "\nLimits are the study's for all of them: steps (model turns), cost, tokens and wall time.",
    );
  },
});
