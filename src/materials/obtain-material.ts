// A material as a study gets it: its own, else the one that is kept from before, else from the model,
// through the gateway like every other call. What was asked for once is not asked for again.
import { join } from "node:path";
import type { z } from "zod";
import type { Clock } from "../core/clock.ts";
import { PlumblineError } from "../core/errors.ts";
import type { Material, MaterialKind } from "../core/material.ts";
import type { Gateway } from "../llm/gateway.ts";
import type { ModelLimits } from "../llm/meter.ts";
import type { ModelAccess } from "../llm/model-access.ts";
import { RECORDING_FILE } from "../llm/recording.ts";
import type { ServedModel } from "../llm/served-model.ts";
import type { StudyDatabase } from "../store/database.ts";
import { readStudyFolder } from "../store/study-folder.ts";
import { addMaterial, keepAskSpending, openAsk, studyMaterial } from "../store/study-materials.ts";
import type { StudyMaterial } from "../store/study-materials.ts";
import type { MaterialCache } from "./material-cache.ts";
import { contentDigest, materialKey } from "./material-key.ts";

/** The model as whoever makes a material has it. */
export type MaterialModel = Pick<ModelAccess, "name" | "dialects" | "ask">;

export interface Made<Content> {
  readonly content: Content;
  readonly answeredBy: string | null;
  /** Answers before it that could not be read. */
  readonly malformed: number;
}

export interface MaterialOrder<Content> {
  readonly kind: MaterialKind;
  /** Name of the model in the study. */
  readonly model: string;
  /** The prompt without its input, and whatever else decides how an answer is read. */
  readonly template: string;
  readonly input: string;
  readonly schema: z.ZodType<Content>;
  make(model: MaterialModel): Promise<Made<Content>>;
}

export interface MaterialSources {
  readonly folder: string;
  readonly db: StudyDatabase;
  readonly cache: MaterialCache;
  readonly gateway: Gateway;
  /** On what one material may take. */
  readonly limits: Pick<ModelLimits, "tokens" | "costUsd">;
  readonly record: boolean;
  /** Folder of a recorded study that answers instead of the provider; null: the provider does. */
  readonly replayFrom: string | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Throws where the study may spend nothing more. */
  readonly beforeAsking: () => void;
}

export interface Obtained<Content> {
  readonly material: Material;
  readonly content: Content;
}

/**
 * Throws an environment error where it can't be had, and whatever `beforeAsking` throws. What a
 * vain try took is counted all the same.
 */
export async function obtainMaterial<Content>(
  sources: MaterialSources,
  order: MaterialOrder<Content>,
): Promise<Obtained<Content>> {
  const { db } = sources;
  const model = servedBy(sources.gateway, order.model);
  const key = materialKey({ ...order, model });
  if (studyMaterial(db, key) === null) await bringIn(sources, order, { key, model });
  const found = studyMaterial(db, key);
  if (found === null) throw new Error(`Material ${key} was not kept.`);
  return { material: found.material, content: order.schema.parse(found.material.content) };
}

/** Keeps the material in the study, wherever it comes from. */
async function bringIn<Content>(
  sources: MaterialSources,
  order: MaterialOrder<Content>,
  { key, model }: Pick<Question, "key" | "model">,
): Promise<void> {
  const { db, cache, replayFrom } = sources;
  const recorded = replayFrom === null ? null : recordedMaterial(replayFrom, key, order);
  const kept = recorded === null ? cache.read(order.kind, key) : unasked(recorded);
  if (kept !== null && order.schema.safeParse(kept.content).success) {
    addMaterial(db, { material: kept, ask: null });
    return;
  }
  const asked = await ask(sources, order, { key, model, recorded });
  addMaterial(db, asked);
  if (recorded === null) cache.write(asked.material);
}

/** A material for which the recorded study itself did not ask: there are no exchanges to replay. */
const unasked = ({ material, ask }: StudyMaterial) => (ask === null ? material : null);

interface Question {
  readonly key: string;
  readonly model: ServedModel;
  readonly recorded: StudyMaterial | null;
}

async function ask<Content>(
  sources: MaterialSources,
  order: MaterialOrder<Content>,
  { key, model, recorded }: Question,
): Promise<StudyMaterial> {
  const { db, clock, signal, limits } = sources;
  sources.beforeAsking();
  const number = openAsk(db, { key, kind: order.kind, at: clock.now() });
  const run = sources.gateway.openRun({
    ...{ model: order.model, signal, sideCalls: false, limits: { ...limits, steps: null } },
    onSpent: (usage) => keepAskSpending(db, { key, number }, usage),
    recordTo: sources.record ? recordingOf(sources.folder, order.kind, key, number) : null,
    replayFrom:
      sources.replayFrom === null
        ? null
        : recordingOf(sources.replayFrom, order.kind, key, recorded?.ask ?? 1),
  });
  const { content, answeredBy, malformed } = await order
    .make({ name: model.name, dialects: model.dialects, ask: (...asked) => run.ask(...asked) })
    .finally(() => run.end());
  const { temperature, reasoningEffort } = model.settings;
  const material = {
    ...{ key, kind: order.kind, digest: contentDigest(content), content, malformed },
    ...{ asked: model.id, provider: model.provider, temperature, reasoningEffort, answeredBy },
    madeAt: recorded?.material.madeAt ?? clock.now(),
  };
  if (recorded !== null && recorded.material.digest !== material.digest) {
    const message = `The recorded answer gives other ${order.kind} than it gave then.`;
    throw new PlumblineError("replay-diverged", "environment", message, {
      hint: "the version of Plumbline that recorded the study",
    });
  }
  return { material, ask: number };
}

function servedBy({ models }: Gateway, name: string): ServedModel {
  const model = models.get(name);
  if (model === undefined) throw new Error(`"${name}" is no model of this study.`);
  return model;
}

function recordingOf(study: string, kind: MaterialKind, key: string, ask: number): string {
  return join(study, "materials", kind, key, `ask-${ask}`, RECORDING_FILE);
}

/** The material as a recorded study had it. Throws a usage error where it had none such. */
function recordedMaterial(
  folder: string,
  key: string,
  { kind, model }: Pick<MaterialOrder<unknown>, "kind" | "model">,
): StudyMaterial {
  const study = readStudyFolder(folder);
  try {
    const found = studyMaterial(study.db, key);
    if (found !== null) return found;
  } finally {
    study.close();
  }
  throw new PlumblineError(
    "no-recording",
    "usage",
    `${folder} has no ${kind} by ${model} for this question.`,
    { hint: "the study file, and the version of Plumbline, that the study was recorded with" },
  );
}
