// What the agent spent, by arm and between arms: steps and wall time of measured runs.
import { runLevelBootstrap, stratifiedMeanBootstrap, type MissingReason } from "../stats/index.ts";
import type { ContrastOptions } from "./contrast.ts";
import { CONTRASTS, type ContrastId } from "./contrast-definitions.ts";
import { isMeasured } from "./is-measured.ts";
import { ARMS, type Arm, type RunFact } from "./run-fact.ts";

/** Quantities of a run; the name carries the unit. */
export type EffortQuantity = "steps" | "wallMs";

export interface EffortMeasure {
  readonly arms: Readonly<Record<Arm, EffortMean>>;
  readonly changes: Readonly<Record<ContrastId, EffortChange>>;
}

/** Mean over instances of the mean over runs, in the quantity's unit. */
export type EffortMean =
  | {
      readonly mean: number;
      readonly lower: number;
      readonly upper: number;
      readonly method: "run-level-bootstrap";
      readonly confidence: number;
      readonly degenerate: boolean;
      readonly instances: number;
      readonly runs: number;
    }
  | { readonly mean: null; readonly reason: MissingReason };

/** Mean over instances of the relative change from the baseline arm, in percent of it. */
export type EffortChange =
  | {
      readonly changePct: number;
      readonly lowerPct: number;
      readonly upperPct: number;
      /** How far the estimate itself leans, by the bootstrap: upward with few, noisy runs. */
      readonly biasPct: number;
      readonly method: "run-level-bootstrap";
      readonly confidence: number;
      readonly degenerate: boolean;
      readonly instances: number;
      readonly leftOut: { readonly missingArm: number; readonly baselineNotPositive: number };
    }
  | { readonly changePct: null; readonly reason: MissingReason };

export function effort(
  quantity: EffortQuantity,
  runsByInstance: ReadonlyMap<string, readonly RunFact[]>,
  options: ContrastOptions,
): EffortMeasure {
  const valuesOf = (arm: Arm) =>
    [...runsByInstance.values()].map((runs) =>
      runs.filter((run) => run.arm === arm && isMeasured(run)).map((run) => run[quantity]),
    );
  const values = { seed: valuesOf("seed"), sham: valuesOf("sham"), variant: valuesOf("variant") };
  const withStream = (name: string) => ({ ...options, random: options.random.fork(name) });
  const arms = ARMS.map((arm) => [arm, effortMean(values[arm], withStream(arm))]);
  const changes = CONTRASTS.map(({ id, baseline, changed }) => {
    return [id, effortChange(values[baseline], values[changed], withStream(id))];
  });
  return {
    arms: Object.fromEntries(arms) as EffortMeasure["arms"],
    changes: Object.fromEntries(changes) as EffortMeasure["changes"],
  };
}

type ValuesByInstance = readonly (readonly number[])[];

function effortMean(values: ValuesByInstance, options: ContrastOptions): EffortMean {
  const interval = stratifiedMeanBootstrap(values, options);
  if (interval.estimate === null) return { mean: null, reason: interval.reason };
  return {
    mean: interval.estimate,
    lower: interval.lower,
    upper: interval.upper,
    method: "run-level-bootstrap",
    confidence: interval.confidence,
    degenerate: interval.degenerate,
    instances: interval.strata,
    runs: values.flat().length,
  };
}

function effortChange(
  baseline: ValuesByInstance,
  changed: ValuesByInstance,
  options: ContrastOptions,
): EffortChange {
  const pairs = baseline.map((values, i) => ({ baseline: values, changed: changed[i] ?? [] }));
  const interval = runLevelBootstrap(pairs, options);
  if (interval.estimate === null) return { changePct: null, reason: interval.reason };
  return {
    changePct: 100 * interval.estimate,
    lowerPct: 100 * interval.lower,
    upperPct: 100 * interval.upper,
    biasPct: 100 * interval.bias,
    method: "run-level-bootstrap",
    confidence: interval.confidence,
    degenerate: interval.degenerate,
    instances: interval.strata,
    leftOut: interval.leftOut,
  };
}
