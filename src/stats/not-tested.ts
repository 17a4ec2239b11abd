/** Why a test has no p value: nothing was tried. */
export interface NotTested {
  readonly pValue: null;
  readonly reason: "no-trials";
}
