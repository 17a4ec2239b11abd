// JSON that was cut off, closed after its last whole event. One pass, whatever its size. A part that
// was being written when the file ended is left out: half an event would be taken for a whole one.

/** Lists of which every element is an event of its own; `#` stands for an index. */
const EVENT_LISTS = new Set([
  ...["", "/messages", "/messages/#/parts", "/events"],
  ...["/trajectory", "/history", "/steps"],
]);
/** No list of events lies deeper. */
const DEEPEST_LIST = 3;

interface Frame {
  readonly isList: boolean;
  /** Where it is in the document; null deeper than any list of events. */
  readonly path: string | null;
  readonly start: number;
  key: string;
  awaits: "key" | "colon" | "value" | "comma";
  /** End of its last whole member or element. */
  end: number;
}

/** The document closed after its last whole part; null where it was not cut off. */
export function closeCutJson(text: string): string | null {
  const stack: Frame[] = [];
  let at = 0;
  while (at < text.length) {
    const next = readToken(text, at, stack);
    if (next === null) break;
    if (next.isDone) return null;
    at = next.at;
  }
  return stack.length === 0 ? null : closed(text, stack);
}

function closed(text: string, stack: readonly Frame[]): string {
  const list = stack.findLastIndex(
    ({ isList, path }) => isList && path !== null && EVENT_LISTS.has(path),
  );
  const depth = list === -1 ? stack.length - 1 : list;
  const open = stack.slice(0, depth + 1);
  const closers = open.map(({ isList }) => (isList ? "]" : "}")).reverse();
  return text.slice(0, open.at(-1)?.end) + closers.join("");
}

interface Progress {
  readonly at: number;
  readonly isDone: boolean;
}

/** Reads on to the end of the token at `at`; null where the text ends within it or makes no sense. */
function readToken(text: string, at: number, stack: Frame[]): Progress | null {
  const frame = stack.at(-1);
  const char = text[at] ?? "";
  if (/\s/.test(char)) return { at: at + 1, isDone: false };
  if (char === "{" || char === "[") {
    stack.push(opened(char === "[", at, stack));
    return { at: at + 1, isDone: false };
  }
  if (char === "}" || char === "]") {
    stack.pop();
    return valueEnded(stack, at + 1);
  }
  if (char === "," && frame !== undefined) {
    frame.awaits = frame.isList ? "value" : "key";
    return { at: at + 1, isDone: false };
  }
  if (char === ":" && frame !== undefined) {
    frame.awaits = "value";
    return { at: at + 1, isDone: false };
  }
  const end = char === '"' ? stringEnd(text, at) : literalEnd(text, at);
  if (end === null) return null;
  if (frame?.awaits === "key") {
    frame.key = text.slice(at + 1, end - 1);
    frame.awaits = "colon";
    return { at: end, isDone: false };
  }
  return valueEnded(stack, end);
}

function opened(isList: boolean, start: number, stack: readonly Frame[]): Frame {
  const parent = stack.at(-1);
  const step = parent === undefined ? "" : parent.isList ? "/#" : `/${parent.key}`;
  const isNear = parent?.path !== null && stack.length <= DEEPEST_LIST;
  const path = isNear ? `${parent?.path ?? ""}${step}` : null;
  return { isList, path, start, key: "", awaits: isList ? "value" : "key", end: start + 1 };
}

function valueEnded(stack: readonly Frame[], end: number): Progress {
  const frame = stack.at(-1);
  if (frame === undefined) return { at: end, isDone: true };
  frame.end = end;
  frame.awaits = "comma";
  return { at: end, isDone: false };
}

function stringEnd(text: string, start: number): number | null {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x5c) at += 1;
    else if (char === 0x22) return at + 1;
  }
  return null;
}

/** A number at the end of the text may go on; so it is not whole. */
function literalEnd(text: string, start: number): number | null {
  for (let at = start; at < text.length; at++) {
    if (",]}: \t\r\n".includes(text[at] ?? "")) return at === start ? at + 1 : at;
  }
  return null;
}
