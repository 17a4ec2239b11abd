// One state of a repository made ready: committed, compiled by the target's Python, and measured.
import type { FileTree, TreeChanges } from "../../core/file-tree.ts";
import { applyChanges } from "../../core/file-tree.ts";
import type { MaterialUse } from "../../core/material.ts";
import { treeDigest } from "../../core/tree-digest.ts";
import { variantLogSchema } from "../../core/variant-log.ts";
import type { VariantLog } from "../../core/variant-log.ts";
import { lineCounts, parsePatch, touchedFiles } from "../../code/patch/index.ts";
import { isPythonSource } from "../../code/spt/index.ts";
import { commitTree } from "../../sandboxes/git.ts";
import type { CommittedTree } from "../../sandboxes/git.ts";
import { SandboxError } from "../../sandboxes/sandbox.ts";
import type { Sandbox, SandboxFile } from "../../sandboxes/sandbox.ts";
import type { JudgedState, StateKey } from "../../store/state-store.ts";
import type { CandidateState } from "../conditions/condition.ts";
import { compileGate } from "../verify/compile-gate.ts";
import type { CompileCheck, RewrittenFile } from "../verify/compile-gate.ts";
import type { LoadedInstance } from "./load-instance.ts";
import type { RunContext } from "./run-context.ts";
import { limitsIn } from "./setting.ts";
import type { Setting } from "./setting.ts";

export interface PreparedState {
  readonly proposed: CandidateState;
  readonly committed: CommittedTree;
  /** How it was rewritten; null where it was not. */
  readonly log: VariantLog | null;
  /** What the target's compiler says of its rewritten files; null where there are none. */
  readonly compile: CompileCheck | null;
  /** What models made that it was made with. */
  readonly materials: readonly MaterialUse[];
  /** What is kept of it beside the verdict. */
  readonly facts: Pick<
    JudgedState,
    | "digest"
    | "filesChanged"
    | "linesAdded"
    | "linesDeleted"
    | "goldFilesChanged"
    | "python"
    | "uncompiled"
  >;
}

/** Whether the target's compiler rejects a file that it took before. */
export function isBroken({ compile }: PreparedState): boolean {
  return compile?.kind === "compiled" && compile.broken.length > 0;
}

/** A proposed state, committed, compiled and measured. */
export async function prepareState(
  context: RunContext,
  key: StateKey,
  loaded: LoadedInstance,
  proposed: CandidateState,
  materials: readonly MaterialUse[] = [],
): Promise<PreparedState> {
  const log = variantLogSchema.nullable().catch(null).parse(proposed.log);
  const rewritten = log === null ? [] : rewrittenFiles(loaded.base, proposed.changes);
  const { committed, compile } = await inSandbox(context, key, loaded.setting, async (sandbox) => ({
    committed: await commit(sandbox, loaded, proposed.changes),
    compile: rewritten.length === 0 ? null : await compileGate(sandbox, rewritten, context.signal),
  }));
  const diff = parsePatch(committed.statePatch);
  const gold = new Set(touchedFiles(parsePatch(loaded.instance.patch)));
  const files = touchedFiles(diff);
  const { added, deleted } = lineCounts(diff);
  return {
    proposed,
    committed,
    log,
    compile,
    materials,
    facts: {
      digest: treeDigest(applyChanges(loaded.base, proposed.changes)),
      filesChanged: files.length,
      linesAdded: added,
      linesDeleted: deleted,
      goldFilesChanged: files.filter((path) => gold.has(path)).length,
      python: compile?.kind === "compiled" ? compile.python : null,
      uncompiled: compile?.kind === "unchecked" ? compile.reason : null,
    },
  };
}

/** The Python files that are in both trees and differ. */
export function rewrittenFiles(base: FileTree, changes: TreeChanges): RewrittenFile[] {
  return [...changes].flatMap(([path, file]) => {
    const before = base.get(path);
    if (file === null || before === undefined || !isPythonSource(base, path)) return [];
    return [{ path, before: before.bytes, after: file.bytes }];
  });
}

/** A sandbox that fails while a state is made says nothing about any run: a fresh one is tried. */
export async function inSandbox<T>(
  context: Pick<RunContext, "backend" | "sandboxLimits" | "retries" | "signal">,
  { instanceId, condition }: Pick<StateKey, "instanceId" | "condition">,
  setting: Setting,
  work: (sandbox: Sandbox) => Promise<T>,
): Promise<T> {
  const label = `${instanceId}-${condition}-prepare`;
  for (let failures = 0; ;) {
    try {
      const sandbox = await context.backend.create({
        label,
        limits: limitsIn(setting, context.sandboxLimits),
        ...setting.spec,
      });
      try {
        return await work(sandbox);
      } finally {
        await sandbox.dispose();
      }
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof SandboxError) || ++failures > context.retries) throw error;
    }
  }
}

function commit(
  sandbox: Sandbox,
  { base, identity }: LoadedInstance,
  changes: TreeChanges,
): Promise<CommittedTree> {
  return commitTree(sandbox, {
    base: sandboxFiles(base),
    changed: sandboxFiles(changes),
    deleted: [...changes].flatMap(([path, file]) => (file === null ? [path] : [])),
    identity,
  });
}

/** A tree, or the files that changes write, as a sandbox takes them. */
export function sandboxFiles(files: TreeChanges): SandboxFile[] {
  return [...files].flatMap(([path, file]) => (file === null ? [] : [{ path, ...file }]));
}
