// ATIF, Harbor's interchange format: steps of system, user and agent, each with its own calls and
// their results. Versions 1.0 to 1.8 differ in what may be there, not in what it means.
import { z } from "zod";
import { countSchema, dollarsSchema, textSchema } from "../recorded-values.ts";

const metricsSchema = z.looseObject({
  prompt_tokens: countSchema,
  completion_tokens: countSchema,
  cached_tokens: countSchema,
  cost_usd: dollarsSchema,
  extra: z
    .looseObject({
      reasoning_tokens: countSchema,
      cache_write_tokens: countSchema,
      cache_creation_input_tokens: countSchema,
      completion_tokens_details: z.looseObject({ reasoning_tokens: countSchema }).nullish(),
    })
    .nullish(),
});
export type AtifMetrics = z.output<typeof metricsSchema>;

/** What only our exports hold. */
const resultExtraSchema = z
  .looseObject({
    plumbline: z
      .looseObject({
        at_ms: z.number().nullish(),
        exit_code: z.int().nullish(),
        timed_out: z.boolean().optional(),
        output_truncated: z.boolean().optional(),
        duration_ms: z.number().nullish(),
        /** Whether there is an answer on record at all. */
        no_output: z.boolean().optional(),
      })
      .nullish(),
  })
  .nullish();

const callSchema = z.looseObject({
  tool_call_id: z.string(),
  function_name: z.string(),
  arguments: z.unknown().optional(),
  extra: z
    .looseObject({
      plumbline: z
        .looseObject({ arguments: z.string().optional(), command: z.string().nullish() })
        .nullish(),
    })
    .nullish(),
});
export type AtifCall = z.output<typeof callSchema>;

const resultSchema = z.looseObject({
  source_call_id: z.string().nullish(),
  content: textSchema,
  subagent_trajectory_ref: z.array(z.unknown()).nullish(),
  extra: resultExtraSchema,
});
export type AtifResult = z.output<typeof resultSchema>;

export const atifStepSchema = z.looseObject({
  timestamp: z.string().nullish(),
  source: z.enum(["system", "user", "agent"]),
  model_name: z.string().nullish(),
  message: textSchema,
  reasoning_content: z.string().nullish(),
  tool_calls: z.array(callSchema).nullish(),
  observation: z.looseObject({ results: z.array(resultSchema) }).nullish(),
  metrics: metricsSchema.nullish(),
  is_copied_context: z.boolean().nullish(),
  llm_call_count: countSchema,
  extra: z
    .looseObject({
      plumbline: z
        .looseObject({
          step: z.int().min(0).optional(),
          at_ms: z.number().nullish(),
          duration_ms: z.number().nullish(),
          no_usage: z.boolean().optional(),
        })
        .nullish(),
    })
    .nullish(),
});
export type AtifStep = z.output<typeof atifStepSchema>;

export const atifFileSchema = z.looseObject({
  schema_version: z.string(),
  session_id: z.string().nullish(),
  trajectory_id: z.string().nullish(),
  agent: z
    .looseObject({
      name: z.string(),
      version: z.string().nullish(),
      model_name: z.string().nullish(),
    })
    .optional(),
  steps: z.array(atifStepSchema).optional(),
  final_metrics: z
    .looseObject({
      total_prompt_tokens: countSchema,
      total_completion_tokens: countSchema,
      total_cached_tokens: countSchema,
      total_cost_usd: dollarsSchema,
      extra: z
        .looseObject({
          total_reasoning_tokens: countSchema,
          total_cache_write_tokens: countSchema,
          model_calls: countSchema,
        })
        .nullish(),
    })
    .nullish(),
  continued_trajectory_ref: z.string().nullish(),
  subagent_trajectories: z.array(z.unknown()).nullish(),
  extra: z
    .looseObject({
      plumbline: z
        .looseObject({
          instance_id: z.string().nullish(),
          exit_status: z.string().nullish(),
          submission: z.string().nullish(),
          conclusion: z.string(),
          truncated: z.string().nullish(),
        })
        .nullish(),
    })
    .nullish(),
});
export type AtifFile = z.output<typeof atifFileSchema>;
