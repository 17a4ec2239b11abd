// The trees that agents are given: proposed by conditions, committed once, reused by every run and
// grading of the same state. What the cache forgets is made again, to the same bytes.
import { LRUCache } from "lru-cache";
import { randomStream } from "../../core/random-stream.ts";
import { acceptedCandidate } from "../../store/state-store.ts";
import type { StateKey } from "../../store/state-store.ts";
import type { CandidateState } from "../conditions/condition.ts";
import { inputRuns } from "./input-runs.ts";
import { usesKeywords } from "./instance-keywords.ts";
import { instanceLoader } from "./load-instance.ts";
import type { LoadedInstance } from "./load-instance.ts";
import { isBroken, prepareState } from "./prepare-state.ts";
import type { PreparedState } from "./prepare-state.ts";
import type { RunContext } from "./run-context.ts";
import { conditionOf } from "./run-context.ts";

export interface PreparedStates {
  instance(key: Pick<StateKey, "benchmark" | "instanceId">): Promise<LoadedInstance>;
  /** Candidate `number` (from 1) of a condition, or null where it proposes no more. */
  candidate(key: StateKey, number: number): Promise<PreparedState | null>;
}

const NO_KEYWORDS = { methods: [], strings: [] };

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
    const hasKeywords = usesKeywords(context, key.condition);
    const { materials } = hasKeywords ? await loaded.keywords() : { materials: [] };
    return prepareState(context, key, loaded, proposed, materials);
  }

  async function propose(key: StateKey, number: number, loaded: LoadedInstance) {
    const { condition, member, drawnAs } = conditionOf(context, key.condition);
    const states = new Map<string, CandidateState>();
    for (const id of member.states) {
      const other = { ...key, condition: id };
      const state = context.verify ? await accepted(other) : await firstThatCompiles(other);
      if (state === null) return null;
      states.set(id, state.proposed);
    }
    const { keywords } =
      condition.usesKeywords === true ? await loaded.keywords() : { keywords: NO_KEYWORDS };
    const proposals = condition.propose({
      ...loaded,
      keywords,
      sampler: context.sampler,
      states,
      inputs: inputRuns(context, key),
      random: randomStream(context.seed, `${key.benchmark}/${key.instanceId}/${drawnAs}`),
      ...(context.catalogue === undefined ? {} : { catalogue: context.catalogue }),
    });
    let at = 0;
    for (const proposed of proposals) if (++at === number) return proposed;
    return null;
  }

  async function accepted(key: StateKey): Promise<PreparedState | null> {
    const number = acceptedCandidate(context.db, key);
    return number === null ? null : candidate(key, number);
  }

  /** Without null runs nothing is judged before it is used, but for its syntax. */
  async function firstThatCompiles(key: StateKey): Promise<PreparedState | null> {
    for (let number = 1; number <= context.draws; number++) {
      const state = await candidate(key, number);
      if (state === null || !isBroken(state)) return state;
    }
    return null;
  }

  return { instance: load, candidate };
}
