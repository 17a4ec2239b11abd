// The agents of a study, ready to work: their settings checked, their programs installed.
import { agents as agentRegistry } from "../agents/registry.ts";
import type { Agent } from "../agents/agent.ts";
import { installProgram } from "../agents/programs/installed-program.ts";
import { PlumblineError } from "../core/errors.ts";
import { modelName } from "../core/model-entry.ts";
import type { ModelEntry } from "../core/model-entry.ts";
import { endpointOf } from "../llm/providers.ts";
import { agentsFolder } from "../store/cache-folder.ts";
import { NULL_RUN, studyAgents } from "../study/plan/study-agents.ts";
import type { StudyAgent } from "../study/plan/study-agents.ts";
import type { StudyFile } from "../study/plan/study-file.ts";
import type { ConfiguredAgent } from "../study/run/run-context.ts";
import { loadMember } from "./load-members.ts";
import { predictedPatches } from "./predicted-patches.ts";

/** The agents that a study file names. Throws a usage error on one that is not known. */
export async function namedAgents(study: StudyFile): Promise<StudyAgent[]> {
  const needModel = new Set<string>();
  for (const { id } of study.scaffolds) {
    const { needsModel } = await loadMember<Agent>(agentRegistry, id, "agent");
    if (needsModel === true) needModel.add(id);
  }
  return studyAgents(study, needModel);
}

/** By name; null runs among them. */
export async function configuredAgents(
  study: StudyFile,
  signal: AbortSignal,
): Promise<Map<string, ConfiguredAgent>> {
  const nop = await loadMember<Agent>(agentRegistry, "nop", "agent");
  const nullRun = { name: NULL_RUN, agent: nop, settings: {}, model: null, mounts: [] };
  const agents = new Map<string, ConfiguredAgent>([[NULL_RUN, nullRun]]);
  for (const { name, scaffold, model } of await namedAgents(study)) {
    const agent = await loadMember<Agent>(agentRegistry, scaffold.id, "agent");
    if (model !== null) requireCommonDialect(agent, model);
    const settings = agent.parseSettings(scaffold.settings);
    const predictions = agent.needsPrediction === true ? predictedPatches(settings) : null;
    agents.set(name, {
      ...{ name, agent, settings, model: model === null ? null : modelName(model) },
      mounts: await mountsOf(agent, signal),
      ...(predictions === null ? {} : { predictions }),
    });
  }
  return agents;
}

async function mountsOf({ program }: Agent, signal: AbortSignal) {
  return program === undefined ? [] : installProgram(program, agentsFolder(), signal);
}

/** An agent that can't speak to its model would fail in every run. */
function requireCommonDialect({ id, dialects }: Agent, model: ModelEntry): void {
  const served = endpointOf(model).dialects;
  if (dialects === undefined || dialects.some((dialect) => served.includes(dialect))) return;
  throw new PlumblineError(
    "no-common-dialect",
    "usage",
    `${id} speaks ${dialects.join(", ")}; ${model.id} is served by ${served.join(", ")}.`,
    {
      hint: "another scaffold, or dialects in the model's entry where its server understands more",
    },
  );
}
