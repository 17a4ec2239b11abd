// Keywords of an issue by rules: method names and literal strings that its text mentions and that
// occur in the repository, so that a search for them would lead somewhere. The rules read code
// spans, fenced code, tracebacks and quotations; each keyword says which.
import { z } from "zod";
import { PlumblineError } from "../../core/errors.ts";
import type { FileTree } from "../../core/file-tree.ts";
import type { Keyword, KeywordMap } from "../../core/variant-log.ts";
import { pythonFiles } from "./module-cache.ts";

const KEYWORDS = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except " +
    "finally for from global if import in is lambda nonlocal not or pass raise return try while " +
    "with yield match case type"
  ).split(" "),
);
/** Names that are everywhere; a decoy of that name would mislead nobody. */
const COMMON = new Set(
  "print len str int list dict set tuple range open super self cls main format append get".split(
    " ",
  ),
);

const SHORTEST_STRING = 3;
const LONGEST_STRING = 120;

/** Why a text can't be a keyword of its kind, or null. */
export function keywordProblem(kind: "method" | "string", text: string): string | null {
  if (kind === "method") {
    if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(text)) return "not an identifier";
    if (KEYWORDS.has(text)) return "a reserved word";
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
  const addMethod = (name: string, origin: string) => {
    if (methods.has(name) || name.length < 3 || COMMON.has(name)) return;
    if (keywordProblem("method", name) === null && repository.defines(name)) {
      methods.set(name, origin);
    }
  };
  const addString = (text: string, origin: string) => {
    if (strings.has(text) || text.length < SHORTEST_STRING || text.length > LONGEST_STRING) return;
    if (/[\p{L}\p{N}]/u.test(text) && repository.quotes(text)) strings.set(text, origin);
  };

  for (const { code, origin } of codeParts(problem)) {
    for (const [, name = ""] of code.matchAll(/(?:\bdef\s+|\.)?\b([A-Za-z_]\w*)\s*\(/g)) {
      addMethod(name, origin);
    }
    if (origin === SPAN) for (const name of code.split(".")) addMethod(name.trim(), origin);
    for (const text of quoted(code)) addString(text, origin);
  }
  for (const [, name = ""] of problem.matchAll(/^\s*File "[^"\n]+", line \d+, in (\w+)/gm)) {
    addMethod(name, "problem statement: traceback");
  }
  for (const [, text = ""] of problem.matchAll(/^\w*(?:Error|Exception|Warning): (.+)$/gm)) {
    addString(text.trim(), "problem statement: traceback");
  }
  for (const text of quoted(problem)) addString(text, "problem statement: quotation");
  return { methods: asKeywords(methods), strings: asKeywords(strings) };
}

const SPAN = "problem statement: code span";
const FENCE = "problem statement: code block";

function codeParts(problem: string): { code: string; origin: string }[] {
  const fenced = [...problem.matchAll(/^(```|~~~)[^\n]*\n([^]*?)^\1/gm)];
  const rest = problem.replaceAll(/^(```|~~~)[^\n]*\n[^]*?^\1/gm, "\n");
  const spans = [...rest.matchAll(/(`+)([^`\n]+)\1/g)];
  return [
    ...spans.map(([, , code = ""]) => ({ code, origin: SPAN })),
    ...fenced.map(([, , code = ""]) => ({ code, origin: FENCE })),
  ];
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
    defines: (name: string) => {
      const definition = new RegExp(`\\b(?:def|class)\\s+${name}\\b|\\.${name}\\b`);
      return texts.some((text) => text.includes(name) && definition.test(text));
    },
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
    texts.map((text) => {
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
