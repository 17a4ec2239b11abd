// From a state that is not what it claims to the rewrite that did it: an engine fault with its
// minimal case. Parts of the state are made and tested; none of them is ever given to an agent.
import type { EngineFaultCase } from "../../core/engine-fault.ts";
import { PlumblineError } from "../../core/errors.ts";
import type { FileTree, TreeChanges } from "../../core/file-tree.ts";
import type { LoggedRewrite, VariantLog } from "../../core/variant-log.ts";
import { reduceVariant } from "../../code/spt/index.ts";
import { SandboxError } from "../../sandboxes/sandbox.ts";
import type { StateKey } from "../../store/state-store.ts";
import type { ProbeObservation } from "../../store/probe-store.ts";
import { compileGate } from "../verify/compile-gate.ts";
import type { CompileCheck } from "../verify/compile-gate.ts";
import { inSandbox, rewrittenFiles } from "./prepare-state.ts";
import type { RunContext } from "./run-context.ts";
import type { Setting } from "./setting.ts";

/** What looking into a fault needs of a study. */
export type FaultContext = Pick<
  RunContext,
  "backend" | "sandboxLimits" | "retries" | "reduceTests" | "signal"
>;

export interface FaultRequest {
  readonly key: Pick<StateKey, "instanceId" | "condition">;
  readonly base: FileTree;
  readonly log: VariantLog;
  readonly setting: Setting;
}

/** What is wrong with a state as a whole. */
export type Symptom = Pick<EngineFaultCase, "gate" | "message" | "failing">;

/** One fault for each file that the target's Python no longer compiles. */
export async function compileFaults(
  context: FaultContext,
  request: FaultRequest,
  compile: CompileCheck | null,
): Promise<EngineFaultCase[]> {
  const broken = compile?.kind === "compiled" ? compile.broken : [];
  if (broken.length === 0) return [];
  const { key, base, log, setting } = request;
  return inSandbox(context, key, setting, async (sandbox) => {
    const faults: EngineFaultCase[] = [];
    for (const { path, message } of broken) {
      const rewrites = log.rewrites.filter(({ file }) => file === path);
      const symptom: Symptom = { gate: "compile", message: `${path}: ${message}`, failing: [] };
      const reduced = await reduce(context, request, symptom, rewrites, async (changes) => {
        const files = rewrittenFiles(base, changes);
        const check = await compileGate(sandbox, files, context.signal);
        return check.kind === "compiled" && check.broken.length > 0;
      });
      faults.push(reduced);
    }
    return faults;
  });
}

/** The fault behind failing tests; null where the untouched tree fails them as well. */
export async function behaviourFault(
  context: FaultContext,
  request: FaultRequest,
  symptom: Symptom,
  probe: (changes: TreeChanges) => Promise<ProbeObservation>,
): Promise<EngineFaultCase | null> {
  const wanted = new Set(symptom.failing.map(({ test }) => test));
  const fails = async (changes: TreeChanges): Promise<boolean> => {
    const seen = await probe(changes);
    return seen.kind === "tests" && seen.unmet.some(({ test }) => wanted.has(test));
  };
  try {
    if (await fails(new Map())) return null;
  } catch (error) {
    return unreduced(context, request, symptom, error);
  }
  return reduce(context, request, symptom, request.log.rewrites, fails);
}

/** Files that the syntax gate left as they were, because their rewrite was no Python. */
export function syntaxFaults(log: VariantLog): EngineFaultCase[] {
  return log.faults.map(({ transformation, file, sites, message }) => ({
    ...bare(log, { gate: "syntax", message: `sites ${sites.join(", ")}: ${message}`, failing: [] }),
    transformation,
    file,
  }));
}

async function reduce(
  faultContext: FaultContext,
  request: FaultRequest,
  symptom: Symptom,
  rewrites: readonly LoggedRewrite[],
  fails: (changes: TreeChanges) => Promise<boolean>,
): Promise<EngineFaultCase> {
  const { base, log } = request;
  const limit = faultContext.reduceTests;
  let trees = 0;
  const counted = (changes: TreeChanges) => {
    trees++;
    return fails(changes);
  };
  try {
    const {
      culprits,
      context: before,
      replayable,
    } = await reduceVariant(base, rewrites, counted, limit);
    if (culprits.length > 1 && trees >= limit) {
      const why = `${limit} trees were not enough`;
      const context = [...before, ...culprits];
      return { ...bare(log, symptom), context, minimal: [...replayable], trees, unreduced: why };
    }
    return {
      ...bare(log, symptom),
      transformation: distinct(culprits.map(({ transformation }) => transformation)),
      file: distinct(culprits.map(({ file }) => file)),
      culprits: [...culprits],
      context: [...before],
      minimal: [...replayable],
      trees,
    };
  } catch (error) {
    return unreduced(faultContext, request, symptom, error);
  }
}

/** A fault is worth keeping also where what looks into it fails. */
function unreduced(
  context: FaultContext,
  { log }: FaultRequest,
  symptom: Symptom,
  error: unknown,
): EngineFaultCase {
  context.signal.throwIfAborted();
  const isOurs = error instanceof PlumblineError && error.code === "replay-mismatch";
  if (!(error instanceof SandboxError) && !isOurs) throw error;
  return { ...bare(log, symptom), unreduced: error.message };
}

function bare({ seed, stream }: VariantLog, symptom: Symptom): EngineFaultCase {
  return {
    ...{ ...symptom, transformation: null, file: null, culprits: [], context: [] },
    minimal: [],
    ...{ seed, stream, trees: 0, unreduced: null },
  };
}

function distinct(names: readonly string[]): string {
  return [...new Set(names)].join(" + ");
}
