// The keywords of an instance: one set, shared by all its variants and all agents. By rules from its
// problem statement and its tree, or by a model from the statement alone.
import { keywordsFromProblem } from "../../code/spt/index.ts";
import { PlumblineError, describeError } from "../../core/errors.ts";
import type { FileTree } from "../../core/file-tree.ts";
import type { Instance } from "../../core/instance.ts";
import { LimitReached } from "../../core/limit-reached.ts";
import { materialUse } from "../../core/material.ts";
import type { Material, MaterialUse } from "../../core/material.ts";
import type { KeywordMap } from "../../core/variant-log.ts";
import { keywordMapOf } from "../../materials/keyword-answer.ts";
import type { KeywordContent } from "../../materials/keyword-answer.ts";
import { keywordOrder } from "../../materials/model-keywords.ts";
import { obtainMaterial } from "../../materials/obtain-material.ts";
import type { Obtained } from "../../materials/obtain-material.ts";
import { conditionOf } from "./run-context.ts";
import type { RunContext } from "./run-context.ts";
import { requireModelBudget } from "./study-budget.ts";

export interface InstanceKeywords {
  readonly keywords: KeywordMap;
  /** What a model made of them; nothing where rules found them. */
  readonly materials: readonly MaterialUse[];
}

export async function instanceKeywords(
  context: RunContext,
  instance: Instance,
  tree: FileTree,
): Promise<InstanceKeywords> {
  if (context.keywordModel === null) {
    const keywords = keywordsFromProblem(instance.problem_statement, tree);
    return { keywords, materials: [] };
  }
  const { material, content } = await modelKeywords(context, instance);
  const keywords = keywordMapOf(content, originOf(material));
  return { keywords, materials: [materialUse(material)] };
}

/** As a variant's log says where a keyword comes from: the same wherever it is replayed. */
const originOf = ({ asked, digest }: Material) => `model ${asked}: keywords ${digest.slice(0, 12)}`;

/**
 * What the study's model names. Throws a threshold error where the budget is spent, and an
 * environment error that names the instance where nothing can be had.
 */
export async function modelKeywords(
  context: RunContext,
  { instance_id, problem_statement }: Pick<Instance, "instance_id" | "problem_statement">,
): Promise<Obtained<KeywordContent>> {
  const { models, keywordModel, signal } = context;
  if (models === null || keywordModel === null) throw new Error("No model names keywords here.");
  const beforeAsking = () => requireModelBudget(context);
  const sources = { ...context, ...models, cache: keywordModel.cache, beforeAsking };
  try {
    const obtained = await obtainMaterial(
      sources,
      keywordOrder(keywordModel.name, problem_statement),
    );
    context.onPoint("keywords-kept");
    return obtained;
  } catch (cause) {
    signal.throwIfAborted();
    const isOfModel = cause instanceof PlumblineError && cause.kind === "environment";
    if (!isOfModel && !(cause instanceof LimitReached)) throw cause;
    throw new PlumblineError(
      "no-keywords",
      "environment",
      `The keywords of ${instance_id} can't be had from model ${keywordModel.name}: ${describeError(cause)}`,
      {
        hint: "the same command again: what was made is kept; or a study with another model",
        cause,
      },
    );
  }
}

/** Whether the states of a condition, or those that they are made from, hold keywords. */
export function usesKeywords(
  context: Pick<RunContext, "conditions">,
  conditionId: string,
): boolean {
  const { condition, member } = conditionOf(context, conditionId);
  return condition.usesKeywords === true || member.states.some((id) => usesKeywords(context, id));
}
