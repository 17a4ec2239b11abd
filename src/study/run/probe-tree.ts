// What a tree shows that is made only to be tested: part of a rejected state, or a state with the
// gold patch carried onto it. No run of the plan: its observations are kept by content.
import { applyChanges } from "../../core/file-tree.ts";
import type { TreeChanges } from "../../core/file-tree.ts";
import type { Attempt, PlannedRun, TestResult } from "../../core/run.ts";
import { treeDigest } from "../../core/tree-digest.ts";
import { SandboxError } from "../../sandboxes/sandbox.ts";
import { addProbe, probeOf } from "../../store/probe-store.ts";
import type { ProbeObservation } from "../../store/probe-store.ts";
import type { StateKey } from "../../store/state-store.ts";
import type { Expectation } from "../conditions/condition.ts";
import { unmetIn, unmetInAll } from "../verify/null-run-verdict.ts";
import { attemptRun } from "./attempt-run.ts";
import { gradeRun } from "./grade-run.ts";
import type { LoadedInstance } from "./load-instance.ts";
import { prepareState } from "./prepare-state.ts";
import type { PreparedState } from "./prepare-state.ts";
import type { RunContext } from "./run-context.ts";
import { conditionOf } from "./run-context.ts";

export interface ProbeRequest {
  readonly key: StateKey;
  readonly loaded: LoadedInstance;
  readonly changes: TreeChanges;
  /** Without a patch a tree is what its null run sees; with gold, every test must pass. */
  readonly patch: "none" | "gold";
}

const ALL_PASS: Expectation = { failToPass: "pass", passToPass: "pass" };

/**
 * The tests that are not what they must be in each of the study's null runs, or why the patch can't
 * be carried. Throws a SandboxError where the environment fails again and again.
 */
export async function probeTree(
  context: RunContext,
  request: ProbeRequest,
): Promise<ProbeObservation> {
  const { key, loaded, changes, patch } = request;
  const { benchmark, instanceId } = key;
  const digest = treeDigest(applyChanges(loaded.base, changes));
  const unmet: (readonly TestResult[])[] = [];
  let state: PreparedState | null = null;
  for (let number = 1; number <= context.nullRuns; number++) {
    const id = { benchmark, instanceId, digest, patch, number };
    let seen = probeOf(context.db, id);
    if (seen === null) {
      state ??= await prepareState(context, key, loaded, { changes, log: null });
      seen = await observe(context, request, state);
      addProbe(context.db, id, seen, context.clock.now());
    }
    if (seen.kind === "no-merge") return seen;
    unmet.push(seen.unmet);
    if (unmetInAll(unmet).length === 0) break;
  }
  return { kind: "tests", unmet: unmetInAll(unmet) };
}

async function observe(
  context: RunContext,
  { key, loaded, patch }: ProbeRequest,
  state: PreparedState,
): Promise<ProbeObservation> {
  const run: PlannedRun = {
    ...{ id: `${key.instanceId}-${key.condition}-probe`, purpose: "verify", ...key },
    ...{ agent: "probe", replicate: 1, needs: [] },
  };
  const expectation =
    patch === "gold" ? ALL_PASS : conditionOf(context, key.condition).condition.before;
  let evidence = "";
  for (let failures = 0; failures <= context.retries; failures++) {
    context.signal.throwIfAborted();
    const carried = patch === "gold" ? await carryGold(context, run, loaded, state) : NOTHING;
    if (carried.kind === "no-merge") return carried;
    if (carried.kind === "infra") {
      evidence = carried.evidence;
      continue;
    }
    const attempt = { number: 1, patch: carried.patch };
    const { grade } = await gradeRun(context, { run, attempt, number: 1, loaded, state });
    if (grade.observation.kind !== "infra") {
      return { kind: "tests", unmet: unmetIn(expectation, grade) };
    }
    evidence = grade.observation.evidence;
  }
  throw new SandboxError("probe-failed", `A tree could not be tested: ${evidence}`);
}

type Carried =
  | { readonly kind: "patch"; readonly patch: Uint8Array }
  | { readonly kind: "no-merge"; readonly evidence: string }
  | { readonly kind: "infra"; readonly evidence: string };

const NOTHING: Carried = { kind: "patch", patch: Buffer.alloc(0) };

/** The gold patch as it is on this state, by a three-way merge. */
async function carryGold(
  context: RunContext,
  run: PlannedRun,
  loaded: LoadedInstance,
  state: PreparedState,
): Promise<Carried> {
  const agent = { name: "gold", agent: context.goldAgent, settings: {}, model: null, mounts: [] };
  const request = { run, number: 1, candidate: 1, agent, loaded, state };
  const { attempt } = await attemptRun(context, request);
  return carriedBy(attempt);
}

function carriedBy({ ending, patch }: Attempt): Carried {
  switch (ending.kind) {
    case "finished":
      return { kind: "patch", patch };
    case "limit":
      return { kind: "no-merge", evidence: `the limit of ${ending.which} was reached` };
    case "ambiguous":
    case "rejected":
      return { kind: "no-merge", evidence: ending.evidence };
    case "infra":
      return { kind: "infra", evidence: ending.evidence };
  }
}
