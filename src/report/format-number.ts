// Numbers as reports show them: a true minus sign, no minus zero, no decimals from 1000 up (nobody
// reads them, and tables keep their width).

/** `12.5`, `−3.0`, `0.0`, `1234`. */
export function decimal(value: number, digits = 1): string {
  const size = Math.abs(value);
  const text = size.toFixed(size < 1000 ? digits : 0);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** As `decimal`, with a plus sign before positive numbers: `+12.5`. */
export function signed(value: number, digits = 1): string {
  const text = decimal(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** `[+2.3, +19.4]`, in the format given. */
export function interval(
  lower: number,
  upper: number,
  format: (value: number) => string = (value) => signed(value),
): string {
  return `[${format(lower)}, ${format(upper)}]`;
}
