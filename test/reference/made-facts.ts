// Facts of a made-up study, for tests: one letter a run, R resolved, U unresolved, E empty, L limit,
// I infra, A ambiguous.
import type { Outcome } from "../../src/core/outcome.ts";
import { ARMS, type Arm, type RobustnessFacts, type RunFact } from "../../src/analysis/run-fact.ts";

export type MadeInstance = Readonly<Record<Arm, string>> & {
  /** Steps of an arm's runs, alike or one by one; 10 where not given. A step takes 100 ms. */
  readonly steps?: Readonly<Record<Arm, number | readonly number[]>>;
};

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  R: { kind: "resolved" },
  U: { kind: "unresolved" },
  E: { kind: "empty" },
  L: { kind: "limit", which: "steps" },
  I: { kind: "infra", code: "sandbox-died", evidence: "made" },
  A: { kind: "ambiguous", code: "tests-timed-out", evidence: "made" },
};

export function madeFacts(
  instances: Readonly<Record<string, MadeInstance>>,
  configuration = "mender",
): RobustnessFacts {
  const runs = Object.entries(instances).flatMap(([instanceId, made]) =>
    ARMS.flatMap((arm) => madeRuns(configuration, instanceId, arm, made)),
  );
  const variants = Object.entries(instances).flatMap(([instanceId, { variant }]) =>
    Array.from(variant, (_, i) => ({
      instanceId,
      conditionId: `variant-${i + 1}`,
      filesChanged: i + 1,
      linesChanged: 10 * (i + 1),
      goldFilesChanged: 1,
      unchanged: false,
      rejected: 0,
    })),
  );
  return { runs, variants, ineligible: [] };
}

function madeRuns(
  configuration: string,
  instanceId: string,
  arm: Arm,
  made: MadeInstance,
): RunFact[] {
  return Array.from(made[arm], (letter, i) => {
    const outcome = OUTCOMES[letter];
    if (outcome === undefined) throw new RangeError(`No outcome is written "${letter}".`);
    const conditionId = arm === "seed" ? "seed" : `${arm}-${i + 1}`;
    const replicate = arm === "seed" ? i + 1 : 1;
    const given = made.steps?.[arm] ?? 10;
    const steps = typeof given === "number" ? given : (given[i] ?? 10);
    return {
      runId: `made:${instanceId}:${conditionId}:${configuration}:${replicate}`,
      configuration,
      benchmark: "made",
      instanceId,
      arm,
      conditionId,
      replicate,
      outcome,
      steps,
      wallMs: 100 * steps,
    };
  });
}
