// An issue as a sequence of prose and code. Reads Markdown and the bare doctest sessions and
// tracebacks that people paste without fences; anything unclear is prose.
export interface IssueBlock {
  readonly kind: "prose" | "code";
  readonly text: string;
  /** Info word of a fence, in lower case; empty where there is none. */
  readonly language: string;
  /** What the block is announced as: the heading above it and the line that leads to it. */
  readonly label: { readonly heading: string; readonly leadIn: string };
}

export type Role = "expected" | "observed" | "fix" | "none";

const fence = /^\s{0,3}(`{3,}|~{3,})\s*([\w+-]*)/;
const heading = /^(?:#{1,6}\s+(.*?)\s*#*|\*\*([^*]+)\*\*:?|__([^_]+)__:?)\s*$/;
const paste = /^\s*(?:>>> |Traceback \(most recent call last\))/;

/** What a heading or a leading line announces. */
export function roleOf(label: string): Role {
  if (/\b(fix|patch|workaround|solution|suggest|propos)/i.test(label)) return "fix";
  if (/\b(actual|got|instead|observed|currently?|what happens)\b/i.test(label)) return "observed";
  if (/\b(expect|should|desired|correct|wanted)/i.test(label)) return "expected";
  return "none";
}

/** The role of a block: its leading line decides before its heading does. */
export function roleOfBlock(block: IssueBlock): Role {
  const near = roleOf(block.label.leadIn);
  return near === "none" ? roleOf(block.label.heading) : near;
}

export function splitIssue(issue: string): IssueBlock[] {
  const lines = issue.replaceAll("\r\n", "\n").split("\n");
  const blocks: IssueBlock[] = [];
  let prose: string[] = [];
  let above = "";

  const flush = (): string => {
    const text = prose.join("\n").trim();
    prose = [];
    const label = { heading: above, leadIn: "" };
    if (text !== "") blocks.push({ kind: "prose", text, language: "", label });
    return text.split("\n").at(-1) ?? "";
  };
  const code = (body: string[], language: string): void => {
    const leadIn = flush();
    const text = dedent(body).join("\n");
    blocks.push({ kind: "code", text, language, label: { heading: above, leadIn } });
  };

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const open = fence.exec(line);
    const title = heading.exec(line);
    if (open) {
      const close = lines.findIndex((l, i) => i > at && l.trim().startsWith(open[1] ?? ""));
      const end = close < 0 ? lines.length : close;
      code(lines.slice(at + 1, end), (open[2] ?? "").toLowerCase());
      at = end;
    } else if (title) {
      flush();
      above = title.slice(1).join("").trim();
    } else if (paste.test(line) || opensIndented(lines, at)) {
      const end = endOfPaste(lines, at);
      code(lines.slice(at, end), "");
      at = end - 1;
    } else {
      prose.push(line);
    }
  }
  flush();
  return blocks;
}

function opensIndented(lines: readonly string[], at: number): boolean {
  const before = at === 0 ? "" : (lines[at - 1] ?? "");
  return /^(?: {4}|\t)\S/.test(lines[at] ?? "") && before.trim() === "";
}

/** A paste ends at the first blank line that nothing indented and no prompt follows. */
function endOfPaste(lines: readonly string[], from: number): number {
  const indented = /^(?: {4}|\t)/.test(lines[from] ?? "");
  let at = from + 1;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() !== "") {
      if (indented && !/^(?: {4}|\t)/.test(line)) break;
      continue;
    }
    const next = lines.slice(at + 1).find((l) => l.trim() !== "") ?? "";
    if (!(indented ? /^(?: {4}|\t)/.test(next) : paste.test(next))) break;
  }
  return at;
}

function dedent(lines: readonly string[]): string[] {
  const widths = lines.filter((l) => l.trim() !== "").map((l) => l.length - l.trimStart().length);
  const width = widths.length === 0 ? 0 : Math.min(...widths);
  return lines.map((line) => line.slice(width).trimEnd());
}
