// What a model made and studies reuse, and how the record of a run names it.
import { z } from "zod";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const materialKindSchema = z.enum(["keywords"]);
export type MaterialKind = z.infer<typeof materialKindSchema>;

/** A material as the runs that were made with it record it. */
export const materialUseSchema = z.object({
  kind: materialKindSchema,
  /** SHA-256 of its content. */
  digest: sha256,
  /** The model that was asked, as its provider names it. */
  asked: z.string(),
  provider: z.string(),
  temperature: z.number().nullable(),
  reasoningEffort: z.string().nullable(),
  /** The model that answered, as it names itself; null where it does not. */
  answeredBy: z.string().nullable(),
  /** Epoch milliseconds. */
  madeAt: z.int(),
});
export type MaterialUse = z.infer<typeof materialUseSchema>;

export const materialSchema = materialUseSchema.extend({
  /** SHA-256 of all that it was asked for with: kind, prompt, model, settings, input. */
  key: sha256,
  /** Answers before it that could not be read. */
  malformed: z.int().min(0),
  /** JSON; its shape is that of its kind. */
  content: z.unknown(),
});
export type Material = z.infer<typeof materialSchema>;

export function materialUse(material: Material): MaterialUse {
  return materialUseSchema.parse(material);
}
