// The language of an instance: as its data set says, or that of most files of its gold patch.
import type { FilePatch } from "../../code/patch/index.ts";
import { isTestFile, touchedFiles } from "../../code/patch/index.ts";

const BY_EXTENSION: Readonly<Record<string, string>> = {
  ...{ py: "python", pyx: "python", pyi: "python", java: "java", kt: "kotlin", go: "go" },
  ...{ js: "javascript", jsx: "javascript", mjs: "javascript", cjs: "javascript" },
  ...{ ts: "typescript", tsx: "typescript", mts: "typescript", vue: "typescript" },
  ...{ rs: "rust", rb: "ruby", php: "php", c: "c", h: "c", cs: "csharp", swift: "swift" },
  ...{ cc: "cpp", cpp: "cpp", cxx: "cpp", hpp: "cpp", hh: "cpp", hxx: "cpp", scala: "scala" },
};

const BY_NAME: Readonly<Record<string, string>> = {
  ...{ js: "javascript", ts: "typescript", py: "python", golang: "go", "c++": "cpp" },
};

/** A language's name as used here: `JS` is `javascript`. */
export function languageName(name: string): string {
  const lower = name.trim().toLowerCase();
  return BY_NAME[lower] ?? lower;
}

/**
 * The language of most source files that a gold patch touches, else of its tests; empty where none
 * is known. A header is C++ where tests or sources beside it are.
 */
export function languageOfPatches(gold: readonly FilePatch[], tests: readonly FilePatch[]): string {
  const paths = [...touchedFiles(gold), ...touchedFiles(tests)];
  const source = touchedFiles(gold).filter((path) => !isTestFile(path));
  const language = mostOf(source) ?? mostOf(paths) ?? "";
  return language === "c" && paths.some((path) => languageOf(path) === "cpp") ? "cpp" : language;
}

function mostOf(paths: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const language of paths.map(languageOf)) {
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? null;
}

function languageOf(path: string): string | null {
  return BY_EXTENSION[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? null;
}
