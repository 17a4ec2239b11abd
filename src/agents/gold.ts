// Applies the gold patch the way a maintainer would carry it to another branch: three-way, onto
// whatever the condition made of the tree. Its runs show that a prepared state can still be solved.
// All merges are made in scratch before the first file changes, so a conflict leaves the tree as
// it was.
import { z } from "zod";
import { SandboxError } from "../sandboxes/sandbox.ts";
import type { AgentEnding, AgentTask } from "./agent.ts";
import { defineAgent } from "./agent.ts";
import type { FileMerge } from "./gold-merges.ts";
import { goldMerges } from "./gold-merges.ts";
import { INSTALL, PREPARE } from "./gold-scripts.ts";
import type { AgentSession, CommandResult } from "./session.ts";

export const gold = defineAgent({
  id: "gold",
  summary: "Merges the gold patch three-way onto the tree; abstains where it is already in.",
  needsReference: true,
  parseSettings: (settings) => z.strictObject({}).parse(settings),
  solve,
});

async function solve({ session, reference }: AgentTask): Promise<AgentEnding> {
  if (reference === null) throw new Error("The gold agent was started without its reference.");
  const changing: [merge: FileMerge, folder: string][] = [];
  for (const [i, merge] of goldMerges(reference).entries()) {
    const folder = `${session.scratch}/gold-${i + 1}`;
    const verdict = await prepare(session, merge, folder);
    if (verdict.kind === "conflict") {
      return { kind: "ambiguous", code: "gold-conflict", evidence: verdict.evidence };
    }
    if (verdict.kind === "change") changing.push([merge, folder]);
  }
  if (changing.length === 0) {
    const conclusion = "The gold patch is already in this tree.";
    return { kind: "finished", decision: "abstain", conclusion };
  }
  for (const [merge, folder] of changing) {
    const thought = `Install the merged ${pathOf(merge)}.`;
    const { exitCode, output } = await session.run(script(INSTALL, merge, folder), { thought });
    if (exitCode !== 0) throw failed("install", merge, output);
  }
  const conclusion = `The gold patch is merged into ${changing.length} files.`;
  return { kind: "finished", decision: "submit", conclusion };
}

type Verdict =
  { readonly kind: "same" | "change" } | { readonly kind: "conflict"; readonly evidence: string };

/** Merges one file in scratch and says what installing it would do. */
async function prepare(session: AgentSession, merge: FileMerge, folder: string): Promise<Verdict> {
  const path = pathOf(merge);
  if (merge.mode === "120000") {
    return { kind: "conflict", evidence: `${path}: the gold patch makes it a symbolic link` };
  }
  const stdin = [merge.base, merge.theirs]
    .map((bytes) => `${Buffer.from(bytes ?? []).toString("base64")}\n`)
    .join("");
  const thought = `Merge ${path} in scratch.`;
  const result: CommandResult = await session.run(script(PREPARE, merge, folder), {
    thought,
    stdin,
  });
  const [verdict = "", ...rest] = result.output.split("\n");
  if (result.exitCode !== 0) throw failed("merge", merge, result.output);
  switch (verdict) {
    case "same":
    case "change":
      return { kind: verdict };
    case "conflict":
      return {
        kind: "conflict",
        evidence: `${path}: ${rest.join("\n").trim()}`,
      };
    default:
      throw failed("merge", merge, result.output);
  }
}

function script(body: string, { from, to, base, theirs, mode }: FileMerge, folder: string) {
  const variables = {
    FOLDER: folder,
    FROM: from === null ? "" : `./${from}`,
    TO: to === null ? "" : `./${to}`,
    HAS_BASE: base === null ? "" : "yes",
    HAS_THEIRS: theirs === null ? "" : "yes",
    MODE: mode ?? "",
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`);
  return `${lines.join("\n")}\n${body}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function failed(action: string, merge: FileMerge, output: string): SandboxError {
  return new SandboxError("gold-failed", `Could not ${action} ${pathOf(merge)}: ${output.trim()}`);
}

function pathOf({ from, to }: FileMerge): string {
  return to ?? from ?? "";
}
