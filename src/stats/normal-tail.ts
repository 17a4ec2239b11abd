// The probability that a standard normal variable exceeds z, by R's pnorm in lib-r-math.js.
// Reference values: SciPy, test/reference/make-tests.py.
import { rDistributions } from "./r-distributions.ts";

export function normalTail(z: number): number {
  return rDistributions.pnorm(z, 0, 1, false);
}
