// Whether one variant is what it claims: its log gives its bytes again, its files are Python to our
// parser, to the syntax gate and to the target's own compiler, and, where there are tests, they end
// as they do on the seed. What fails is reduced to the rewrite that did it.
import type { EngineFaultCase } from "../../core/engine-fault.ts";
import { PlumblineError } from "../../core/errors.ts";
import { applyChanges } from "../../core/file-tree.ts";
import type { FileTree, TreeChanges, TreeFile } from "../../core/file-tree.ts";
import type { TestResult } from "../../core/run.ts";
import { treeDigest } from "../../core/tree-digest.ts";
import type { VariantLog } from "../../core/variant-log.ts";
import { loadFile, replay } from "../../code/spt/index.ts";
import { gate } from "../../code/syntax/python/gate.ts";
import type { ProbeObservation } from "../../store/probe-store.ts";
import { describeTests } from "../conditions/condition.ts";
import { compileGate } from "../verify/compile-gate.ts";
import { behaviourFault, compileFaults } from "./find-fault.ts";
import type { FaultContext, FaultRequest } from "./find-fault.ts";
import { inSandbox, rewrittenFiles } from "./prepare-state.ts";
import { PLAIN_SETTING } from "./setting.ts";

export interface VariantToCheck {
  readonly name: string;
  readonly seed: FileTree;
  readonly log: VariantLog;
  /** The variant as it is, or the digest that it had. */
  readonly found: FileTree | string;
}

/** How the tests of a tree end: those that are not as they must be. */
export interface VariantTests {
  readonly nullRun: TreeProbe;
  /** With the gold patch carried onto it; null where there is none. */
  readonly gold: TreeProbe | null;
}

export type TreeProbe = (changes: TreeChanges) => Promise<ProbeObservation>;

export interface CheckResult {
  readonly check: "replay" | "parse" | "compile" | "null-run" | "gold";
  readonly result: "ok" | "failed" | "not-checked";
  /** What failed, or why it was not checked; a remark where all is well. */
  readonly detail: string;
}

export interface VariantCheck {
  readonly name: string;
  readonly valid: boolean;
  readonly checks: readonly CheckResult[];
  readonly faults: readonly EngineFaultCase[];
}

/** Checks one variant. Tests are not run on a variant that does not compile. */
export async function checkVariant(
  context: FaultContext,
  variant: VariantToCheck,
  tests: VariantTests | null,
): Promise<VariantCheck> {
  const { seed, log, name, found } = variant;
  const key = { instanceId: name, condition: "check" };
  const setting = PLAIN_SETTING;
  const request: FaultRequest = { key, base: seed, log, setting };
  const checks: CheckResult[] = [];
  const faults: EngineFaultCase[] = [];

  const replayed = replayCheck(variant);
  checks.push(replayed.check);
  const changes = typeof found === "string" ? replayed.changes : changesFrom(seed, found);
  if (changes === null) return { name, valid: false, checks, faults };

  const files = rewrittenFiles(seed, changes);
  checks.push(parseCheck(files));
  const compiled = await inSandbox(context, key, setting, (box) =>
    compileGate(box, files, context.signal),
  );
  if (compiled.kind === "unchecked") {
    checks.push({ check: "compile", result: "not-checked", detail: compiled.reason });
  } else {
    const { broken, python } = compiled;
    const what = broken.map(({ path, message }) => `${path}: ${message}`).join("; ");
    const result = broken.length === 0 ? "ok" : "failed";
    checks.push({ check: "compile", result, detail: what === "" ? `Python ${python}` : what });
    faults.push(...(await compileFaults(context, request, compiled)));
  }
  const isPython = checks.slice(1).every(({ result }) => result !== "failed");
  if (tests !== null && isPython) {
    for (const [check, probe] of [
      ["null-run", tests.nullRun],
      ["gold", tests.gold],
    ] as const) {
      if (probe === null) continue;
      const seen = await probe(changes);
      checks.push(testCheck(check, seen));
      if (seen.kind !== "tests" || seen.unmet.length === 0) continue;
      faults.push(...(await testFaults(context, request, check, seen.unmet, probe)));
      break;
    }
  }
  return { name, valid: checks.every(({ result }) => result !== "failed"), checks, faults };
}

function replayCheck({ seed, log, found }: VariantToCheck): {
  readonly check: CheckResult;
  readonly changes: TreeChanges | null;
} {
  const say = (result: CheckResult["result"], detail: string): CheckResult => ({
    ...{ check: "replay", result, detail },
  });
  try {
    const changes = replay(seed, log);
    const made = applyChanges(seed, changes);
    const size = `${log.rewrites.length} rewrites`;
    if (typeof found === "string") {
      const isSame = treeDigest(made) === found;
      const detail = isSame ? size : "the log does not give the tree that was judged";
      return { check: say(isSame ? "ok" : "failed", detail), changes };
    }
    const wrong = [...changesFrom(made, found).keys()];
    const more = wrong.length > 1 ? ` and ${wrong.length - 1} more files` : "";
    const detail = `the log does not give ${wrong[0] ?? ""}${more}`;
    return { check: wrong.length === 0 ? say("ok", size) : say("failed", detail), changes };
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return { check: say("failed", error.message), changes: null };
  }
}

/** What turns one tree into another. */
function changesFrom(before: FileTree, after: FileTree): TreeChanges {
  const changes = new Map([...after].filter(([path, file]) => !isSame(before.get(path), file)));
  const gone = [...before.keys()].filter((path) => !after.has(path));
  return new Map([...changes, ...gone.map((path) => [path, null] as const)]);
}

function isSame(before: TreeFile | undefined, after: TreeFile): boolean {
  if (before?.mode !== after.mode) return false;
  return Buffer.compare(before.bytes, after.bytes) === 0;
}

/** By our own parser and by the gate; what they did not take before is no fault. */
function parseCheck(files: ReturnType<typeof rewrittenFiles>): CheckResult {
  const problems = files.flatMap(({ path, before, after }) => {
    const problem = problemOf(after);
    return problem === null || problemOf(before) !== null ? [] : [`${path}: ${problem}`];
  });
  const result = problems.length === 0 ? "ok" : "failed";
  const detail = problems.length === 0 ? `${files.length} files` : problems.join("; ");
  return { check: "parse", result, detail };
}

function problemOf(bytes: Uint8Array): string | null {
  const file = loadFile(bytes);
  return file.ok ? gate(file.source.text) : file.reason;
}

function testCheck(check: "null-run" | "gold", seen: ProbeObservation): CheckResult {
  if (seen.kind === "no-merge") {
    const [line = ""] = seen.evidence.split("\n", 1);
    return { check, result: "not-checked", detail: `the gold patch does not merge: ${line}` };
  }
  const isOk = seen.unmet.length === 0;
  return { check, result: isOk ? "ok" : "failed", detail: isOk ? "" : describeTests(seen.unmet) };
}

async function testFaults(
  context: FaultContext,
  request: FaultRequest,
  gateName: "null-run" | "gold",
  unmet: readonly TestResult[],
  probe: TreeProbe,
): Promise<EngineFaultCase[]> {
  const symptom = { gate: gateName, message: describeTests(unmet), failing: [...unmet] };
  const fault = await behaviourFault(context, request, symptom, probe);
  return fault === null ? [] : [fault];
}
