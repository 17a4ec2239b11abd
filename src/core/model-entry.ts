// A model as a study names it: which provider serves it, under which name, with which settings.
// The same settings go into every request of every scaffold.
import { z } from "zod";

/** US dollars per million tokens. */
export const priceSchema = z.strictObject({
  input: z.number().min(0).describe("Prompt tokens that come from no cache."),
  output: z.number().min(0).describe("Generated tokens, those of reasoning among them."),
  cached: z
    .number()
    .min(0)
    .optional()
    .describe("Prompt tokens read from a cache; input if absent."),
  cache_write: z
    .number()
    .min(0)
    .optional()
    .describe("Prompt tokens written to a cache; input if absent."),
});
export type Price = z.infer<typeof priceSchema>;

export const REASONING_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh"] as const;

/** The ways of speaking to models that the gateway understands. */
export const dialectSchema = z.enum(["chat", "responses", "messages", "generate-content"]);

export const modelEntrySchema = z.strictObject({
  id: z.string().min(1).describe("The model, as its provider names it."),
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._@=-]*$/, "letters, digits and . _ @ = - only")
    .optional()
    .describe("Its name in this study; where absent, the id with other characters as dashes."),
  provider: z
    .string()
    .min(1)
    .describe(
      "Who serves it: openai, anthropic, openrouter, gemini, bedrock or openai-compatible.",
    ),
  base_url: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => !URL.canParse(url) || new URL(url).username === "",
      "no name or password in it",
    )
    .optional()
    .describe("Where it is served, with its path (…/v1)."),
  key: z
    .string()
    .min(1)
    .nullable()
    .optional()
    .describe("Name of the secret that holds its key; null where it needs none."),
  dialects: z
    .tuple([dialectSchema], dialectSchema)
    .optional()
    .describe("What its server understands, where that differs from what the provider does."),
  temperature: z.number().min(0).max(2).nullable().default(null).describe("null: the provider's."),
  reasoning_effort: z
    .enum(REASONING_EFFORTS)
    .nullable()
    .default(null)
    .describe("null: the provider's."),
  agents: z
    .boolean()
    .default(true)
    .describe("Whether scaffolds work with it; false: it makes materials only."),
  price: priceSchema.optional().describe("Instead of the price table's."),
});
export type ModelEntry = z.infer<typeof modelEntrySchema>;

/** The name of a model in its study. */
export function modelName({ id, name }: Pick<ModelEntry, "id" | "name">): string {
  return name ?? id.replaceAll(/[^A-Za-z0-9._@=-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
}
