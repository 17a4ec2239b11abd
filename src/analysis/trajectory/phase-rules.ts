// The phase of a step, by what it does and what came before. All rules are here; the first that
// holds decides. The phases are those of "A Jagged Frontier", appendix F; the rules are ours.
import { isTestFile } from "../../code/patch/index.ts";
import type { Action } from "./actions/action.ts";
import type { StepActions } from "./step-actions.ts";

export const PHASES = [
  ...(["localization", "debugging", "planning", "patching"] as const),
  ...(["validation", "recovery", "general"] as const),
];
export type Phase = (typeof PHASES)[number];

/** What a step does, and what was before it. */
interface Situation {
  readonly actions: readonly Action[];
  /** Edits of files that are work: neither scratch nor tests. */
  readonly sourceEdits: readonly string[];
  /** Whether the work was edited in a step before. */
  readonly hasEdited: boolean;
  /** Whether it reads nothing but files that were edited before. */
  readonly readsOwnWork: boolean;
  /** Whether the last run of tests or scripts failed, and nothing was edited since. */
  readonly afterFailure: boolean;
  readonly isLast: boolean;
}

interface Rule {
  readonly phase: Phase;
  readonly holds: (situation: Situation) => boolean;
}

const does =
  (...kinds: readonly Action["kind"][]) =>
  ({ actions }: Situation) =>
    actions.some(({ kind }) => kinds.includes(kind));

const isReversion = ({ kind, git }: Action) => kind === "undo" || git?.purpose === "reversion";
const isGitInspection = ({ git }: Action) => git?.purpose === "inspection";

const RULES: readonly Rule[] = [
  { phase: "general", holds: does("submit") },
  { phase: "recovery", holds: ({ actions }) => actions.some(isReversion) },
  { phase: "patching", holds: ({ sourceEdits }) => sourceEdits.length > 0 },
  // Writing a test or a script and running one is the same concern: seeing how the code behaves.
  { phase: "validation", holds: (now) => now.hasEdited && does("test", "run", "edit")(now) },
  { phase: "debugging", holds: does("test", "run", "edit") },
  { phase: "debugging", holds: (now) => now.afterFailure && does("read", "search")(now) },
  // Looking at one's own change.
  { phase: "validation", holds: (now) => now.hasEdited && now.actions.some(isGitInspection) },
  { phase: "validation", holds: ({ readsOwnWork }) => readsOwnWork },
  {
    phase: "localization",
    holds: (now) => does("read", "search", "list")(now) || now.actions.some(isGitInspection),
  },
  { phase: "planning", holds: does("plan") },
  { phase: "planning", holds: ({ actions, isLast }) => actions.length === 0 && !isLast },
  { phase: "general", holds: () => true },
];

/** The phase of each step, in order. */
export function phasesOf(
  steps: readonly StepActions[],
  scratch: ReadonlySet<string>,
): readonly Phase[] {
  let afterFailure = false;
  const edited = new Set<string>();
  return steps.map(({ calls }, index) => {
    const actions = calls.flatMap((call) => call.actions);
    const sourceEdits = actions.flatMap(({ edits }) => edits).filter(isWork(scratch));
    const isLast = index === steps.length - 1;
    const reads = actions.flatMap((action) => action.reads);
    const readsOwnWork = reads.length > 0 && reads.every((path) => edited.has(path));
    const before = { hasEdited: edited.size > 0, readsOwnWork, afterFailure };
    const now: Situation = { actions, sourceEdits, ...before, isLast };
    const { phase } = RULES.find(({ holds }) => holds(now)) ?? { phase: "general" as const };
    const results = actions.flatMap(({ test }) => test?.result ?? []);
    if (results.length > 0) afterFailure = results.includes("failed");
    else if (sourceEdits.length > 0) afterFailure = false;
    for (const path of sourceEdits) edited.add(path);
    return phase;
  });
}

/** Whether a file is work: no scratch, no test. */
export function isWork(scratch: ReadonlySet<string>): (path: string) => boolean {
  return (path) => path !== "" && !scratch.has(path) && !isTestFile(path);
}

/** Shannon entropy of the mix of phases, in bits: 0 where all steps are of one phase. */
export function phaseEntropyBits(phases: readonly Phase[]): number {
  const counts = PHASES.map((phase) => phases.filter((other) => other === phase).length);
  const shares = counts.filter((count) => count > 0).map((count) => count / phases.length);
  return shares.reduce((sum, share) => sum - share * Math.log2(share), 0);
}
