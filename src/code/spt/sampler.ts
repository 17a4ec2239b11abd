// The paper's random variant sampler, Algorithms 1 and 2. Where an earlier implementation departs
// from them, this follows the paper: a keyword-bound transformation counts every included file
// towards N_f, gold files too, before sites are looked up; gold files are always included; ⌈φ|S|⌉
// sites, so none of none; files in sorted order; the keywords are one set for all variants.
import type { FileTree, TreeChanges, TreeFile } from "../../core/file-tree.ts";
import type { RandomStream } from "../../core/random-stream.ts";
import type {
  EngineFault,
  FileTally,
  Keyword,
  KeywordMap,
  LoggedRewrite,
  Pass,
  SamplerParameters,
  VariantLog,
} from "../../core/variant-log.ts";
import { pythonFiles, type ModuleCache } from "./module-cache.ts";
import { selectTransformations } from "./catalogue.ts";
import { countRefusals, filePass } from "./file-pass.ts";
import { rewriteFile } from "./rewrite-file.ts";
import type { Transformation } from "./transformation.ts";

export interface SampleInput {
  readonly tree: FileTree;
  /** Files that the gold patch modifies. */
  readonly goldFiles: ReadonlySet<string>;
  /** Why a file is never rewritten, or null. */
  readonly isExcluded: (path: string) => string | null;
  readonly keywords: KeywordMap;
  readonly parameters: SamplerParameters;
  readonly random: RandomStream;
  /** Shared by all variants of the tree, so that each file is parsed once. */
  readonly cache: ModuleCache;
  /** Transformations to draw from instead of the catalogue's. */
  readonly catalogue?: readonly Transformation[];
}

export interface Variant {
  readonly changes: TreeChanges;
  readonly log: VariantLog;
}

interface Assignment {
  readonly transformation: Transformation;
  readonly keyword: string | null;
  readonly fileProbability: number;
}

/** Draws one variant of a repository. */
export function sampleVariant(input: SampleInput): Variant {
  const { tree, parameters, random } = input;
  const excluded: VariantLog["excluded"] = [];
  const sources = pythonFiles(tree).filter((path) => {
    const reason = input.isExcluded(path);
    if (reason !== null) excluded.push({ path, reason });
    return reason === null;
  });
  const state: State = {
    input,
    sources,
    changed: new Map(),
    rewrites: [],
    faults: [],
    skipped: new Map(),
  };
  const passes = assignTargets(input).map((assignment) => runPass(assignment, state));
  return {
    changes: state.changed,
    log: {
      format: "plumbline-variant-log",
      version: 1,
      kind: "variant",
      seed: random.seed,
      stream: random.name,
      parameters,
      keywords: input.keywords,
      passes,
      excluded,
      skipped: Array.from(state.skipped, ([path, reason]) => ({ path, reason })),
      rewrites: state.rewrites,
      faults: state.faults,
      unchanged: state.changed.size === 0,
    },
  };
}

/** Algorithm 2, after the draw of transformations and of p_file (Algorithm 1, lines 9 and 10). */
export function assignTargets(
  input: Pick<SampleInput, "parameters" | "keywords" | "random" | "catalogue">,
): Assignment[] {
  const { parameters, keywords, random } = input;
  const pool = input.catalogue ?? selectTransformations(parameters.transformations);
  const count = Math.min(parameters.numTransformations, pool.length);
  const selected = random.fork("transformations").sample(pool, count);
  return selected.flatMap((transformation): Assignment[] => {
    const fileProbability = random.fork(`p-file/${transformation.id}`).next();
    const names = keywordsFor(transformation, keywords);
    if (names.length === 0) return [{ transformation, keyword: null, fileProbability }];
    return random
      .fork(`keywords/${transformation.id}`)
      .sample(names, Math.min(parameters.maxKeywords, names.length))
      .map((keyword) => ({ transformation, keyword: keyword.text, fileProbability }));
  });
}

function keywordsFor(transformation: Transformation, keywords: KeywordMap): readonly Keyword[] {
  if (transformation.keyword === null) return [];
  return transformation.keyword === "method" ? keywords.methods : keywords.strings;
}

interface State {
  readonly input: SampleInput;
  readonly sources: readonly string[];
  readonly changed: Map<string, TreeFile>;
  readonly rewrites: LoggedRewrite[];
  readonly faults: EngineFault[];
  readonly skipped: Map<string, string>;
}

/** Algorithm 1, lines 16 to 25: one transformation, with one keyword or none, over all files. */
function runPass(assignment: Assignment, state: State): Pass {
  const { transformation, keyword, fileProbability } = assignment;
  const { goldFiles, parameters, random } = state.input;
  const inclusion = random.fork(`include/${transformation.id}/${keyword ?? ""}`);
  const files: FileTally[] = [];
  let included = 0;
  for (const path of state.sources) {
    const isGold = goldFiles.has(path);
    if (!isGold) {
      if (inclusion.next() > fileProbability) continue;
      if (transformation.keyword !== null && included >= parameters.maxFiles) continue;
    }
    included++;
    const tally = rewriteIncluded(path, isGold, assignment, state);
    if (tally !== null) files.push(tally);
  }
  return { transformation: transformation.id, keyword, fileProbability, files };
}

function rewriteIncluded(
  path: string,
  isGold: boolean,
  { transformation, keyword }: Assignment,
  state: State,
): FileTally | null {
  const { tree, parameters, random, cache } = state.input;
  const { level, style, fraction } = parameters;
  const current = state.changed.get(path) ?? tree.get(path);
  if (current === undefined) return null;
  const file = cache.load(current.bytes);
  if (!file.ok) {
    state.skipped.set(path, file.reason);
    return null;
  }
  const input = { tree, cache, random, level, style, fraction };
  const { context, sites, chosen, draws } = filePass(
    transformation,
    keyword,
    path,
    file.facts,
    input,
  );
  const tally: FileTally = { path, isGold, matched: sites.length, rewritten: 0, refused: {} };
  countRefusals(sites, tally.refused);
  // Without a keyword there is nothing to plant and so nowhere to plant it.
  if (transformation.keyword !== null && keyword === null) return tally;
  const result = rewriteFile(transformation, file, chosen, context, draws);
  switch (result.kind) {
    case "rewritten":
      state.changed.set(path, { bytes: result.bytes, mode: current.mode });
      for (const rewrite of result.rewrites) {
        state.rewrites.push({ ...rewrite, order: state.rewrites.length, file: path });
      }
      return { ...tally, rewritten: result.rewrites.length };
    case "fault": {
      const { sites: guilty, message } = result;
      const { id } = transformation;
      state.faults.push({ transformation: id, keyword, file: path, sites: guilty, message });
      return tally;
    }
    case "skipped":
      state.skipped.set(path, result.reason);
      return tally;
    case "unchanged":
      return tally;
  }
}
