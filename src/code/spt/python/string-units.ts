// The content of a plain string literal as the units that a cut must not go through.

export interface LiteralUnits {
  readonly quote: string;
  /** Each unit stands for one character of the value (none for an escaped line break). */
  readonly units: readonly string[];
  /** Whether a backslash stands before a character that it does not escape. */
  readonly hasInvalidEscape: boolean;
}

const UNIT =
  /\\(?:N\{[^}]*\}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-7]{1,3}|\r\n|[^])|\r\n|[\ud800-\udbff][\udc00-\udfff]|[^]/g;
const VALID_ESCAPE = /^\\[\r\n\\'"abfnrtvNxuU0-7]/;

/** Takes apart a literal without prefix. */
export function literalUnits(literal: string): LiteralUnits {
  const quote = /^("""|'''|"|')/.exec(literal)?.[1] ?? '"';
  const units = literal.slice(quote.length, -quote.length).match(UNIT) ?? [];
  const hasInvalidEscape = units.some((unit) => unit.startsWith("\\") && !VALID_ESCAPE.test(unit));
  return { quote, units, hasInvalidEscape };
}

/** The literal cut before the unit with the given index. */
export function cutLiteral({ quote, units }: LiteralUnits, at: number): [string, string] {
  return [units.slice(0, at), units.slice(at)].map(
    (part) => `${quote}${part.join("")}${quote}`,
  ) as [string, string];
}

/** Indices at which the literal can be cut. */
export function cutPoints({ quote, units }: LiteralUnits): number[] {
  const points: number[] = [];
  for (let at = 1; at < units.length; at++) {
    // A quote right before the closing quotes would be taken for one of them.
    if (quote.length === 3 && units[at - 1] === quote.charAt(0)) continue;
    points.push(at);
  }
  return points;
}
