// Keywords of an issue by rules: method names and literal strings that its text mentions and that
// occur in the repository, so that a search for them would lead somewhere. The rules read code
// spans, fenced code, tracebacks and quotations; each keyword says which.
import { z } from "zod";
import { PlumblineError } from "../../core/errors.ts";
import type { FileTree } from "../../core/file-tree.ts";
import type { Keyword, KeywordMap } from "../../core/variant-log.ts";
import { RESERVED_WORDS } from "../syntax/python/reserved-names.ts";
import { pythonFiles } from "./module-cache.ts";

/** Names that are everywhere; a decoy of that name would mislead nobody. */
const COMMON = new Set(
  "print len str int list dict set tuple range open super self cls main format append get".split(
    " ",
  ),
);

const SHORTEST_NAME = 3;
const SHORTEST_STRING = 3;
const LONGEST_STRING = 120;

/** Why a text can't be a keyword of its kind, or null. */
export function keywordProblem(kind: "method" | "string", text: string): string | null {
  if (kind === "method") {
    if (!/^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text)) return "not an identifier";
    // The compiler makes another name of it, which nobody would find by looking for this one.
    if (text.normalize("NFKC") !== text) return "not a normalised identifier";
    if (RESERVED_WORDS.has(text)) return "a reserved word";
    return /^__.*__$/.test(text) ? "a special method" : null;
  }
  if (text.length === 0) return "empty";
  return text.includes("\0") ? "contains a null character" : null;
}

/** Keywords from a problem statement alone, kept if the repository contains them. */
export function keywordsFromProblem(problem: string, tree: FileTree): KeywordMap {
  const repository = repositoryText(tree);
  const methods = new Map<string, string>();
  const strings = new Map<string, string>();
  for (const { text, origin } of methodCandidates(problem)) {
    if (methods.has(text) || text.length < SHORTEST_NAME || COMMON.has(text)) continue;
    if (keywordProblem("method", text) !== null || !repository.defines(text)) continue;
    methods.set(text, origin);
  }
  for (const { text, origin } of stringCandidates(problem)) {
    if (strings.has(text) || text.length < SHORTEST_STRING || text.length > LONGEST_STRING)
      continue;
    if (keywordProblem("string", text) !== null || !/[\p{L}\p{N}]/u.test(text)) continue;
    if (repository.quotes(text)) strings.set(text, origin);
  }
  return { methods: asKeywords(methods), strings: asKeywords(strings) };
}

const SPAN = "problem statement: code span";
const FENCE = "problem statement: code block";
const TRACEBACK = "problem statement: traceback";
const QUOTATION = "problem statement: quotation";
const TEXT = "problem statement: text";

/** Names that are called or qualified in code, that tracebacks lead through, or that stand out. */
function* methodCandidates(problem: string): Generator<Keyword> {
  const { parts, prose } = splitProblem(problem);
  for (const { text: code, origin } of parts) {
    for (const [, text = ""] of code.matchAll(
      /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)\s*\(/gu,
    )) {
      yield { text, origin };
    }
    // In a span a name need not be called: `Invoice.total`, `total`.
    if (origin === SPAN) for (const text of code.split(".")) yield { text: text.trim(), origin };
  }
  for (const [, text = ""] of problem.matchAll(/^\s*File "[^"\n]+", line \d+, in (\w+)/gm)) {
    yield { text, origin: TRACEBACK };
  }
  // Words of a sentence only where they can be nothing but names: a_b, a.b, aB, a().
  for (const [word = "", call] of prose.matchAll(/(?<![\w./-])[A-Za-z_][\w.]*\b(\(\))?/g)) {
    const isName = call !== undefined || /\w_\w|[a-z][A-Z]|\w\.[a-z_]/.test(word);
    if (isName) for (const text of word.replace("()", "").split(".")) yield { text, origin: TEXT };
  }
}

/** Literals of code, messages of tracebacks, and what the text quotes. */
function* stringCandidates(problem: string): Generator<Keyword> {
  for (const { text: code, origin } of splitProblem(problem).parts) {
    for (const text of quoted(code)) yield { text, origin };
  }
  for (const [, text = ""] of problem.matchAll(/^[\w.]*(?:Error|Exception|Warning): (.+)$/gm)) {
    yield { text: text.trim(), origin: TRACEBACK };
  }
  for (const text of quoted(problem)) yield { text, origin: QUOTATION };
}

