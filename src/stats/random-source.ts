// What the resampling functions draw from. Declared here by shape, so that `plumbline/stats` can be
// used on its own; a RandomStream of `core` fits. Always a required argument: a default would be
// hidden randomness.

export interface RandomSource {
  /** Uniform on [0, 1). */
  next(): number;
}
