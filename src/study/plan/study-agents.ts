// The agents of a study: its scaffolds, those that work with a model once for each model.
import { PlumblineError } from "../../core/errors.ts";
import { modelName } from "../../core/model-entry.ts";
import type { ModelEntry } from "../../core/model-entry.ts";
import type { ScaffoldEntry, StudyFile } from "./study-file.ts";

/** Agent name of null runs; no agent may be called so. */
export const NULL_RUN = "null-run";

export interface StudyAgent {
  /** `scaffold`, or `scaffold+model`. */
  readonly name: string;
  readonly scaffold: ScaffoldEntry;
  readonly model: ModelEntry | null;
}

/**
 * The agents of a study, in its order. `needModel`: ids of the scaffolds that work with a model.
 * Throws a usage error on a name that is taken twice, and where a model is missing.
 */
export function studyAgents(study: StudyFile, needModel: ReadonlySet<string>): StudyAgent[] {
  const models = study.models.filter((model) => model.agents);
  const agents = study.scaffolds.flatMap((scaffold): StudyAgent[] => {
    const name = scaffold.name ?? scaffold.id;
    if (!needModel.has(scaffold.id)) return [{ name, scaffold, model: null }];
    if (models.length === 0) {
      throw new PlumblineError("no-model", "usage", `${name} works with a model; none is named.`, {
        hint: "models: [{ id: …, provider: … }]",
      });
    }
    return models.map((model) => ({ name: `${name}+${modelName(model)}`, scaffold, model }));
  });
  requireDistinct(agents.map(({ name }) => name));
  return agents;
}

function requireDistinct(names: readonly string[]): void {
  for (const [at, name] of names.entries()) {
    if (name === NULL_RUN || names.indexOf(name) !== at) {
      throw new PlumblineError("bad-agent-name", "usage", `The agent name "${name}" is taken.`, {
        hint: "give the scaffold, or the model, another name",
      });
    }
  }
}
