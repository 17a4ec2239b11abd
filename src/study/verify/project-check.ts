// The paper's validation on any project: each transformation alone at every site, then all of them
// composed, with the project's own tests run on each rewritten copy. What the tests then do otherwise
// than on the untouched project is reduced to the rewrite that did it.
import type { TreeChanges } from "../../core/file-tree.ts";
import { treeDigest } from "../../core/tree-digest.ts";
import {
  ImportGraph,
  pythonFiles,
  rewritableFiles,
  type EverywhereInput,
  type SiteTally,
  type Transformation,
} from "../../code/spt/index.ts";
import type { BatchRunner } from "./batch-runner.ts";
import type { BlamedRewrite } from "./find-cause.ts";
import { rewriteProject, type Compiler, type EngineFault } from "./rewrite-project.ts";
import { testPass } from "./test-pass.ts";
import type { SuiteShare, TestBatch } from "./test-batches.ts";
import { observeUntouched, type SuiteCheck } from "./untouched-project.ts";

export type PassKind = "alone" | "composed";

export interface SuiteRequest {
  readonly runner: BatchRunner;
  readonly batches: readonly TestBatch[];
  /** Null where the test command alone decides. */
  readonly share: SuiteShare | null;
  /** For a transformation alone: only the batches that import a file which it rewrites. */
  readonly affectedOnly: boolean;
  readonly baselineRuns: number;
  /** Most causes that are looked for in a pass, and most runs of each step of a search. */
  readonly maxCauses: number;
  readonly maxSearchRuns: number;
}

export interface ProjectCheckRequest {
  readonly rewriting: EverywhereInput;
  readonly passes: readonly PassKind[];
  /** Null to count sites only. */
  readonly suite: SuiteRequest | null;
  /** Rewritten files are compiled here, by this interpreter. */
  readonly compiler: Compiler;
  readonly notice: (text: string) => void;
  readonly signal: AbortSignal;
}

/** What tests did with one transformation, or all, at every site. */
export interface PassTests {
  readonly batches: number;
  readonly durationMs: number;
  /** Tests whose outcomes were held against those of the untouched project. */
  readonly compared: number;
  readonly changed: readonly {
    readonly test: string;
    readonly before: string;
    readonly after: string;
  }[];
  /** Differed once, and not when run again. */
  readonly unsteady: readonly string[];
  readonly causes: readonly {
    readonly tests: readonly string[];
    readonly rewrites: readonly BlamedRewrite[];
  }[];
}

export interface PassCheck {
  /** Id of the transformation, or `composed`. */
  readonly pass: string;
  /** In the order in which they were applied. */
  readonly transformations: readonly ({ readonly id: string } & SiteTally)[];
  readonly filesRewritten: number;
  readonly durationMs: number;
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly faults: readonly EngineFault[];
  readonly tests: PassTests | null;
}

export interface ProjectCheck {
  readonly project: {
    readonly digest: string;
    readonly pythonFiles: number;
    readonly rewritableFiles: number;
  };
  readonly suite: SuiteCheck | null;
  readonly passes: readonly PassCheck[];
}

/** Checks every pass that is asked for. */
export async function checkProject(request: ProjectCheckRequest): Promise<ProjectCheck> {
  const { rewriting, suite, notice } = request;
  const { tree } = rewriting;
  const untouched = suite === null ? null : await observeUntouched(request, suite);
  const graph = suite?.affectedOnly === true ? new ImportGraph(tree) : null;
  const passes: PassCheck[] = [];
  for (const [pass, transformations] of passesOf(request)) {
    const input = { ...rewriting, transformations };
    const rewritten = await rewriteProject(input, request.compiler, request.signal);
    const { changes, ...found } = rewritten;
    notice(`${pass}: ${sum(found.transformations)} rewrites in ${changes.size} files\n`);
    const isWanted = (batch: TestBatch) =>
      graph === null || pass === COMPOSED || imports(graph, batch, changes);
    const tests =
      suite === null || untouched === null
        ? null
        : await testPass({
            ...{ pass, input, changes, suite, isWanted, notice },
            baselines: untouched.baselines,
            signal: request.signal,
          });
    passes.push({ pass, ...found, filesRewritten: changes.size, tests });
  }
  return {
    project: {
      digest: treeDigest(tree),
      pythonFiles: pythonFiles(tree).length,
      rewritableFiles: rewritableFiles(rewriting).length,
    },
    suite: untouched?.check ?? null,
    passes,
  };
}

export const COMPOSED = "composed";

function passesOf({
  passes,
  rewriting,
}: ProjectCheckRequest): [string, readonly Transformation[]][] {
  const { transformations, random } = rewriting;
  const alone = transformations.map((item): [string, Transformation[]] => [item.id, [item]]);
  // In an order that the seed draws, so that other seeds test other orders.
  const all = random.fork("order").shuffle(transformations);
  return [
    ...(passes.includes("alone") ? alone : []),
    ...(passes.includes("composed") ? [[COMPOSED, all] as [string, Transformation[]]] : []),
  ];
}

function sum(tallies: readonly SiteTally[]): number {
  return tallies.reduce((total, { rewritten }) => total + rewritten, 0);
}

function imports(graph: ImportGraph, { files }: TestBatch, changes: TreeChanges): boolean {
  const changed = new Set(changes.keys());
  return files.some((file) => graph.reaches(file, changed));
}