/** A fenced block, indented or not, closed or not. */
const FENCED = /^[ \t]*(`{3,}|~{3,})[^\n]*\n([^]*?)(?:^[ \t]*\1[`~]*[ \t]*$|(?![^]))/gm;
/** Lines of a session in the interpreter, and blocks that are indented as code. */
const EXAMPLE = /^[ \t]*(?:>>>|\.\.\.) .*$|^(?: {4}|\t).*$/gm;

/** The code in a problem statement by how it is marked, and what is left of the text. */
function splitProblem(problem: string): { parts: Keyword[]; prose: string } {
  const text = problem.replaceAll("\r\n", "\n");
  const fences = [...text.matchAll(FENCED)].map(([, , code = ""]) => code);
  const unfenced = text.replaceAll(FENCED, "\n");
  const examples = [...unfenced.matchAll(EXAMPLE)].map(([line]) => line);
  const rest = unfenced.replaceAll(EXAMPLE, "");
  const tags = /<(code|pre|tt)>([^]*?)<\/\1>/gi;
  const spans = [
    ...[...rest.matchAll(/(`+)([^`\n]+)\1/g)].map(([, , code = ""]) => code),
    ...[...rest.matchAll(tags)].map(([, , code = ""]) => code),
  ];
  return {
    parts: [
      ...spans.map((code) => ({ text: code, origin: SPAN })),
      ...[...fences, ...examples].map((code) => ({ text: code, origin: FENCE })),
    ],
    prose: rest.replaceAll(/(`+)[^`\n]+\1/g, " ").replaceAll(tags, " "),
  };
}

function* quoted(text: string): Generator<string> {
  for (const [, , content = ""] of text.matchAll(
    /(?<![\w])(["'])((?:(?!\1)[^\n\\]){3,120})\1(?!\w)/g,
  )) {
    yield content;
  }
}

function asKeywords(found: ReadonlyMap<string, string>): Keyword[] {
  return Array.from(found, ([text, origin]) => ({ text, origin }));
}

/** What the repository's Python says, looked up without parsing: a keyword needs no proof. */
function repositoryText(tree: FileTree) {
  const texts = pythonFiles(tree).map((path) =>
    Buffer.from(tree.get(path)?.bytes ?? new Uint8Array()).toString("utf8"),
  );
  return {
    /** Whether a function has the name, or something is called by it that is no class. */
    defines: (name: string) => {
      const end = "(?![\\p{L}\\p{N}_])";
      const definition = new RegExp(`\\bdef[ \\t]+${name}${end}`, "u");
      const call = new RegExp(`\\.${name}[ \\t]*\\(`, "u");
      const isClass = new RegExp(`\\bclass[ \\t]+${name}${end}`, "u");
      const containing = texts.filter((text) => text.includes(name));
      if (containing.some((text) => definition.test(text))) return true;
      return (
        containing.some((text) => call.test(text)) && !containing.some((text) => isClass.test(text))
      );
    },
    /** Whether a text occurs where it may be in a string. */
    quotes: (text: string) => texts.some((content) => content.includes(text)),
  };
}

const keywordFileSchema = z.strictObject({
  methods: z.array(z.string()).default([]),
  strings: z.array(z.string()).default([]),
});

/** Reads the content of a keywords file: `{"methods": [...], "strings": [...]}`. */
export function parseKeywordFile(content: string, name: string): KeywordMap {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (cause) {
    throw badFile(name, "it is no JSON", cause);
  }
  const parsed = keywordFileSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw badFile(name, `${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim());
  }
  const take = (kind: "method" | "string", texts: readonly string[]): Keyword[] =>
    [...new Set(texts)].map((text) => {
      const problem = keywordProblem(kind, text);
      if (problem !== null)
        throw badFile(name, `the ${kind} ${JSON.stringify(text)} is ${problem}`);
      return { text, origin: name };
    });
  return {
    methods: take("method", parsed.data.methods),
    strings: take("string", parsed.data.strings),
  };
}

function badFile(name: string, what: string, cause?: unknown): PlumblineError {
  return new PlumblineError(
    "bad-keywords",
    "usage",
    `${name} can't be read as keywords: ${what}.`,
    {
      hint: '{"methods": ["save"], "strings": ["invalid value"]}',
      cause,
    },
  );
}
