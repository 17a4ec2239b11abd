// One attempt of a run: provision, prepare, solve, extract. The agent sees the work tree and the
// prompt, nothing else. What it decided and what it left are kept whatever happened.
import { randomStream } from "../../core/random-stream.ts";
import type { Attempt, AttemptEnding, PlannedRun } from "../../core/run.ts";
import type { Trajectory } from "../../core/trajectory.ts";
import { LimitReached, recordedSession } from "../../agents/session.ts";
import type { RecordedSession } from "../../agents/session.ts";
import { extractPatches, placeTree } from "../../sandboxes/git.ts";
import type { Sandbox } from "../../sandboxes/sandbox.ts";
import { SandboxError } from "../../sandboxes/sandbox.ts";
import { describeError } from "../../core/errors.ts";
import type { LoadedInstance } from "./load-instance.ts";
import type { PreparedState } from "./prepare-state.ts";
import type { ConfiguredAgent, RunContext } from "./run-context.ts";

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
}

interface Solved {
  readonly ending: AttemptEnding;
  readonly conclusion: string;
  /** What was submitted where the work tree does not show it. */
  readonly handedIn?: Buffer;
}

/** Carries out one attempt. Faults of the environment come back as the ending `infra`. */
export async function attemptRun(
  context: RunContext,
  request: AttemptRequest,
): Promise<AttemptResult> {
  const { clock } = context;
  const startedAt = clock.now();
  const { run, number, candidate, agent, state } = request;
  let sandbox: Sandbox | null = null;
  let session: RecordedSession | null = null;
  let wallMs = 0;

  const result = (
    { ending, conclusion }: Solved,
    patches: Pick<Attempt, "patch" | "wholePatch">,
  ): AttemptResult => ({
    attempt: {
      runId: run.id,
      number,
      candidate,
      startedAt,
      finishedAt: clock.now(),
      ending,
      usage: {
        steps: session?.steps.length ?? 0,
        wallMs,
        inputTokens: null,
        outputTokens: null,
        costUsd: null,
      },
      isolation: sandbox?.isolation ?? null,
      stateDigest: state.facts.digest,
      ...patches,
    },
    trajectory: session?.trajectory(conclusion) ?? null,
  });

  try {
    const { backend, sandboxLimits: limits, agentLimits, signal } = context;
    sandbox = await backend.create({ label: `${run.id}-${number}`, limits });
    await placeTree(sandbox, state.committed);
    session = recordedSession({
      sandbox,
      limits: agentLimits,
      runId: run.id,
      agent: agent.name,
      clock,
      signal,
    });
    const began = clock.monotonicMs();
    const solved = await solve(context, request, session).finally(() => {
      // The agent's own time: making and clearing away its sandbox is not its doing.
      wallMs = clock.monotonicMs() - began;
    });
    const { handedIn } = solved;
    const patches =
      handedIn === undefined
        ? await extractPatches(sandbox, state.committed)
        : { patch: handedIn, wholePatch: handedIn };
    return result(solved, patches);
  } catch (error) {
    // An interrupted attempt is no failure of the environment.
    context.signal.throwIfAborted();
    if (!(error instanceof SandboxError)) throw error;
    const ending = { kind: "infra", code: error.code, evidence: error.message } as const;
    const nothing = Buffer.alloc(0);
    return result({ ending, conclusion: error.message }, { patch: nothing, wholePatch: nothing });
  } finally {
    await sandbox?.dispose();
  }
}

/** Lets the agent work until it decides or a limit decides for it. */
async function solve(
  context: RunContext,
  { run, agent, loaded }: AttemptRequest,
  session: RecordedSession,
): Promise<Solved> {
  const { instance, base } = loaded;
  try {
    const ending = await agent.agent.solve({
      problemStatement: instance.problem_statement,
      session,
      random: randomStream(context.seed, `run/${run.id}`),
      reference: agent.agent.needsReference
        ? { goldPatch: instance.patch, baseFile: (path) => base.get(path)?.bytes ?? null }
        : null,
      prediction: agent.predictions?.get(instance.instance_id) ?? null,
      settings: agent.settings,
    });
    if (ending.kind === "ambiguous") return { ending, conclusion: ending.evidence };
    if (ending.kind === "rejected") {
      const { patch, ...rejected } = ending;
      return { ending: rejected, conclusion: ending.evidence, handedIn: Buffer.from(patch) };
    }
    const { conclusion, ...decided } = ending;
    return { ending: decided, conclusion };
  } catch (error) {
    if (error instanceof LimitReached) {
      return { ending: { kind: "limit", which: error.which }, conclusion: error.message };
    }
    if (error instanceof SandboxError || context.signal.aborted) throw error;
    // A scaffold that breaks is our fault, not the model's answer.
    const evidence = describeError(error);
    return { ending: { kind: "infra", code: "agent-crashed", evidence }, conclusion: evidence };
  }
}
