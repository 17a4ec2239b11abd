// How much of the variation of repeated observations lies within units that were observed several
// times, and how much between units of the same cell. One-way random effects nested in fixed cells,
// y(c,u,k) = mean(c) + unit(c,u) + observation(c,u,k), by the method of moments (Searle, Casella &
// McCulloch 1992, Variance Components, chapter 3: ANOVA estimators of unbalanced data):
//
//   within   W = Σ (y − mean of its unit)² / Σ (K(u) − 1)
//   between  B = (S − D·W) / Σc (N(c) − Σu K(u)² / N(c)),  at least 0, where
//     S = Σ K(u) · (mean of unit − mean of cell)²,  D = Σc (units(c) − 1),  N(c) = Σu K(u)
//
// The mean over all J units of their own means then has the variance (J·B + W · Σ 1/K(u)) / J².
// Observations of 0 and 1 are fine: W is then the mean of p(1 − p) over units. Not to be used for
// testing: with few units B is very uncertain, and cutting it off at 0 makes it lean upward.
// Reference values: test/reference/make-variance-components.py (numpy, statsmodels).
import { mean } from "./mean.ts";

/** Observations by cell and unit; a unit has at least one. */
export type NestedObservations = readonly (readonly (readonly number[])[])[];

export interface NestedVariance {
  /** Null where no unit was observed twice. */
  readonly within: number | null;
  /** Null where no cell has two units, or `within` is not known. */
  readonly between: number | null;
  /** Parts of the variance of the mean over units; null where the component is. */
  readonly ofMean: { readonly within: number | null; readonly between: number | null };
}

/** Both components and their parts of the variance of the mean. */
export function nestedVariance(cells: NestedObservations): NestedVariance {
  const units = cells.flat();
  const withinFreedom = sum(units.map((unit) => unit.length - 1));
  if (withinFreedom === 0) return { within: null, between: null, ofMean: NOTHING };
  const within = sum(units.map(squaresOf)) / withinFreedom;
  const between = betweenUnits(cells, within);
  const count = units.length;
  return {
    within,
    between,
    ofMean: {
      within: (within * sum(units.map((unit) => 1 / unit.length))) / count ** 2,
      between: between === null ? null : between / count,
    },
  };
}

const NOTHING = { within: null, between: null };

function betweenUnits(cells: NestedObservations, within: number): number | null {
  const repeated = cells.filter((units) => units.length > 1);
  if (repeated.length === 0) return null;
  const squares = sum(
    repeated.map((units) => {
      const ofCell = mean(units.flat());
      return sum(units.map((unit) => unit.length * (mean(unit) - ofCell) ** 2));
    }),
  );
  const freedom = sum(repeated.map((units) => units.length - 1));
  const weight = sum(
    repeated.map((units) => {
      const total = sum(units.map((unit) => unit.length));
      return total - sum(units.map((unit) => unit.length ** 2)) / total;
    }),
  );
  return Math.max(0, (squares - freedom * within) / weight);
}

function squaresOf(values: readonly number[]): number {
  const centre = mean(values);
  return sum(values.map((value) => (value - centre) ** 2));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
