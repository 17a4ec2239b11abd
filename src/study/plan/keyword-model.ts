// The model that names the keywords of a study's instances. One set an instance, whatever the agent:
// all agents meet the same variants.
import { PlumblineError } from "../../core/errors.ts";
import { modelName } from "../../core/model-entry.ts";
import { nearestName } from "../../core/nearest-name.ts";
import type { StudyFile } from "./study-file.ts";

/**
 * Its name in the study; null where rules find keywords. Throws a usage error where there is no such
 * model, or where "the model behind the agent" is none, or more than one.
 */
export function keywordModel({
  sampler,
  models,
}: Pick<StudyFile, "models" | "sampler">): string | null {
  const { keywords } = sampler;
  if (keywords === "rules") return null;
  if (keywords === "agent-model") return onlyAgentModel(models);
  const names = models.map(modelName);
  if (names.includes(keywords.model)) return keywords.model;
  const nearest = nearestName(keywords.model, names);
  const message = `sampler.keywords: the study has no model "${keywords.model}".`;
  throw new PlumblineError("unknown-model", "usage", message, {
    hint: nearest ?? "an entry under models, with agents: false where no scaffold is to use it",
  });
}

function onlyAgentModel(models: StudyFile["models"]): string {
  const [first, ...others] = models.filter(({ agents }) => agents).map(modelName);
  if (first !== undefined && others.length === 0) return first;
  const which = first === undefined ? "none" : [first, ...others].join(", ");
  throw new PlumblineError(
    "no-agent-model",
    "usage",
    `sampler.keywords: agent-model is for one model behind all agents; this study has ${which}.`,
    {
      hint: "a study for each model, or keywords: { model: NAME }: all agents meet the same variants",
    },
  );
}
