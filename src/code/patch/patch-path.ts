// Paths as git writes them in a diff: plain, or in double quotes with C escapes, where octal
// escapes are single bytes. The first part ("a/", "b/") is dropped, as `git apply -p1` does.

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  '"': '"',
};

/** A name in a header and the text after it, both byte text; null where the quotes do not close. */
export function takeName(text: string, isEnd: RegExp): { name: string; rest: string } | null {
  if (!text.startsWith('"')) {
    const end = text.search(isEnd);
    return end === -1
      ? { name: text, rest: "" }
      : { name: text.slice(0, end), rest: text.slice(end) };
  }
  const quoted = /^"((?:[^"\\]|\\[0-3][0-7]{2}|\\[abfnrtv"\\])*)"/.exec(text);
  if (quoted === null) return null;
  const name = (quoted[1] ?? "").replace(/\\([0-7]{3}|.)/g, (_, escape: string) => {
    return ESCAPES[escape] ?? String.fromCharCode(Number.parseInt(escape, 8));
  });
  return { name, rest: text.slice(quoted[0].length) };
}

/** Without its first part; null where there is no other. */
export function withoutFirstPart(name: string): string | null {
  const slash = name.indexOf("/");
  return slash === -1 || slash === name.length - 1 ? null : name.slice(slash + 1);
}

/** Both names of a `diff --git` line where they are the same; null where the line does not tell. */
export function sameNameOf(names: string): string | null {
  if (names.startsWith('"')) {
    const first = takeName(names, /$/);
    const second = first === null ? null : takeName(first.rest.slice(1), /$/);
    return first === null || second === null ? null : commonName(first.name, second.name);
  }
  // Without quotes a space may be part of either name: the split is where both halves agree.
  for (let space = names.indexOf(" "); space !== -1; space = names.indexOf(" ", space + 1)) {
    const second = takeName(names.slice(space + 1), /$/);
    const name = second === null ? null : commonName(names.slice(0, space), second.name);
    if (name !== null) return name;
  }
  return null;
}

function commonName(first: string, second: string): string | null {
  const name = withoutFirstPart(first);
  return name !== null && name === withoutFirstPart(second) ? name : null;
}

/** Why a path must not be written to, as a phrase; null where all is well. */
export function pathProblem(path: string): string | null {
  const parts = path.split("/");
  if (path.includes("\0")) return "the path holds a NUL byte";
  if (parts.some((part) => part === "" || part === "." || part === "..")) {
    return `the path "${path}" leads out of the tree or is not in its plain form`;
  }
  if (parts.some((part) => part.toLowerCase() === ".git")) {
    return `the path "${path}" lies inside git's own folder`;
  }
  return null;
}

const ESCAPED = new Map(Object.entries(ESCAPES).map(([letter, byte]) => [byte, `\\${letter}`]));

/** A path (ordinary text) as git writes it, in byte text: in quotes where it holds special bytes. */
export function quoteName(path: string): string {
  const bytes = Buffer.from(path, "utf8").toString("latin1");
  if (!/[\x00-\x1f"\\\x7f-\xff]/.test(bytes)) return bytes;
  const quoted = bytes.replace(/[\x00-\x1f"\\\x7f-\xff]/g, (byte) => {
    const octal = byte.charCodeAt(0).toString(8).padStart(3, "0");
    return ESCAPED.get(byte) ?? `\\${octal}`;
  });
  return `"${quoted}"`;
}
