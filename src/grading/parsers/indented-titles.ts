// The titles above a test in a report that shows suites by indentation.

interface Title {
  readonly indent: number;
  readonly text: string;
}

/**
 * Longer paths are none that a person wrote; with them a hostile log of some megabytes, one title
 * above many tests, would become gigabytes of names.
 */
const MAX_PATH = 1000;

export class IndentedTitles {
  readonly #titles: Title[] = [];

  /** Ends the suites that are not above a line of this indentation. */
  closeTo(indent: number): void {
    while ((this.#titles.at(-1)?.indent ?? -1) >= indent) this.#titles.pop();
  }

  open(indent: number, text: string): void {
    this.closeTo(indent);
    const above = this.#titles.reduce((sum, title) => sum + title.text.length, 0);
    if (above + text.length <= MAX_PATH) this.#titles.push({ indent, text });
  }

  clear(): void {
    this.#titles.length = 0;
  }

  /** The titles above a line of this indentation, then its own. */
  path(indent: number, text: string): string[] {
    this.closeTo(indent);
    return [...this.#titles.map((title) => title.text), text];
  }
}

/** Spaces before the first other character. */
export function indentOf(line: string): number {
  let indent = 0;
  while (line[indent] === " ") indent++;
  return indent;
}
