// The words and operators of a bash script, as bash splits them: quotes, escapes, here documents,
// substitutions. It never fails: what a model wrote is read as far as it makes sense. One pass.

export type ShellToken =
  | { readonly kind: "word"; readonly text: string; readonly isQuoted: boolean }
  /** `;`, `&`, `&&`, `||`, `|`, `|&`, `(`, `)`, a new line. */
  | { readonly kind: "operator"; readonly text: string }
  /** `2>`, `<<<` …: the word after it is where it goes. */
  | Redirect
  /** The script of a `$(…)`, `` `…` `` or `<(…)`. */
  | { readonly kind: "substitution"; readonly text: string };

interface Redirect {
  readonly kind: "redirect";
  readonly text: string;
  readonly fd: string;
  /** What the here document holds that it begins. */
  document: string | null;
}

interface Lexer {
  readonly source: string;
  at: number;
  readonly tokens: ShellToken[];
  word: string;
  hasWord: boolean;
  isQuoted: boolean;
  /** Here documents whose text begins after the next line end. */
  readonly waiting: { readonly redirect: Redirect; readonly index: number }[];
}

const OPERATOR = /&&|\|\||\|&|;;&|;;|;&|[;&|()]/y;
const REDIRECT = /&>>|&>|<<<|<<-|<<|<&|<>|<|>>|>&|>\||>/y;

export function shellTokens(source: string): ShellToken[] {
  const lexer: Lexer = {
    ...{ source, at: 0, tokens: [], word: "", hasWord: false, isQuoted: false, waiting: [] },
  };
  while (lexer.at < source.length) step(lexer);
  endWord(lexer);
  readDocuments(lexer);
  return lexer.tokens;
}

function step(lexer: Lexer): void {
  const { source, at } = lexer;
  const char = source[at] ?? "";
  if (char === "\n") {
    endWord(lexer);
    lexer.tokens.push({ kind: "operator", text: "\n" });
    lexer.at += 1;
    readDocuments(lexer);
  } else if (/\s/.test(char)) {
    endWord(lexer);
    lexer.at += 1;
  } else if (char === "#" && !lexer.hasWord) {
    lexer.at = lineEnd(source, at);
  } else if (!quoteOrEscape(lexer, char) && !substitution(lexer) && !operator(lexer)) {
    add(lexer, char, 1);
  }
}

function add(lexer: Lexer, text: string, length: number): void {
  lexer.word += text;
  lexer.hasWord = true;
  lexer.at += length;
}

function endWord(lexer: Lexer): void {
  if (lexer.hasWord) {
    lexer.tokens.push({ kind: "word", text: lexer.word, isQuoted: lexer.isQuoted });
  }
  lexer.word = "";
  lexer.hasWord = false;
  lexer.isQuoted = false;
}

function quoteOrEscape(lexer: Lexer, char: string): boolean {
  const { source, at } = lexer;
  if (char === "\\") {
    if (source[at + 1] === "\n") lexer.at += 2;
    else add(lexer, source[at + 1] ?? "", 2);
    lexer.isQuoted ||= source[at + 1] !== "\n";
    return true;
  }
  if (char === "'") {
    const end = closing(source, at + 1, "'");
    add(lexer, source.slice(at + 1, end), end + 1 - at);
    lexer.isQuoted = true;
    return true;
  }
  if (char === "$" && source[at + 1] === "'") {
    const end = escapedEnd(source, at + 2, "'");
    add(lexer, ansi(source.slice(at + 2, end)), end + 1 - at);
    lexer.isQuoted = true;
    return true;
  }
  if (char !== '"') return false;
  doubleQuoted(lexer);
  return true;
}

function doubleQuoted(lexer: Lexer): void {
  const { source } = lexer;
  lexer.at += 1;
  lexer.hasWord = true;
  lexer.isQuoted = true;
  while (lexer.at < source.length && source[lexer.at] !== '"') {
    const char = source[lexer.at] ?? "";
    const next = source[lexer.at + 1] ?? "";
    if (char === "\\" && next === "\n") lexer.at += 2;
    else if (char === "\\" && '$`"\\'.includes(next) && next !== "") add(lexer, next, 2);
    else if (!substitution(lexer)) add(lexer, char, 1);
  }
  lexer.at += 1;
}

