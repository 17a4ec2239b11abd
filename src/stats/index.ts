// `plumbline/stats`: intervals and tests for rates and their differences, adjustments for several tests,
// and the bootstraps of repeated runs.
export { agrestiCaffoInterval, type AgrestiCaffoInterval } from "./agresti-caffo-interval.ts";
export { benjaminiHochberg } from "./benjamini-hochberg.ts";
export { bonferroni } from "./bonferroni.ts";
export { clopperPearsonInterval, type ClopperPearsonInterval } from "./clopper-pearson-interval.ts";
export { cohensH } from "./cohens-h.ts";
export { fisherExactTest, type FisherExactTest } from "./fisher-exact-test.ts";
export { holm } from "./holm.ts";
export { mcnemarTest, type McnemarTest } from "./mcnemar-test.ts";
export { passAtK } from "./pass-at-k.ts";
export { passHatK } from "./pass-hat-k.ts";
export { signFlipTest, type SignFlipOptions, type SignFlipTest } from "./sign-flip-test.ts";
export type { NotTested } from "./not-tested.ts";
export { twoProportionTest, type TwoProportionTest } from "./two-proportion-test.ts";
export { binomialSampler } from "./binomial-sampler.ts";
export { DEFAULT_RESAMPLES, type BootstrapOptions } from "./bootstrap-options.ts";
export {
  fixedPopulationBootstrap,
  type FixedPopulationBootstrap,
} from "./fixed-population-bootstrap.ts";
export type { Estimated, MissingReason, NotEstimated } from "./interval-estimate.ts";
export { mean } from "./mean.ts";
export { moverInterval, type MoverInterval } from "./mover-interval.ts";
export { nestedVariance, type NestedObservations, type NestedVariance } from "./nested-variance.ts";
export { newcombeInterval, type NewcombeInterval } from "./newcombe-interval.ts";
export { normalQuantile } from "./normal-quantile.ts";
export { percentileInterval } from "./percentile-interval.ts";
export type { Proportion } from "./proportion.ts";
export { quantile } from "./quantile.ts";
export type { RandomSource } from "./random-source.ts";
export {
  runLevelBootstrap,
  type RunLevelBootstrap,
  type RunValues,
} from "./run-level-bootstrap.ts";
export {
  stratifiedMeanBootstrap,
  type StratifiedMeanBootstrap,
} from "./stratified-mean-bootstrap.ts";
export type { Stratum } from "./stratum.ts";
export { wilsonInterval, type WilsonInterval } from "./wilson-interval.ts";
