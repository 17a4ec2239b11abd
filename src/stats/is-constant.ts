/** Whether all values are the same, so that resampling them changes nothing. */
export function isConstant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}
