// The files that a patch names, in git's form or in that of Codex's `apply_patch`, by its headers
// alone: what models write need not be a patch that applies.

const HEADERS =
  /^(?:\*\*\* (?:Update|Add|Delete) File: (.+)|\*\*\* Move to: (.+)|\+\+\+ (?:b\/)?([^\t\n]+)|diff --git a\/\S+ b\/(\S+))/gm;

export function patchedFiles(text: string): string[] {
  const names = Array.from(
    text.matchAll(HEADERS),
    ([, ...groups]: readonly (string | undefined)[]) =>
      (groups.find((name) => name !== undefined) ?? "").trim(),
  );
  return [...new Set(names.filter((name) => name !== "" && name !== "/dev/null"))];
}
