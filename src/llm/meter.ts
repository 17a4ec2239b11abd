// What one run has consumed of its models, and the limits on it: the same for every scaffold.
import { LimitReached } from "../core/limit-reached.ts";
import type { LimitKind } from "../core/limit-reached.ts";
import type { TokenUsage } from "../core/trajectory.ts";

/** null: no limit. */
export interface ModelLimits {
  readonly steps: number | null;
  /** Prompt and generated tokens together. */
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

export interface Consumed extends TokenUsage {
  /** Model turns. */
  readonly steps: number;
  /** Calls that were answered, side calls among them. */
  readonly calls: number;
  /** Calls whose answer was cut off: what they cost beyond what was seen is not known. */
  readonly cutCalls: number;
}

export interface Meter {
  /** A call is about to be made. Throws LimitReached; counts it as a step until it fails. */
  begin(isStep: boolean): void;
  /** It was answered. */
  end(usage: TokenUsage): void;
  /** It was not answered. */
  fail(isStep: boolean): void;
  /** Its answer was cut off: no step; what was counted until then. */
  cut(isStep: boolean): void;
  readonly consumed: Consumed;
  /** The limit that refused a call; null before. */
  readonly reached: LimitKind | null;
}

const NOTHING: Consumed = {
  steps: 0,
  calls: 0,
  cutCalls: 0,
  inputTokens: null,
  outputTokens: null,
  cachedTokens: null,
  cacheWriteTokens: null,
  reasoningTokens: null,
  costUsd: null,
};

/** A sum in which what is not known on one side counts from the other. */
export function plus(one: number | null, other: number | null): number | null {
  return one === null ? other : one + (other ?? 0);
}

export function openMeter(limits: ModelLimits): Meter {
  let consumed = NOTHING;
  let reached: LimitKind | null = null;
  const add = (part: Partial<Consumed>) => void (consumed = { ...consumed, ...part });
  const limit = (isStep: boolean): LimitKind | null => {
    const { steps, costUsd, inputTokens, outputTokens } = consumed;
    if (isStep && limits.steps !== null && steps >= limits.steps) return "steps";
    if (limits.costUsd !== null && (costUsd ?? 0) >= limits.costUsd) return "cost";
    const tokens = (inputTokens ?? 0) + (outputTokens ?? 0);
    return limits.tokens !== null && tokens >= limits.tokens ? "tokens" : null;
  };
  const takeBack = (isStep: boolean) => {
    if (isStep) add({ steps: consumed.steps - 1 });
  };
  return {
    begin: (isStep) => {
      const which = limit(isStep);
      if (which !== null) {
        reached = which;
        throw new LimitReached(which);
      }
      if (isStep) add({ steps: consumed.steps + 1 });
    },
    end: (usage) => {
      add({
        calls: consumed.calls + 1,
        inputTokens: plus(consumed.inputTokens, usage.inputTokens),
        outputTokens: plus(consumed.outputTokens, usage.outputTokens),
        cachedTokens: plus(consumed.cachedTokens, usage.cachedTokens),
        cacheWriteTokens: plus(consumed.cacheWriteTokens, usage.cacheWriteTokens),
        reasoningTokens: plus(consumed.reasoningTokens, usage.reasoningTokens),
        costUsd: plus(consumed.costUsd, usage.costUsd),
      });
    },
    fail: takeBack,
    cut: (isStep) => {
      takeBack(isStep);
      add({ cutCalls: consumed.cutCalls + 1 });
    },
    get consumed() {
      return consumed;
    },
    get reached() {
      return reached;
    },
  };
}
