// Looks at what a study may need of this machine, without beginning anything.
import { agents as agentRegistry } from "../agents/registry.ts";
import type { Agent } from "../agents/agent.ts";
import { hasProgram } from "../agents/programs/installed-program.ts";
import { describeError } from "../core/errors.ts";
import { modelName } from "../core/model-entry.ts";
import { PROVIDERS } from "../llm/providers.ts";
import { openSecrets } from "../llm/secrets.ts";
import { findProgram } from "../sandboxes/find-program.ts";
import { sandboxes } from "../sandboxes/registry.ts";
import { agentsFolder } from "../store/cache-folder.ts";
import type { StudyFile } from "../study/plan/study-file.ts";
import { loadMembers } from "./load-members.ts";
import { NO_MODEL_OPTIONS, openStudyModels, priceTable, pricedStudy } from "./study-models.ts";
import type { ModelOptions } from "./study-models.ts";

export interface Finding {
  readonly what: "sandbox" | "agent" | "provider" | "model";
  readonly name: string;
  readonly state: "works" | "fails";
  readonly detail: string;
  /** What to do about it; null where it works. */
  readonly fix: string | null;
  /** Whether the study at hand can't do without it. */
  readonly isNeeded: boolean;
}

/** With a study, its models are asked for one word each. */
export async function examine(
  study: StudyFile | null,
  options: Pick<ModelOptions, "secrets" | "prices">,
  signal: AbortSignal,
): Promise<Finding[]> {
  return [
    ...(await examineSandboxes(study)),
    ...(await examineAgents(study)),
    ...examineProviders(options.secrets),
    ...(study === null ? [] : await examineModels(study, options, signal)),
  ];
}

const SANDBOX_FIXES: Readonly<Record<string, string>> = {
  bubblewrap: "install bubblewrap, as root or with user namespaces allowed",
  docker: "start a Docker engine, or name it in DOCKER_HOST",
  podman: "start `podman system service`, or name its socket in CONTAINER_HOST",
  apptainer: "install Apptainer 1.1 or later",
};

async function examineSandboxes(study: StudyFile | null): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, load] of Object.entries(sandboxes)) {
    const { available, reason } = await (await load()).check();
    findings.push({
      ...{ what: "sandbox", name, state: available ? "works" : "fails", detail: reason },
      fix: available ? null : (SANDBOX_FIXES[name] ?? "see the guide to sandboxes"),
      isNeeded: study?.sandbox === name,
    });
  }
  return findings;
}

async function examineAgents(study: StudyFile | null): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, agent] of await loadMembers<Agent>(agentRegistry)) {
    const { program } = agent;
    const isNeeded = study?.scaffolds.some(({ id }) => id === name) ?? false;
    const about = { what: "agent", name, isNeeded } as const;
    if (program === undefined) findings.push({ ...about, state: "works", detail: "", fix: null });
    else if (hasProgram(program, agentsFolder())) {
      findings.push({ ...about, state: "works", detail: "installed", fix: null });
    } else if (findProgram(program.installer) === null) {
      const fix = `install ${program.installer}, which installs this agent`;
      findings.push({ ...about, state: "fails", detail: "not installed", fix });
    } else {
      const detail = `not installed yet: ${program.installer} will do it when it is first used`;
      findings.push({ ...about, state: "works", detail, fix: null });
    }
  }
  return findings;
}

function examineProviders(secretsFile: string | null): Finding[] {
  const secrets = openSecrets(process.env, secretsFile);
  return PROVIDERS.map(({ id: name, key }): Finding => {
    const about = { what: "provider", name, isNeeded: false } as const;
    if (key === null) return { ...about, state: "works", detail: "needs no key", fix: null };
    try {
      secrets.get(key);
      return { ...about, state: "works", detail: `${key} is there`, fix: null };
    } catch {
      const fix = `${key} in the environment or in a secrets file`;
      return { ...about, state: "fails", detail: "no key", fix };
    }
  });
}

async function examineModels(
  study: StudyFile,
  options: Pick<ModelOptions, "secrets" | "prices">,
  signal: AbortSignal,
): Promise<Finding[]> {
  const priced = pricedStudy(study, null, priceTable(options.prices));
  const models = openStudyModels(priced, { ...NO_MODEL_OPTIONS, ...options });
  if (models === null) return [];
  const findings: Finding[] = [];
  for (const entry of study.models) {
    const about = { what: "model", name: modelName(entry), isNeeded: true } as const;
    try {
      const { model } = await models.gateway.probe(about.name, signal);
      const detail = `answers as ${model ?? "a model without a name"}`;
      findings.push({ ...about, state: "works", detail, fix: null });
    } catch (error) {
      signal.throwIfAborted();
      const fix = "its id, provider, base_url, key and settings in the study file";
      findings.push({ ...about, state: "fails", detail: describeError(error), fix });
    }
  }
  models.gateway.close();
  return findings;
}
