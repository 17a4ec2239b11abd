// One attempt of a run: provision, prepare, solve, extract. The agent sees the work tree and the
// prompt, nothing else. What it decided and what it left are kept whatever happened.
import { applyChanges } from "../../core/file-tree.ts";
import { LimitReached } from "../../core/limit-reached.ts";
import { randomStream } from "../../core/random-stream.ts";
import type { Attempt, AttemptEnding, PlannedRun } from "../../core/run.ts";
import type { Trajectory } from "../../core/trajectory.ts";
import type { ScratchFile } from "../../code/patch/index.ts";
import { recordedSession } from "../../agents/session.ts";
import type { RecordedSession } from "../../agents/session.ts";
import type { AttemptGateway } from "../../llm/gateway.ts";
import { ModelRefused, ModelUnavailable } from "../../llm/model-source.ts";
import { NotKept } from "../../llm/not-kept.ts";
import { extractPatches } from "../../sandboxes/git.ts";
import type { ExtractedPatches } from "../../sandboxes/git.ts";
import { SandboxError } from "../../sandboxes/sandbox.ts";
import { describeError } from "../../core/errors.ts";
import { guardedStatement } from "../conditions/guard.ts";
import { attemptDeadline } from "./attempt-deadline.ts";
import { accessOf, modelUsage, modelUse, openAttemptModel } from "./attempt-model.ts";
import type { LoadedInstance } from "./load-instance.ts";
import type { OpenState } from "./open-state.ts";
import { openState } from "./open-state.ts";
import type { PreparedState } from "./prepare-state.ts";
import type { ConfiguredAgent, RunContext } from "./run-context.ts";
import { conditionOf } from "./run-context.ts";
import { settingFor } from "./setting.ts";
import { splitScratch } from "./split-scratch.ts";

export interface AttemptRequest {
  readonly run: PlannedRun;
  readonly number: number;
  readonly candidate: number;
  readonly agent: ConfiguredAgent;
  readonly loaded: LoadedInstance;
  readonly state: PreparedState;
}

export interface AttemptResult {
  readonly attempt: Attempt;
  readonly trajectory: Trajectory | null;
  /** What its patch has of scratch files, and the patch in its other form; null where it has none. */
  readonly scratch: KeptScratch | null;
}

export interface KeptScratch {
  readonly files: readonly ScratchFile[];
  readonly otherPatch: Buffer;
}

interface Solved {
  readonly ending: AttemptEnding;
  readonly conclusion: string;
  readonly exitStatus?: string;
  /** What was submitted where the work tree does not show it. */
  readonly handedIn?: Buffer;
}

/** What one attempt has opened. */
interface Working {
  readonly session: RecordedSession;
  readonly gate: AttemptGateway | null;
  /** Where the sandbox reaches the gateway. */
  readonly address: string | null;
}

type Left = Pick<Attempt, "patch" | "wholePatch" | "reverted"> & Pick<AttemptResult, "scratch">;

const NOTHING: Left = {
  ...{ patch: Buffer.alloc(0), wholePatch: Buffer.alloc(0) },
  ...{ reverted: false, scratch: null },
};

/** Carries out one attempt. Faults of the environment come back as the ending `infra`. */
export async function attemptRun(
  context: RunContext,
  request: AttemptRequest,
): Promise<AttemptResult> {
  const { clock } = context;
  const startedAt = clock.now();
  const { run, number, candidate, agent, state } = request;
  let opened: OpenState | null = null;
  let session: RecordedSession | null = null;
  let wallMs = 0;
  const deadline = attemptDeadline(clock, context.agentLimits.wallMs);
  const signal = AbortSignal.any([context.signal, deadline.signal]);
  const gate = await openAttemptModel(context, run, number, agent, signal);

  const result = (solved: Solved, { scratch, ...left }: Left): AttemptResult => ({
    attempt: {
      runId: run.id,
      number,
      candidate,
      startedAt,
      finishedAt: clock.now(),
      ending: solved.ending,
      usage: { steps: session?.steps ?? 0, wallMs, ...modelUsage(gate) },
      model: gate === null ? null : modelUse(gate, context.models?.replayFrom != null),
      isolation: opened?.isolation ?? null,
      stateDigest: state.facts.digest,
      materials: [...state.materials],
      ...left,
    },
    trajectory: session === null ? null : trajectoryOf(request, session, gate, solved),
    scratch,
  });

  try {
    const door = agent.agent.runsInside === true ? (gate?.socket ?? null) : null;
    const setting = settingFor(request.loaded.setting, agent.mounts, door);
    opened = await openState(context, `${run.id}-${number}`, state.committed, setting);
    const { sandbox, artefacts } = opened;
    const waitedMs = () => gate?.run.waitedMs ?? 0;
    session = recordedSession({
      sandbox,
      limits: context.agentLimits,
      clock,
      signal: gate === null ? context.signal : AbortSignal.any([signal, gate.run.signal]),
      ...(gate === null ? {} : { modelSteps: () => gate.run.consumed.steps, waitedMs }),
      gateway: sandbox.reachAddress,
    });
    // Also while the model thinks: nothing else would end the wait for it.
    deadline.begin(waitedMs);
    const working = { session, gate, address: sandbox.reachAddress };
    const solved = await solve(context, request, working).finally(async () => {
      // The agent's own time: making and clearing away its sandbox is not its doing.
      wallMs = deadline.end();
      await gate?.run.end();
    });
    const { handedIn } = solved;
    // What can't be applied may be no patch at all.
    if (handedIn !== undefined) {
      return result(solved, { ...NOTHING, patch: handedIn, wholePatch: handedIn });
    }
    const left = await extractPatches(sandbox, state.committed, artefacts);
    return result(solved, withScratch(context, request, left));
  } catch (error) {
    // An interrupted attempt is no failure of the environment.
    context.signal.throwIfAborted();
    if (!(error instanceof SandboxError)) throw error;
    const ending = { kind: "infra", code: error.code, evidence: error.message } as const;
    return result({ ending, conclusion: error.message }, NOTHING);
  } finally {
    await opened?.sandbox.dispose();
    await gate?.close();
  }
}

