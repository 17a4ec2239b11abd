// `plumbline/stats`: intervals for rates and their differences, and the bootstraps of repeated runs.
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
