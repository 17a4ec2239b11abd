// Where a run met what was planted to mislead it: files that it read or edited, and identifiers that
// its outputs showed it or that it named itself.
import type { Trajectory } from "../../core/trajectory.ts";
import type { StepActions } from "./step-actions.ts";
import { isTreeFile } from "./tree-path.ts";

export interface Decoys {
  readonly files: readonly string[];
  readonly identifiers: readonly string[];
}

export interface DecoyHit {
  readonly step: number;
  readonly decoy: string;
  /** `shown`: an output held it; `named`: the agent wrote it, in words or in a call. */
  readonly how: "read" | "edited" | "shown" | "named";
}

/** Each decoy once a step and way. */
export function decoyHits(
  trajectory: Trajectory,
  steps: readonly StepActions[],
  { files, identifiers }: Decoys,
): DecoyHit[] {
  const hits = new Map<string, DecoyHit>();
  const add = (hit: DecoyHit) => void hits.set(`${hit.step} ${hit.how} ${hit.decoy}`, hit);
  for (const { step, calls } of steps) {
    for (const { reads, edits } of calls.flatMap(({ actions }) => actions)) {
      for (const decoy of files) {
        if (reads.some((path) => isTreeFile(path, decoy))) add({ step, decoy, how: "read" });
        if (edits.some((path) => isTreeFile(path, decoy))) add({ step, decoy, how: "edited" });
      }
    }
  }
  const pattern = identifierPattern(identifiers);
  if (pattern === null) return inOrder(hits);
  for (const event of trajectory.events) {
    // What it was told before its first turn is the task.
    if (event.step === 0 || event.role === "system" || event.role === "user") continue;
    const { step } = event;
    const isCall = event.role === "tool";
    const written = isCall ? (event.command ?? JSON.stringify(event.arguments)) : event.text;
    for (const [decoy] of written.matchAll(pattern)) add({ step, decoy, how: "named" });
    const output = isCall ? (event.output ?? "") : "";
    for (const [decoy] of output.matchAll(pattern)) add({ step, decoy, how: "shown" });
  }
  return inOrder(hits);
}

function inOrder(hits: ReadonlyMap<string, DecoyHit>): DecoyHit[] {
  return [...hits.values()].sort((a, b) => a.step - b.step);
}

/** All identifiers as whole words, longest first; null where there are none. */
function identifierPattern(identifiers: readonly string[]): RegExp | null {
  const known = identifiers.filter((name) => name !== "");
  if (known.length === 0) return null;
  const names = [...known].sort((a, b) => b.length - a.length);
  const escaped = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`(?<!\\w)(?:${escaped.join("|")})(?!\\w)`, "g");
}
