// Hands in a patch that was made elsewhere, so that grading predictions is an ordinary run. What git
// does not take as it is goes down a ladder, each rung from the same tree; every try is a step of the
// trajectory. Rungs: SWE-bench 5's, but that nothing of a failed one is left for the next.
import { z } from "zod";
import { normalisePatch } from "../code/patch/index.ts";
import type { AgentEnding, AgentTask } from "./agent.ts";
import { defineAgent } from "./agent.ts";
import type { AgentSession } from "./session.ts";

/** In the order in which they are tried. */
const RUNGS = [
  { name: "git apply", command: "git apply --verbose --whitespace=nowarn -" },
  { name: "git apply --3way", command: "git apply --verbose --whitespace=nowarn --3way -" },
  { name: "git apply --reject", command: "git apply --verbose --whitespace=nowarn --reject -" },
  {
    name: "patch --fuzz=5",
    command: "patch --batch --forward --fuzz=5 -p1 --no-backup-if-mismatch --reject-file=-",
  },
] as const;

const RESET = "git reset -q --hard && git clean -fdq";
const EVIDENCE_CHARACTERS = 2000;

export const predictions = defineAgent({
  id: "predictions",
  summary: "Hands in the patches of a predictions file.",
  needsReference: false,
  needsPrediction: true,
  parseSettings: (settings) => settingsSchema.parse(settings),
  solve,
});

const settingsSchema = z.strictObject({
  /** The predictions file. */
  file: z.string().min(1),
  /** Its SHA-256 when the study began. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Whose patches: `model_name_or_path`, where the file holds those of several. */
  model: z.string().optional(),
});

async function solve({ session, prediction }: AgentTask): Promise<AgentEnding> {
  if (prediction === null) {
    const evidence = "The predictions file holds nothing for this instance.";
    return { kind: "ambiguous", code: "no-prediction", evidence };
  }
  const { text, mended } = normalisePatch(prediction);
  if (text === "") {
    return { kind: "finished", decision: "abstain", conclusion: "The prediction is empty." };
  }
  const notes = mended.length === 0 ? "" : ` (${mended.join("; ")})`;
  let evidence = "";
  for (const [index, { name, command }] of RUNGS.entries()) {
    if (index > 0) await reset(session);
    const { exitCode, output } = await session.run(command, {
      thought: `Apply the patch by ${name}${notes}.`,
      stdin: text,
    });
    if (exitCode === 0) {
      const conclusion = `Applied by ${name}${notes}.`;
      return { kind: "finished", decision: "submit", conclusion };
    }
    evidence += `${name}: ${output.trim()}\n`;
  }
  await reset(session);
  return {
    ...{ kind: "rejected", code: "patch-does-not-apply" },
    ...{ evidence: evidence.slice(0, EVIDENCE_CHARACTERS), patch: prediction },
  };
}

async function reset(session: AgentSession): Promise<void> {
  await session.run(RESET, { thought: "Back to the tree as it was." });
}