/** Takes a substitution as text of the word, and its script as a token of its own. */
function substitution(lexer: Lexer): boolean {
  const { source, at } = lexer;
  const char = source[at];
  if (char === "`") {
    const end = escapedEnd(source, at + 1, "`");
    lexer.tokens.push({ kind: "substitution", text: source.slice(at + 1, end) });
    add(lexer, source.slice(at, end + 1), end + 1 - at);
    return true;
  }
  const opens = char === "$" || ((char === "<" || char === ">") && !lexer.hasWord);
  if (!opens) return false;
  if (char === "$" && source[at + 1] === "{") {
    const end = closing(source, at + 2, "}");
    add(lexer, source.slice(at, end + 1), end + 1 - at);
    return true;
  }
  if (source[at + 1] !== "(") return false;
  const end = parenthesisEnd(source, at + 2);
  const isArithmetic = char === "$" && source[at + 2] === "(";
  if (!isArithmetic) {
    lexer.tokens.push({ kind: "substitution", text: source.slice(at + 2, end) });
  }
  add(lexer, source.slice(at, end + 1), end + 1 - at);
  return true;
}

function operator(lexer: Lexer): boolean {
  const { source, at } = lexer;
  REDIRECT.lastIndex = at;
  const redirect = REDIRECT.exec(source)?.[0];
  if (redirect !== undefined) {
    const isFd = /^\d+$/.test(lexer.word) && !lexer.isQuoted;
    const fd = isFd ? lexer.word : "";
    if (isFd) lexer.hasWord = false;
    endWord(lexer);
    const token: Redirect = { kind: "redirect", text: redirect, fd, document: null };
    lexer.tokens.push(token);
    if (redirect === "<<" || redirect === "<<-") {
      lexer.waiting.push({ redirect: token, index: lexer.tokens.length });
    }
    lexer.at += redirect.length;
    return true;
  }
  OPERATOR.lastIndex = at;
  const text = OPERATOR.exec(source)?.[0];
  if (text === undefined) return false;
  endWord(lexer);
  lexer.tokens.push({ kind: "operator", text });
  lexer.at += text.length;
  return true;
}

function readDocuments(lexer: Lexer): void {
  for (const { index, redirect } of lexer.waiting.splice(0)) {
    const delimiter = lexer.tokens[index];
    if (delimiter?.kind !== "word") continue;
    const lines: string[] = [];
    while (lexer.at < lexer.source.length) {
      const end = lineEnd(lexer.source, lexer.at);
      const whole = lexer.source.slice(lexer.at, end);
      const line = redirect.text === "<<-" ? whole.replace(/^\t+/, "") : whole;
      lexer.at = end + 1;
      if (line === delimiter.text) break;
      lines.push(line);
    }
    redirect.document = lines.map((line) => `${line}\n`).join("");
  }
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf("\n", from);
  return end === -1 ? source.length : end;
}

function closing(source: string, from: number, mark: string): number {
  const end = source.indexOf(mark, from);
  return end === -1 ? source.length : end;
}

function escapedEnd(source: string, from: number, mark: string): number {
  let at = from;
  while (at < source.length && source[at] !== mark) at += source[at] === "\\" ? 2 : 1;
  return Math.min(at, source.length);
}

/** Where the parenthesis closes that was opened before `from`; quotes hide others. */
function parenthesisEnd(source: string, from: number): number {
  let depth = 1;
  let at = from;
  for (; at < source.length; at++) {
    const char = source[at];
    if (char === "\\") at += 1;
    else if (char === "'") at = closing(source, at + 1, "'");
    else if (char === '"') at = escapedEnd(source, at + 1, '"');
    else if (char === "(") depth += 1;
    else if (char === ")" && --depth === 0) return at;
  }
  return source.length;
}

const ANSI: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\x07", e: "\x1b" };

function ansi(text: string): string {
  return text.replace(/\\(x[\da-fA-F]{1,2}|[0-7]{1,3}|.)/gs, (_, code: string) => {
    if (/^x[\da-fA-F]/.test(code)) return String.fromCharCode(parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCharCode(parseInt(code, 8) & 0xff);
    return ANSI[code] ?? code;
  });
}
