// What a sentence or a comment claims of a result: "returns 4 but should return 5". A claim is a cue
// word followed by a value; words that only lead from one to the other are passed over.
import { isException, readValue } from "./values.ts";
import type { ReadValue } from "./values.ts";

export interface Claim {
  /** "shown" where nothing tells whether it is wanted or seen. */
  readonly sense: "expected" | "observed" | "shown";
  readonly raises: boolean;
  /** A Python value as text, or the name of an exception class. */
  readonly value: string;
  /** Where the cue starts. */
  readonly at: number;
}

type Sense = Claim["sense"] | "opposite";

const cues: readonly (readonly [Sense, RegExp])[] = [
  ["opposite", /\b(?:instead of|rather than|and not|, not)\b/gi],
  [
    "expected",
    /\b(?:expect(?:ed|ing|s)?|should(?: have)?(?: also| still| instead)? (?!not\b)\w+|must (?!not\b)\w+|ought to \w+|supposed to \w+|wanted|(?:correct|right|desired) (?:\w+ )?(?:is|would be|:))/gi,
  ],
  [
    "observed",
    /\b(?:got|gets?|gives?|gave|returns|returned|prints|printed|yields|yielded|produces|produced|raises|raised|throws|thrown|(?:fails|crashes|dies|blows up|breaks) with|actual(?:ly)?(?: \w+)?(?=[:` ])|but (?:is|was)|comes out as|ends up (?:as|with)|outputs|evaluates to|result(?: is|:)|becomes|observed)\b/gi,
  ],
  ["shown", /(?:->|=>|→|⇒)/g],
];
const fillers =
  /^(?:[\s:,*=>-]+(?!\d)|\s+|(?:an?|the|to|be|been|is|was|are|as|in|that|it|i|we|get|see|string|list|value|number|result|results|output|behaviou?r|exception|error|tuple|dict|back|exactly|just|simply|with|both|return(?:s|ed)?|raise[sd]?|throws?|print(?:s|ed)?|gives?|given|yields?|equal(?:s)?|instead|of|empty|plain)\b(?!\())/i;

/** All claims of a text, in order. `bare`: whether unquoted words are values, as in comments. */
export function readClaims(text: string, bare: boolean): Claim[] {
  const found = cues.flatMap(([sense, pattern]) =>
    [...text.matchAll(pattern)].map((match) => ({ sense, at: match.index, cue: match[0] })),
  );
  const claims: Claim[] = [];
  let until = 0;
  for (const { sense, at, cue } of found.sort((a, b) => a.at - b.at)) {
    if (at < until || insideCode(text, at)) continue;
    const value = valueAfter(text, at + cue.length, bare);
    if (value === null || value.text === "") continue;
    const wanted = claims.some((claim) => claim.sense === "expected");
    const meant = sense === "opposite" ? (wanted ? "observed" : "expected") : sense;
    const name = value.text.replace(/\(.*\)$/s, "");
    const raises = isException(name);
    const said = raises ? (name.split(".").at(-1) ?? name) : value.text;
    claims.push({ sense: meant, raises, value: said, at });
    until = value.end;
  }
  return claims;
}

function valueAfter(text: string, from: number, bare: boolean): ReadValue | null {
  for (let at = from; ;) {
    const value = readValue(text, at);
    if (value !== null) return value;
    const filler = fillers.exec(text.slice(at));
    if (filler === null || filler[0] === "") return bare ? word(text, at) : null;
    at += filler[0].length;
  }
}

function word(text: string, at: number): ReadValue | null {
  const match = /^[^\s,;()]+/.exec(text.slice(at));
  return match ? { text: match[0], end: at + match[0].length } : null;
}

function insideCode(text: string, at: number): boolean {
  return (text.slice(0, at).match(/`/g) ?? []).length % 2 === 1;
}
