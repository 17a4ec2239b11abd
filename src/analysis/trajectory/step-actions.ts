// A trajectory as the actions of its steps, and which of the files it wrote are scratch.
import { stepCount, type ToolEvent, type Trajectory } from "../../core/trajectory.ts";
import type { Action } from "./actions/action.ts";
import { toolActions, type AgentState } from "./actions/tool-actions.ts";

export interface Call {
  readonly event: ToolEvent;
  readonly actions: readonly Action[];
}

export interface StepActions {
  /** From 1. */
  readonly step: number;
  readonly calls: readonly Call[];
}

/** Where benchmarks and sandboxes keep the work tree. */
export const USUAL_ROOTS = ["/testbed", "/workspace", "/repo", "/app"] as const;

/** Scaffolds whose shell stays in the folder that `cd` went to. */
const KEEPS_FOLDER = /^(SWE-agent|claude|openhands)/i;

/** One entry a step, also for steps without a call. `workdir` is where the tree lay. */
export function stepActions(trajectory: Trajectory, workdir: string | null): StepActions[] {
  const own = workdir === null ? [] : [workdir.replace(/\/+$/, "")];
  const state: AgentState = {
    ...{ roots: [...own, ...USUAL_ROOTS], cwd: "", written: new Map<string, string>() },
    ...{ openFile: null, keepsFolder: KEEPS_FOLDER.test(trajectory.agent) },
  };
  const steps = Array.from({ length: stepCount(trajectory) }, (_, index) => ({
    step: index + 1,
    calls: [] as Call[],
  }));
  for (const event of trajectory.events) {
    if (event.role !== "tool") continue;
    // Calls before the first turn are none of the model's.
    steps[event.step - 1]?.calls.push({ event, actions: toolActions(event, state) });
  }
  return steps;
}

/**
 * Files that are no part of the work: written whole where nothing was before, outside the tree or
 * at its root, or deleted again later. Reproductions and backups are such files.
 */
export function scratchFiles(steps: readonly StepActions[]): ReadonlySet<string> {
  const actions = steps.flatMap(({ calls }) => calls.flatMap((call) => call.actions));
  const touched = new Set<string>();
  const written = new Set<string>();
  const deleted = new Set<string>();
  for (const { reads, edits, wholeWrites, deletes } of actions) {
    for (const path of reads) touched.add(path);
    for (const path of wholeWrites) if (!touched.has(path)) written.add(path);
    for (const path of [...edits, ...wholeWrites]) touched.add(path);
    for (const path of deletes) deleted.add(path);
  }
  const outside = [...touched].filter(isOutside);
  const isGone = (path: string) =>
    path.split("/").some((_, index, parts) => deleted.has(parts.slice(0, index + 1).join("/")));
  const scratch = [...written].filter((path) => !path.includes("/") || isGone(path));
  return new Set([...outside, ...scratch]);
}

function isOutside(path: string): boolean {
  return path.startsWith("/") || path.startsWith("~") || path.startsWith("..");
}
