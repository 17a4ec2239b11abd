// One comparison of two arms over the instances of a configuration: the mean degradation with both of
// its intervals, and a row an instance. Runs are measured runs.
import type { RandomStream } from "../core/random-stream.ts";
import {
  fixedPopulationBootstrap,
  moverInterval,
  type MissingReason,
  type Proportion,
} from "../stats/index.ts";
import type { ContrastDefinition, ContrastId } from "./contrast-definitions.ts";
import {
  instanceContrast,
  type InstanceContrast,
  type LeftOutReason,
} from "./instance-contrast.ts";
import { isMeasured } from "./is-measured.ts";
import type { Arm, RunFact } from "./run-fact.ts";
import { verdict, type Verdict } from "./verdict.ts";

export interface Contrast {
  readonly id: ContrastId;
  readonly baseline: Arm;
  readonly changed: Arm;
  readonly degradation: Degradation;
  readonly verdict: Verdict;
  readonly instances: {
    /** In the mean. */
    readonly used: number;
    readonly leftOut: readonly { readonly instanceId: string; readonly reason: LeftOutReason }[];
  };
  /** Measured runs of the instances in the mean. */
  readonly runs: { readonly baseline: number; readonly changed: number };
  readonly perInstance: readonly InstanceContrast[];
}

/** Mean over instances of the baseline's rate minus the changed arm's, in percentage points. */
export type Degradation =
  | {
      readonly meanPp: number;
      readonly confidence: number;
      readonly bootstrap: {
        readonly method: "fixed-population-bootstrap";
        readonly lowerPp: number;
        readonly upperPp: number;
        readonly resamples: number;
        readonly degenerate: boolean;
      };
      readonly mover: {
        readonly method: "mover";
        readonly lowerPp: number;
        readonly upperPp: number;
      };
    }
  | { readonly meanPp: null; readonly reason: MissingReason };

export interface ContrastOptions {
  readonly random: RandomStream;
  readonly resamples: number;
  readonly confidence: number;
}

export function contrast(
  { id, baseline, changed }: ContrastDefinition,
  runsByInstance: ReadonlyMap<string, readonly RunFact[]>,
  options: ContrastOptions,
): Contrast {
  const cells = [...runsByInstance].map(([instanceId, runs]) => {
    return { instanceId, first: resolvedOf(runs, baseline), second: resolvedOf(runs, changed) };
  });
  const perInstance = cells.map(({ instanceId, first, second }) =>
    instanceContrast(instanceId, first, second, options.confidence),
  );
  const used = perInstance.filter(({ degradationPp }) => degradationPp !== null);
  const leftOut = perInstance.flatMap((row) =>
    row.degradationPp === null ? [{ instanceId: row.instanceId, reason: row.reason }] : [],
  );
  const degradation = degradationOf(cells, options);
  return {
    id,
    baseline,
    changed,
    degradation,
    verdict:
      degradation.meanPp === null
        ? "not-estimable"
        : verdict(degradation.mover, degradation.bootstrap),
    instances: { used: used.length, leftOut },
    runs: {
      baseline: used.reduce((n, row) => n + row.baseline.n, 0),
      changed: used.reduce((n, row) => n + row.changed.n, 0),
    },
    perInstance,
  };
}

function resolvedOf(runs: readonly RunFact[], arm: Arm): Proportion {
  const measured = runs.filter((run) => run.arm === arm && isMeasured(run));
  const successes = measured.filter(({ outcome }) => outcome.kind === "resolved").length;
  return { successes, n: measured.length };
}

function degradationOf(
  cells: readonly { readonly first: Proportion; readonly second: Proportion }[],
  { random, resamples, confidence }: ContrastOptions,
): Degradation {
  const bootstrap = fixedPopulationBootstrap(cells, { random, resamples, confidence });
  const mover = moverInterval(cells, confidence);
  if (bootstrap.estimate === null) return { meanPp: null, reason: bootstrap.reason };
  if (mover.estimate === null) return { meanPp: null, reason: mover.reason };
  return {
    meanPp: 100 * bootstrap.estimate,
    confidence,
    bootstrap: {
      method: "fixed-population-bootstrap",
      lowerPp: 100 * bootstrap.lower,
      upperPp: 100 * bootstrap.upper,
      resamples,
      degenerate: bootstrap.degenerate,
    },
    mover: { method: "mover", lowerPp: 100 * mover.lower, upperPp: 100 * mover.upper },
  };
}
