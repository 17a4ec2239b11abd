// Code of an issue turned into a script whose comments say what is claimed of each statement:
// `f(3)  # expect: 5`. The same comments are read by programs/claims.ts in the sandbox.
import { readClaims } from "./claims.ts";
import type { Claim } from "./claims.ts";
import { isException, startOfComment } from "./values.ts";

export interface Snippet {
  readonly code: string;
  /** Whether it says itself what is right: then prose adds nothing. */
  readonly decides: boolean;
}

const prompt = /^\s*(?:>>>|\.\.\.)(?: |$)/;
const firstPrompt = /^\s*(?:>>>|In \[\d+\]:)/m;

export function isSession(text: string): boolean {
  return firstPrompt.test(text);
}

export function isTraceback(text: string): boolean {
  return text.trimStart().startsWith("Traceback (most recent call last)");
}

/** Whether code without prompts may be Python: the sandbox decides, this only spares it the prose. */
export function mayBePython(text: string): boolean {
  return /^\s*(?:import |from \S+ import |print\(|assert |with |for |def |class |try:|[\w.]+(?:\[.*\])? = |[\w.]+\()/m.test(
    text,
  );
}

/** The comment for a claim. Line breaks and backslashes are escaped. */
export function mark(claim: Pick<Claim, "sense" | "raises" | "value">): string {
  const kind = { expected: "expect", observed: "observed", shown: "shown" }[claim.sense];
  const text = claim.value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
  return `# ${kind}${claim.raises && claim.sense !== "shown" ? "-raises" : ""}: ${text}`;
}

export function fromScript(text: string): Snippet {
  const lines = text.split("\n").map((line) => {
    const at = startOfComment(line);
    const marks = at === null ? [] : readClaims(line.slice(at + 1), true).map(mark);
    return [line, ...marks].join("\n");
  });
  const code = lines.join("\n");
  return { code, decides: /^\s*assert\b|^# (?:expect|shown)|^\s*self\.assert/m.test(code) };
}

/** A doctest session. Its outputs are what was seen, unless the block says that they are wanted. */
export function fromSession(text: string, sense: "expected" | "observed"): Snippet {
  const code: string[] = [];
  let output: string[] = [];
  const flush = (): void => {
    const shown = output.join("\n").trim();
    output = [];
    if (shown === "" || code.length === 0) return;
    const comment = shown.includes("\n") ? null : startOfComment(shown);
    const value = (comment === null ? shown : shown.slice(0, comment)).trim();
    if (comment !== null) code.push(...readClaims(shown.slice(comment + 1), true).map(mark));
    const raised = raisedIn(value);
    code.push(mark({ sense, raises: raised !== null, value: raised ?? value }));
  };
  for (const raw of text.split("\n")) {
    const line = raw.replace(/^\s*In \[\d+\]:/, ">>>").replace(/^\s*Out\[\d+\]:\s*/, "");
    if (prompt.test(line)) {
      if (line.trimStart().startsWith(">>>")) flush();
      const source = line.replace(prompt, "");
      const at = startOfComment(source);
      code.push(source);
      if (at !== null) code.push(...readClaims(source.slice(at + 1), true).map(mark));
    } else if (line.trim() === "") {
      flush();
    } else {
      output.push(line);
    }
  }
  flush();
  return { code: code.join("\n"), decides: /^# expect/m.test(code.join("\n")) };
}

/** The exception class at the end of a traceback, or null where the text is none. */
export function raisedIn(text: string): string | null {
  if (!/Traceback \(most recent call last\)|^[\w.]+(?:Error|Exception)\b/.test(text)) return null;
  const last = text.trim().split("\n").at(-1) ?? "";
  const name = /^[\w.]+/.exec(last)?.[0] ?? "";
  return isException(name) || /^[\w.]+:/.test(last) ? (name.split(".").at(-1) ?? null) : null;
}

/** Adds claims to the end of a snippet: to its prints one line each where the numbers agree. */
export function withOutput(
  snippet: Snippet,
  sense: "expected" | "observed",
  text: string,
): Snippet {
  const raised = raisedIn(text);
  const shown = text.trim();
  const rows = shown.split("\n");
  const lines = snippet.code.split("\n");
  const prints = lines.flatMap((line, index) => (line.startsWith("print(") ? [index] : []));
  if (raised === null && rows.length > 1 && rows.length === prints.length) {
    for (const [row, index] of prints.entries()) {
      const value = rows[row] ?? "";
      lines[index] = `${lines[index] ?? ""}\n${mark({ sense, raises: false, value })}`;
    }
    return { code: lines.join("\n"), decides: snippet.decides || sense === "expected" };
  }
  const claim = mark({ sense, raises: raised !== null, value: raised ?? shown });
  return { code: `${snippet.code}\n${claim}`, decides: snippet.decides || sense === "expected" };
}
