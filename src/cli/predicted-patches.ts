// The predictions file that an agent's settings name, read and held to its digest.
import { createHash } from "node:crypto";
import { PlumblineError } from "../core/errors.ts";
import { parsePredictions } from "../agents/prediction-file.ts";
import type { PredictedPatch } from "../agents/prediction-file.ts";
import { readInputFile } from "./read-input-file.ts";

export interface PredictionFile {
  readonly sha256: string;
  readonly model: string;
  readonly patches: readonly PredictedPatch[];
}

/** Reads a predictions file; of the models in it one, which has to be named where it has several. */
export function readPredictions(path: string, model?: string): PredictionFile {
  const text = readInputFile("predictions", path) ?? "";
  const all = parsePredictions(text, path);
  const models = [...new Set(all.map((patch) => patch.model))].sort();
  const chosen = model ?? (models.length === 1 ? models[0] : undefined);
  if (chosen === undefined || !models.includes(chosen)) {
    const what = chosen === undefined ? `is of ${models.length} models` : `has no model ${chosen}`;
    throw new PlumblineError("which-model", "usage", `${path} ${what}.`, {
      hint: `one of ${models.map((name) => JSON.stringify(name)).join(", ")} as the model`,
    });
  }
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { sha256, model: chosen, patches: all.filter((patch) => patch.model === chosen) };
}

/** Patches by instance, for the settings of the agent `predictions`. */
export function predictedPatches(
  settings: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string> {
  const [file, model, wanted] = [settings["file"], settings["model"], settings["sha256"]];
  const { patches, sha256 } = readPredictions(
    String(file),
    typeof model === "string" ? model : undefined,
  );
  if (wanted !== undefined && wanted !== sha256) {
    throw new PlumblineError(
      "predictions-changed",
      "usage",
      `${String(file)} is not the file that this study was begun with.`,
      { hint: "another --out folder for other predictions" },
    );
  }
  return new Map(patches.map(({ instanceId, patch }) => [instanceId, patch]));
}
