// The trees that agents are given: proposed by conditions, committed once, reused by every run and
// grading of the same state. What the cache forgets is made again, to the same bytes.
import { LRUCache } from "lru-cache";
import type { TreeChanges } from "../../core/file-tree.ts";
import { applyChanges } from "../../core/file-tree.ts";
import { randomStream } from "../../core/random-stream.ts";
import { treeDigest } from "../../core/tree-digest.ts";
import { lineCounts, parsePatch, touchedFiles } from "../../code/patch/index.ts";
import { commitTree } from "../../sandboxes/git.ts";
import type { CommittedTree } from "../../sandboxes/git.ts";
import { SandboxError } from "../../sandboxes/sandbox.ts";
import type { SandboxFile } from "../../sandboxes/sandbox.ts";
import { acceptedCandidate } from "../../store/state-store.ts";
import type { JudgedState, StateKey } from "../../store/state-store.ts";
import type { CandidateState } from "../conditions/condition.ts";
import { inputRuns } from "./input-runs.ts";
import { instanceLoader } from "./load-instance.ts";
import type { LoadedInstance } from "./load-instance.ts";
import type { RunContext } from "./run-context.ts";
import { conditionOf } from "./run-context.ts";

export interface PreparedState {
  readonly proposed: CandidateState;
  readonly committed: CommittedTree;
  /** What is kept of it beside the verdict. */
  readonly facts: Pick<
    JudgedState,
    "digest" | "filesChanged" | "linesAdded" | "linesDeleted" | "goldFilesChanged"
  >;
}

export interface PreparedStates {
  instance(key: Pick<StateKey, "benchmark" | "instanceId">): Promise<LoadedInstance>;
  /** Candidate `number` (from 1) of a condition, or null where it proposes no more. */
  candidate(key: StateKey, number: number): Promise<PreparedState | null>;
}

/** A state is some tens of kilobytes for a small repository, hundreds of megabytes for a large. */
const CACHE_BYTES = 512 * 1024 * 1024;

/** The states of one study. */
export function preparedStates(context: RunContext): PreparedStates {
  const load = instanceLoader(context);
  const cache = new LRUCache<
    string,
    { readonly state: PreparedState | null },
    { readonly key: StateKey; readonly number: number }
  >({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ state }) => 1 + (state?.committed.workTree.length ?? 0) * 2,
    fetchMethod: async (_id, _stale, { context: { key, number } }) => ({
      state: await prepare(key, number),
    }),
  });

  async function candidate(key: StateKey, number: number): Promise<PreparedState | null> {
    const id = [key.benchmark, key.instanceId, key.condition, number].join(":");
    const { state } = await cache.forceFetch(id, { context: { key, number } });
    return state;
  }

  async function prepare(key: StateKey, number: number): Promise<PreparedState | null> {
    const loaded = await load(key);
    const proposed = await propose(key, number, loaded);
    if (proposed === null) return null;
    const committed = await commitWithRetries(context, key, loaded, proposed.changes);
    const diff = parsePatch(committed.statePatch);
    const gold = new Set(touchedFiles(parsePatch(loaded.instance.patch)));
    const files = touchedFiles(diff);
    const { added, deleted } = lineCounts(diff);
    return {
      proposed,
      committed,
      facts: {
        digest: treeDigest(applyChanges(loaded.base, proposed.changes)),
        filesChanged: files.length,
        linesAdded: added,
        linesDeleted: deleted,
        goldFilesChanged: files.filter((path) => gold.has(path)).length,
      },
    };
  }

  async function propose(key: StateKey, number: number, loaded: LoadedInstance) {
    const { condition, member } = conditionOf(context, key.condition);
    const states = new Map<string, CandidateState>();
    for (const id of member.states) {
      const other = { ...key, condition: id };
      const accepted = context.verify ? acceptedCandidate(context.db, other) : 1;
      const state = accepted === null ? null : await candidate(other, accepted);
      if (state === null) return null;
      states.set(id, state.proposed);
    }
    const proposals = condition.propose({
      ...loaded,
      sampler: context.sampler,
      states,
      inputs: inputRuns(context, key),
      random: randomStream(context.seed, `${key.benchmark}/${key.instanceId}/${key.condition}`),
    });
    let at = 0;
    for (const proposed of proposals) if (++at === number) return proposed;
    return null;
  }

  return { instance: load, candidate };
}

/** A sandbox that fails while a state is made says nothing about any run: a fresh one is tried. */
async function commitWithRetries(
  ...[context, key, loaded, changes]: Parameters<typeof commit>
): Promise<CommittedTree> {
  for (let failures = 0; ;) {
    try {
      return await commit(context, key, loaded, changes);
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof SandboxError) || ++failures > context.retries) throw error;
    }
  }
}

async function commit(
  context: RunContext,
  key: StateKey,
  { base, identity }: LoadedInstance,
  changes: TreeChanges,
): Promise<CommittedTree> {
  const sandbox = await context.backend.create({
    label: `${key.instanceId}-${key.condition}-prepare`,
    limits: context.sandboxLimits,
  });
  try {
    return await commitTree(sandbox, {
      base: sandboxFiles(base),
      changed: sandboxFiles(changes),
      deleted: [...changes].flatMap(([path, file]) => (file === null ? [path] : [])),
      identity,
    });
  } finally {
    await sandbox.dispose();
  }
}

function sandboxFiles(files: TreeChanges): SandboxFile[] {
  return [...files].flatMap(([path, file]) => (file === null ? [] : [{ path, ...file }]));
}
