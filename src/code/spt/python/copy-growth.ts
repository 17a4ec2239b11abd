// Keeps copies of copies in bounds. Each site that holds others copies what they have copied, which
// doubles with every level; so the inner sites are admitted first, and an outer one only while what
// it copies has not grown out of proportion.
import type { Span } from "../../syntax/edits.ts";

export interface CopySite<Key> {
  readonly key: Key;
  /** All that the site is made of. */
  readonly span: Span;
  /** The part that is written once more; empty when nothing is. */
  readonly copied: Span;
}

/** How many times its own length a copied part may have, with the copies inside of it. */
const MOST_TIMES = 3;
/** The longest copy in characters. */
const LONGEST = 24_000;

interface Admitted {
  readonly span: Span;
  /** By how much the text of the span grows. */
  readonly added: number;
}

/** The keys of the sites that would copy too much if all the others are rewritten too. */
export function explodingSites<Key>(sites: readonly CopySite<Key>[]): ReadonlySet<Key> {
  const exploding = new Set<Key>();
  /** Admitted sites that no other admitted site holds, in source order from the last. */
  const outermost: Admitted[] = [];
  const inner = [...sites].sort((a, b) => b.span.start - a.span.start || a.span.end - b.span.end);
  for (const { key, span, copied } of inner) {
    const inside: Admitted[] = [];
    while (outermost.length > 0 && (outermost.at(-1) as Admitted).span.start < span.end) {
      inside.push(outermost.pop() as Admitted);
    }
    const length = copied.end - copied.start;
    const grown = length + sum(inside.filter((item) => holds(copied, item.span)));
    if (grown > LONGEST || grown > length * MOST_TIMES) {
      exploding.add(key);
      outermost.push(...inside.reverse());
      continue;
    }
    outermost.push({ span, added: sum(inside) + grown });
  }
  return exploding;
}

function sum(items: readonly Admitted[]): number {
  return items.reduce((total, { added }) => total + added, 0);
}

function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
