// Semantics-preserving transformations: the catalogue, the sampler, shams, logs and their replay.
export { cataloguePage } from "./catalogue-page.ts";
export { findTransformation, selectTransformations } from "./catalogue.ts";
export { countRefusals } from "./file-pass.ts";
export { ImportGraph } from "./import-graph.ts";
export { keywordProblem, keywordsFromProblem, parseKeywordFile } from "./keywords.ts";
export { magnitudeOf, type Magnitude } from "./magnitude.ts";
export { loadFile, type LoadedFile } from "./load-file.ts";
export { isPythonSource, ModuleCache, pythonFiles } from "./module-cache.ts";
export { TRANSFORMATIONS } from "./registry.ts";
export { reduceRewrites } from "./reduce-rewrites.ts";
export { reduceVariant, type ReducedVariant } from "./reduce-variant.ts";
export { replay } from "./replay.ts";
export { NO_REPOSITORY, repositoryFacts, type RepositoryFacts } from "./repository-facts.ts";
export {
  keepsOnly,
  rewritableFiles,
  rewriteEverywhere,
  type EverywhereFile,
  type EverywhereInput,
  type RewriteKey,
  type SiteTally,
} from "./rewrite-everywhere.ts";
export { rewriteFile, type FileRewrite, type RewriteResult } from "./rewrite-file.ts";
export { sampleVariant, type SampleInput, type Variant } from "./sampler.ts";
export { shamOf, type ShamInput } from "./sham.ts";
export { exclusions, type ExclusionRules } from "./test-files.ts";
export type { OperandTypes, TypeStore } from "./type-facts.ts";
export {
  defineTransformation,
  sitesOf,
  type KeywordKind,
  type Refusal,
  type RewriteContext,
  type Site,
  type Transformation,
} from "./transformation.ts";
