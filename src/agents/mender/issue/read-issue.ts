// What an issue says: code to run, what is wrong and what would be right, and the words to look for.
// Everything here is a guess from form; what it is worth shows when the scripts are run.
import { splitIssue, roleOfBlock } from "./blocks.ts";
import type { IssueBlock } from "./blocks.ts";
import { readClaims } from "./claims.ts";
import type { Claim } from "./claims.ts";
import { fromScript, fromSession, isSession, isTraceback, mark, mayBePython } from "./snippet.ts";
import { withOutput } from "./snippet.ts";
import type { Snippet } from "./snippet.ts";
import { readTerms } from "./terms.ts";
import type { Terms } from "./terms.ts";

export interface IssueReading {
  /** Scripts that may show the complaint, the likeliest first. */
  readonly scripts: readonly string[];
  /** Values that the issue names as right or wrong, as Python text. */
  readonly values: readonly string[];
  readonly terms: Terms;
}

const otherLanguages =
  /^(?:bash|sh|shell|console|json|toml|ya?ml|diff|patch|ini|html|xml|c|cpp|js|ts|javascript)$/;

export function readIssue(issue: string): IssueReading {
  const blocks = splitIssue(issue);
  const snippets: Snippet[] = [];
  const inline: string[] = [];
  const values: string[] = [];
  let waiting: Claim[] = [];

  for (const block of blocks) {
    if (block.kind === "code") {
      addCode(block, snippets);
      const last = snippets.at(-1);
      if (last !== undefined && waiting.length > 0) {
        snippets[snippets.length - 1] = attach(last, waiting);
        waiting = [];
      }
      continue;
    }
    const prose = readProse(block);
    inline.push(...prose.statements);
    values.push(...prose.claims.map((claim) => claim.value));
    const last = snippets.at(-1);
    if (last === undefined) waiting.push(...prose.loose);
    else snippets[snippets.length - 1] = attach(last, prose.loose);
  }

  const parts = snippets.map((snippet) => snippet.code);
  const setup = parts.join("\n");
  const asked = inline.join("\n");
  const scripts = [setup, ...(inline.length > 0 ? [`${setup}\n${asked}`, asked] : []), ...parts];
  return {
    scripts: [...new Set(scripts.filter((script) => script.trim() !== ""))],
    values: [...new Set(values)],
    terms: readTerms(blocks),
  };
}

function addCode(block: IssueBlock, snippets: Snippet[]): void {
  const role = roleOfBlock(block);
  if (role === "fix" || otherLanguages.test(block.language)) return;
  const last = snippets.at(-1);
  if (isSession(block.text)) {
    snippets.push(fromSession(block.text, role === "expected" ? "expected" : "observed"));
  } else if (isTraceback(block.text)) {
    if (last) snippets[snippets.length - 1] = withOutput(last, "observed", block.text);
  } else if (block.language.startsWith("py") || (role === "none" && mayBePython(block.text))) {
    snippets.push(fromScript(block.text));
  } else if (last !== undefined && (role === "expected" || role === "observed")) {
    snippets[snippets.length - 1] = withOutput(last, role, block.text);
  }
}

/** Claims of prose belong to the last statement of the code before, where that leaves it open. */
function attach(snippet: Snippet, claims: readonly Claim[]): Snippet {
  if (snippet.decides || claims.length === 0) return snippet;
  const decides = claims.some((claim) => claim.sense === "expected");
  return { code: [snippet.code, ...claims.map(mark)].join("\n"), decides };
}

interface Prose {
  readonly claims: readonly Claim[];
  /** Claims that name no call. */
  readonly loose: readonly Claim[];
  /** `f(x)` from a code span with what is claimed of it. */
  readonly statements: readonly string[];
}

function readProse(block: IssueBlock): Prose {
  const role = roleOfBlock(block);
  const all: Claim[] = [];
  const loose: Claim[] = [];
  const statements: string[] = [];
  let subject: string | null = null;
  for (const sentence of sentences(block.text)) {
    const claims = readClaims(sentence, false).map((claim) =>
      role === "expected" && claim.sense === "observed"
        ? { ...claim, sense: "expected" as const }
        : claim,
    );
    all.push(...claims);
    subject = subjectOf(sentence, claims[0]?.at ?? sentence.length) ?? subject;
    if (subject === null) loose.push(...claims);
    else statements.push(...claims.map((claim) => `${subject}\n${mark(claim)}`));
  }
  return { claims: all, loose, statements: merge(statements) };
}

/** Two claims of one call in a row are one statement: what it gives and what it should give. */
function merge(statements: readonly string[]): string[] {
  const merged: string[] = [];
  for (const statement of statements) {
    const [call = "", comment = ""] = statement.split("\n# ");
    const last = merged.at(-1);
    if (last?.split("\n# ")[0] === call) merged[merged.length - 1] = `${last}\n# ${comment}`;
    else merged.push(statement);
  }
  return merged;
}

function subjectOf(sentence: string, before: number): string | null {
  const spans = [...sentence.matchAll(/`([^`\n]+)`/g)].filter((span) => span.index < before);
  const calls = spans.map((span) => (span[1] ?? "").trim()).filter(isUsableCall);
  return calls.at(-1) ?? null;
}

function isUsableCall(code: string): boolean {
  return (
    /^[A-Za-z_][\w.]*\(.+\)$|^[A-Za-z_]\w*(?:\.\w+)*\(\)[\w.()]*$/s.test(code) &&
    !code.includes("...")
  );
}

function sentences(text: string): string[] {
  // A full stop inside a code span ends nothing.
  const masked = text.replace(/`[^`]*`/g, (span) => span.replace(/[.!?;\n]/g, "\u0001"));
  const cuts = [...masked.matchAll(/[.!?;](?=\s)|\n\s*\n|\n\s*[-*] /g)].map((m) => m.index + 1);
  const edges = [0, ...cuts, text.length];
  return edges.slice(1).map((end, index) => text.slice(edges[index], end));
}