/** Both forms of the patch: the one that the study grades, and the other. */
function withScratch(
  { keepScratch }: Pick<RunContext, "keepScratch">,
  { loaded, state }: AttemptRequest,
  left: ExtractedPatches,
): Left {
  const split = splitScratch(left.patch, applyChanges(loaded.base, state.proposed.changes));
  if (split === null) return { ...left, scratch: null };
  const trimmed = split.without(left.patch);
  if (keepScratch) return { ...left, scratch: { files: split.files, otherPatch: trimmed } };
  return {
    ...left,
    ...{ patch: trimmed, wholePatch: split.without(left.wholePatch) },
    scratch: { files: split.files, otherPatch: left.patch },
  };
}

function trajectoryOf(
  { run, agent }: AttemptRequest,
  session: RecordedSession,
  gate: AttemptGateway | null,
  { conclusion, exitStatus }: Solved,
): Trajectory {
  // A program of its own says nothing to us: what it does is what it tells its model.
  const { events } = session.events.length === 0 && gate !== null ? gate.run : session;
  return {
    schemaVersion: 2,
    runId: run.id,
    instanceId: run.instanceId,
    agent: agent.name,
    model: gate?.model.id ?? null,
    events: [...events],
    exitStatus: exitStatus ?? null,
    submission: null,
    conclusion,
    reported: null,
    truncated: null,
  };
}

/** Lets the agent work until it decides or a limit decides for it. */
async function solve(
  context: RunContext,
  request: AttemptRequest,
  working: Working,
): Promise<Solved> {
  const { gate } = working;
  try {
    const solved = await work(context, request, working);
    // A program may take the gateway's refusal for the end, and end well.
    gate?.run.signal.throwIfAborted();
    return solved;
  } catch (thrown) {
    context.signal.throwIfAborted();
    const error: unknown = gate?.run.signal.aborted === true ? gate.run.signal.reason : thrown;
    if (error instanceof LimitReached) {
      return { ending: { kind: "limit", which: error.which }, conclusion: error.message };
    }
    if (error instanceof SandboxError || error instanceof NotKept) throw error;
    const evidence = describeError(error);
    const isOfModel = error instanceof ModelUnavailable || error instanceof ModelRefused;
    // Otherwise a scaffold broke, which is our fault, not the model's answer.
    const code = isOfModel ? error.code : "agent-crashed";
    return { ending: { kind: "infra", code, evidence }, conclusion: evidence };
  }
}

async function work(
  context: RunContext,
  { run, agent, loaded }: AttemptRequest,
  { session, gate, address }: Working,
): Promise<Solved> {
  const { instance, base } = loaded;
  const { guard } = conditionOf(context, run.condition);
  const ending = await agent.agent.solve({
    problemStatement: guardedStatement(instance.problem_statement, guard),
    session,
    random: randomStream(context.seed, `run/${run.id}`),
    reference: agent.agent.needsReference
      ? { goldPatch: instance.patch, baseFile: (path) => base.get(path)?.bytes ?? null }
      : null,
    prediction: agent.predictions?.get(instance.instance_id) ?? null,
    model: gate === null ? null : accessOf(gate, address),
    settings: agent.settings,
  });
  switch (ending.kind) {
    case "ambiguous":
      return { ending, conclusion: ending.evidence };
    case "rejected": {
      const { patch, ...rejected } = ending;
      return { ending: rejected, conclusion: ending.evidence, handedIn: Buffer.from(patch) };
    }
    case "finished": {
      const { conclusion, exitStatus, ...decided } = ending;
      return { ending: decided, conclusion, ...(exitStatus === undefined ? {} : { exitStatus }) };
    }
  }
}
