// The words of an issue by which its place in the code may be found.
import type { IssueBlock } from "./blocks.ts";

export interface Term {
  readonly text: string;
  readonly weight: number;
}

export interface Frame {
  readonly file: string;
  readonly line: number;
}

export interface Terms {
  /** Identifiers, the heaviest first. */
  readonly identifiers: readonly Term[];
  /** Other words of four letters and more, in lower case. */
  readonly words: readonly string[];
  readonly exceptions: readonly string[];
  readonly frames: readonly Frame[];
  /** Contents of quoted strings and code spans that could be texts. */
  readonly strings: readonly string[];
  readonly numbers: readonly number[];
}

const keywords = new Set(
  "and as assert class def del elif else except false finally for from global import in is lambda none not or pass print raise return self true try while with yield python traceback line file most recent call last".split(
    " ",
  ),
);
const commonWords = new Set(
  "that this with from when then than have does should would could expected actual instead returns return result value values called calling method function which there their while into only also same other what seems like because after before being been will were they them some just even still issue wrong error problem".split(
    " ",
  ),
);

export function readTerms(blocks: readonly IssueBlock[]): Terms {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    if (text.length > 2 && !keywords.has(text.toLowerCase())) {
      weights.set(text, Math.max(weights.get(text) ?? 0, weight));
    }
  };
  const prose = blocks.filter((block) => block.kind === "prose").map((block) => block.text);
  const code = blocks.filter((block) => block.kind === "code").map((block) => block.text);
  const spans = prose.flatMap((text) => all(text, /`([^`\n]+)`/g));
  for (const text of prose) {
    for (const name of all(text, /\b([A-Za-z]\w*_\w+|[A-Z][a-z]+[A-Z]\w*)\b/g)) add(name, 2);
    for (const name of all(text, /\b([A-Za-z_]\w*)\(/g)) add(name, 3);
  }
  for (const text of code) for (const name of all(text, /\b([A-Za-z_]\w*)\b/g)) add(name, 1);
  for (const text of code) for (const name of all(text, /\b([A-Za-z_]\w*)\(/g)) add(name, 2);
  for (const span of spans) for (const name of all(span, /\b([A-Za-z_]\w*)\b/g)) add(name, 3);
  const whole = blocks.map((block) => `${block.label.heading}\n${block.text}`).join("\n");
  const words = all(whole.toLowerCase(), /([a-z]{4,})/g).filter((word) => !commonWords.has(word));
  return {
    identifiers: [...weights]
      .map(([text, weight]) => ({ text, weight }))
      .sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1)),
    words: [...new Set(words)],
    exceptions: [...new Set(all(whole, /\b([A-Z]\w*(?:Error|Exception|Warning))\b/g))],
    frames: [...whole.matchAll(/File "([^"]+\.py)", line (\d+)/g)].map((match) => ({
      file: match[1] ?? "",
      line: Number(match[2]),
    })),
    strings: [
      ...new Set([
        ...all(whole, /(?<![\w\\])'([^'\n]{0,24})'/g),
        ...all(whole, /"([^"\n]{0,24})"/g),
      ]),
    ],
    numbers: [...new Set(all(whole, /(?<![\w.])(-?\d{1,9}(?:\.\d+)?)(?![\w.])/g).map(Number))],
  };
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? "");
}
