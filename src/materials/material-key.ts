// The names of materials: one for what was asked for, one for what came of it.
import { createHash } from "node:crypto";
import type { MaterialKind } from "../core/material.ts";
import type { ServedModel } from "../llm/served-model.ts";

export interface MaterialQuestion {
  readonly kind: MaterialKind;
  /** The prompt without its input, and whatever else decides how an answer is read. */
  readonly template: string;
  readonly model: Pick<ServedModel, "id" | "provider" | "endpoint" | "settings">;
  readonly input: string;
}

/**
 * SHA-256 of a question. Where a model is served is part of it: local servers answer to any name.
 */
export function materialKey({ kind, template, model, input }: MaterialQuestion): string {
  const { temperature, reasoningEffort } = model.settings;
  const asked = [model.provider, model.endpoint.baseUrl, model.id, temperature, reasoningEffort];
  return sha256(JSON.stringify([kind, template, asked, input]));
}

/** SHA-256 of a material's content, as JSON. */
export function contentDigest(content: unknown): string {
  return sha256(JSON.stringify(content));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
