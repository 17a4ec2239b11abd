// The files that a Python snippet reads and writes, as far as its text shows: names in the calls
// themselves, or in a variable that holds one string.

export interface SnippetFiles {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

const ASSIGNED = /^[^\S\n]*(\w+)[^\S\n]*=[^\S\n]*(?:Path\()?r?(["'])([^"'\n]+)\2\)?[^\S\n]*$/gm;
const OPENED =
  /\bopen\(\s*(?:r?(["'])([^"'\n]+)\1|(\w+))\s*(?:,\s*(?:mode\s*=\s*)?["']([a-z+]+)["'])?/g;
const PATH_CALL =
  /(?:Path\(\s*(?:r?(["'])([^"'\n]+)\1|(\w+))\s*\)|\b(\w+))\.(write_text|write_bytes|read_text|read_bytes)\(/g;

export function pythonFiles(source: string): SnippetFiles {
  const names = new Map(
    Array.from(source.matchAll(ASSIGNED), ([, name = "", , path = ""]) => [name, path]),
  );
  const reads = new Set<string>();
  const writes = new Set<string>();
  const add = (path: string | undefined, isWrite: boolean) => {
    if (path !== undefined) (isWrite ? writes : reads).add(path);
  };
  for (const [, , path, name, mode = "r"] of source.matchAll(OPENED)) {
    add(path ?? names.get(name ?? ""), /[wax+]/.test(mode));
  }
  for (const [, , path, inner, variable, call = ""] of source.matchAll(PATH_CALL)) {
    add(path ?? names.get(inner ?? variable ?? ""), call.startsWith("write"));
  }
  return { reads: [...reads], writes: [...writes] };
}
