// The contract of a condition: the state in which an instance is given to an agent, as a pure
// function that proposes candidate states, with what must hold before the agent starts.
import type { TestResult, TestStatus } from "../../core/run.ts";
import type { Instance } from "../../core/instance.ts";
import type { OutcomeKind } from "../../core/outcome.ts";
import type { FileTree, TreeChanges } from "../../core/file-tree.ts";
import type { RandomStream } from "../../core/random-stream.ts";
import type { KeywordMap, SamplerParameters } from "../../core/variant-log.ts";
import type { GuardName } from "./guard.ts";
import type { ModuleCache, Transformation } from "../../code/spt/index.ts";

/** A tree that an agent could be given, as changes of the base tree. */
export interface CandidateState {
  readonly changes: TreeChanges;
  /** Says how it came about, JSON; null where there is nothing to say. */
  readonly log: unknown;
}

/** What another run left, for conditions that build on it. */
export interface InputRun {
  readonly outcome: OutcomeKind;
  /** Its whole diff from the base commit. */
  readonly wholePatch: Uint8Array;
}

export interface ConditionInput {
  readonly instance: Instance;
  readonly base: FileTree;
  /** Why a path must not be rewritten, or null. */
  readonly excluded: (path: string) => string | null;
  /** None for a condition that does not use them. */
  readonly keywords: KeywordMap;
  readonly sampler: SamplerParameters;
  /** The accepted state of each condition that this one depends on, by condition id. */
  readonly states: ReadonlyMap<string, CandidateState>;
  /** The runs that this one needs, by run id. */
  readonly inputs: ReadonlyMap<string, InputRun>;
  readonly random: RandomStream;
  /** Parsed files of the base tree, shared by all conditions of the instance. */
  readonly modules: ModuleCache;
  /** Transformations to draw from instead of the catalogue's. */
  readonly catalogue?: readonly Transformation[];
}

/** Whether tests must fail, must pass, or may do either on the prepared tree without a patch. */
export interface Expectation {
  readonly failToPass: "fail" | "pass" | "either";
  readonly passToPass: "pass" | "either";
}

/** One member of a condition: `variant-3` is the third of condition `variant`. */
export interface ConditionMember {
  /** Id in run ids, logs and reports. */
  readonly id: string;
  /** From 1, or null where a condition has one member only. */
  readonly index: number | null;
  readonly replicates: number;
  /** Conditions whose accepted state this one is made from. */
  readonly states: readonly string[];
  /** A run of the same instance whose outcome and patch this one is made from. */
  readonly input: InputReference | null;
}

export interface InputReference {
  readonly condition: string;
  readonly agent: string;
  readonly replicate: number;
  /** Outcomes with which the run qualifies. */
  readonly require: readonly OutcomeKind[];
}

/** The counts of a study that decide how many members a condition has. */
export interface StudyCounts {
  readonly replicates: number;
  readonly variants: number;
  readonly runsPerVariant: number;
}

export interface Condition {
  readonly id: string;
  readonly summary: string;
  /** What must hold before the agent starts. */
  readonly before: Expectation;
  /** What counts as success of a run afterwards. */
  readonly success: "resolve" | "abstain";
  /** Whether its states hold keywords of the instance. */
  readonly usesKeywords?: boolean;
  /** Members of this condition in a study; `entry` is the study file's entry, already checked. */
  members(counts: StudyCounts, entry: ConditionEntry): readonly ConditionMember[];
  /** Candidate states in order; the first that meets `before` is taken. */
  propose(input: ConditionInput): Iterable<CandidateState>;
}

/** A member with the condition that it is one of. */
export interface PlannedCondition {
  readonly condition: Condition;
  readonly member: ConditionMember;
  /** What is added to the prompt. */
  readonly guard: GuardName | null;
  /** Names the draws of its states: a guarded member has the trees of the unguarded one. */
  readonly drawnAs: string;
}

/** An entry under `conditions` in a study file. */
export interface ConditionEntry {
  readonly condition: string;
  readonly name: string;
  readonly after: InputReference | null;
}

/** Declares a condition; the registry finds it by this call. */
export function defineCondition(condition: Condition): Condition {
  return condition;
}

/** The tests whose status on the prepared tree does not meet an expectation. */
export function unmetTests(
  expectation: Expectation,
  observed: { failToPass: readonly TestResult[]; passToPass: readonly TestResult[] },
): TestResult[] {
  return [
    ...observed.failToPass.filter(({ status }) => !meets(expectation.failToPass, status)),
    ...observed.passToPass.filter(({ status }) => !meets(expectation.passToPass, status)),
  ];
}

/** The first of some tests with their statuses, and how many more there are. */
export function describeTests(tests: readonly TestResult[]): string {
  const shown = tests.slice(0, 3).map(({ test, status }) => `${test} ${status}`);
  const more = tests.length > shown.length ? ` and ${tests.length - shown.length} more` : "";
  return `${shown.join(", ")}${more}`;
}

function meets(expected: "fail" | "pass" | "either", status: TestStatus): boolean {
  if (expected === "either") return true;
  return expected === "pass" ? status === "PASSED" : status !== "PASSED";
}
