// What mini-swe-agent writes: a list of the messages as its model saw them, with what it knows of
// each in `extra`. Format 1 has commands in text only, 1.1 in tool calls too.
import { z } from "zod";
import { trajectorySchema } from "../../../core/trajectory.ts";
import { countSchema, dollarsSchema, textSchema } from "../recorded-values.ts";

const detailsSchema = z
  .looseObject({ cached_tokens: countSchema, cache_write_tokens: countSchema })
  .nullish();
const outputDetailsSchema = z.looseObject({ reasoning_tokens: countSchema }).nullish();

/** Of Chat Completions or of Responses. */
const usageSchema = z.looseObject({
  prompt_tokens: countSchema,
  completion_tokens: countSchema,
  prompt_tokens_details: detailsSchema,
  completion_tokens_details: outputDetailsSchema,
  input_tokens: countSchema,
  output_tokens: countSchema,
  input_tokens_details: detailsSchema,
  output_tokens_details: outputDetailsSchema,
  /** As LiteLLM passes on what Anthropic counts. */
  cache_creation_input_tokens: countSchema,
  cache_read_input_tokens: countSchema,
  cost: dollarsSchema,
});
export type MiniUsage = z.output<typeof usageSchema>;

const callSchema = z.looseObject({
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
});

/** An item of a Responses answer. */
const itemSchema = z.looseObject({
  type: z.string().optional(),
  content: textSchema,
  summary: textSchema,
  name: z.string().optional(),
  arguments: z.unknown().optional(),
  call_id: z.string().nullish(),
});

const answerSchema = z.looseObject({
  object: z.string().optional(),
  model: z.string().nullish(),
  created: z.number().nullish(),
  created_at: z.number().nullish(),
  usage: usageSchema.nullish(),
  choices: z
    .array(
      z.looseObject({
        message: z
          .looseObject({
            content: textSchema,
            reasoning: z.string().nullish(),
            reasoning_content: z.string().nullish(),
            tool_calls: z.array(callSchema).nullish(),
          })
          .optional(),
      }),
    )
    .nullish(),
  output: z.array(itemSchema).nullish(),
});
export type MiniAnswer = z.output<typeof answerSchema>;

const extraSchema = z.looseObject({
  /** What could not be serialized is there as text. */
  response: z.union([answerSchema, z.string()]).nullish(),
  cost: dollarsSchema,
  timestamp: z.number().nullish(),
  actions: z
    .array(z.looseObject({ command: z.string().optional(), tool_call_id: z.string().nullish() }))
    .nullish(),
  returncode: z.int().nullish(),
  exception_info: z.string().nullish(),
  interrupt_type: z.string().nullish(),
  model_response: z.string().nullish(),
  exit_status: z.string().nullish(),
  submission: z.string().nullish(),
  /** What only our exports hold. */
  plumbline: z
    .looseObject({
      step: z.int().min(0).optional(),
      at_ms: z.number().nullish(),
      duration_ms: z.number().nullish(),
      /** Whether the calls are those of an agent without a model: there was no answer. */
      no_answer: z.boolean().optional(),
      output: z.string().nullish(),
      output_truncated: z.boolean().optional(),
      timed_out: z.boolean().optional(),
      exit_code: z.int().nullish(),
      command: z.string().nullish(),
    })
    .nullish(),
});

export const miniMessageSchema = z.looseObject({
  role: z.string().optional(),
  content: textSchema,
  reasoning_content: z.string().nullish(),
  tool_calls: z.array(callSchema).nullish(),
  tool_call_id: z.string().nullish(),
  extra: extraSchema.nullish(),
  /** Messages of the Responses mode are that service's own objects. */
  object: z.string().optional(),
  type: z.string().optional(),
  call_id: z.string().nullish(),
  output: z.union([z.array(itemSchema), z.string()]).nullish(),
  model: z.string().nullish(),
  usage: usageSchema.nullish(),
  created_at: z.number().nullish(),
});
export type MiniMessage = z.output<typeof miniMessageSchema>;

const infoSchema = z.looseObject({
  exit_status: z.string().nullish(),
  submission: z.string().nullish(),
  mini_version: z.string().nullish(),
  model_stats: z.looseObject({ instance_cost: dollarsSchema, api_calls: countSchema }).nullish(),
  plumbline: z
    .looseObject({
      run_id: z.string(),
      agent: z.string(),
      conclusion: z.string(),
      submission: trajectorySchema.shape.submission,
      reported: trajectorySchema.shape.reported,
      truncated: trajectorySchema.shape.truncated,
    })
    .nullish(),
  config: z
    .looseObject({
      model: z.looseObject({ model_name: z.string().nullish() }).nullish(),
    })
    .nullish(),
});

/** The file; early versions wrote the list of messages alone. */
export const miniFileSchema = z.preprocess(
  (value) => (Array.isArray(value) ? { messages: value as unknown[] } : value),
  z.looseObject({
    messages: z.array(miniMessageSchema),
    info: infoSchema.default({}),
    instance_id: z.string().nullish(),
  }),
);
export type MiniFile = z.output<typeof miniFileSchema>;
