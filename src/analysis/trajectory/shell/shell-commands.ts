// A bash script as the simple commands that it runs, in order: without keywords, assignments and
// programs that only run another, with the scripts of substitutions and of `bash -c`.
import { shellTokens } from "./shell-lexer.ts";

export interface ShellCommand {
  /** The program and its arguments, quotes removed; variables stand as they are written. */
  readonly words: readonly string[];
  readonly redirects: readonly { readonly operator: string; readonly target: string }[];
  /** Here document or here string on its standard input; null where there is none. */
  readonly input: string | null;
  /** Operator before it: "" for the first, "|" for one that reads the one before. */
  readonly after: string;
}

/** Scripts in scripts are read so deep. */
const DEEPEST = 6;

export function shellCommands(source: string, depth = 0): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let open = newCommand("");
  const end = (operator: string) => {
    if (!isEmpty(open)) commands.push(...unwrapped(open, depth));
    open = newCommand(operator);
  };
  const tokens = shellTokens(source);
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (token.kind === "operator") end(token.text);
    else if (token.kind === "substitution") {
      if (depth < DEEPEST) commands.push(...shellCommands(token.text, depth + 1));
    } else if (token.kind === "word") {
      if (open.words.length > 0 || !isSkipped(token.text, token.isQuoted)) {
        open.words.push(token.text);
      }
    } else {
      const next = tokens[index + 1];
      const target = next?.kind === "word" ? next.text : "";
      if (next?.kind === "word") index += 1;
      open.redirects.push({ operator: token.fd + token.text, target });
      open.input ??= token.text === "<<<" ? target : token.document;
    }
  }
  end("");
  return commands;
}

interface OpenCommand extends ShellCommand {
  readonly words: string[];
  readonly redirects: { operator: string; target: string }[];
  input: string | null;
}

function newCommand(after: string): OpenCommand {
  return { words: [], redirects: [], input: null, after };
}

function isEmpty({ words, redirects }: OpenCommand): boolean {
  return words.length === 0 && redirects.length === 0;
}

const KEYWORDS = new Set([
  ...["if", "then", "else", "elif", "fi", "do", "done", "while", "until", "esac"],
  ...["{", "}", "!", "time"],
]);

/** What may stand before a program's name. */
function isSkipped(word: string, isQuoted: boolean): boolean {
  return (!isQuoted && KEYWORDS.has(word)) || /^[A-Za-z_]\w*\+?=/.test(word);
}

/** Programs that run the rest of their arguments, with the options of theirs that take a value. */
const RUNNERS: Readonly<Record<string, RegExp>> = {
  ...{ sudo: /^-[ugh]$/, env: /^-[uC]$/, nice: /^-n$/, xargs: /^-[IiLnPsEd]$/, stdbuf: /^$/ },
  ...{ nohup: /^$/, command: /^$/, exec: /^$/, time: /^$/, timeout: /^-[ks]$/, setsid: /^$/ },
};

function unwrapped(command: OpenCommand, depth: number): ShellCommand[] {
  const [program = "", ...rest] = command.words;
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (depth >= DEEPEST) return [command];
  if (/^(ba|z|da|k)?sh$/.test(name)) {
    const flag = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
    if (flag !== -1) return shellCommands(rest[flag + 1] ?? "", depth + 1);
    if (command.input !== null && rest.every((word) => word.startsWith("-"))) {
      return shellCommands(command.input, depth + 1);
    }
  }
  if (name === "eval") return shellCommands(rest.join(" "), depth + 1);
  const takesValue = Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined;
  if (takesValue === undefined) return [command];
  const inner = innerWords(rest, takesValue, name === "timeout");
  return inner.length === 0 ? [command] : unwrapped({ ...command, words: inner }, depth + 1);
}

function innerWords(words: readonly string[], takesValue: RegExp, hasDuration: boolean): string[] {
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? "";
    if (takesValue.test(word)) at += 2;
    else if (word.startsWith("-") || /^[A-Za-z_]\w*=/.test(word)) at += 1;
    else break;
  }
  return words.slice(hasDuration ? at + 1 : at);
}
