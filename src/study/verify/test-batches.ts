// Which tests of a project run, and how many at once: a batch is one start of the test command.
import picomatch from "picomatch";
import { PlumblineError } from "../../core/errors.ts";
import { comparePaths, type FileTree } from "../../core/file-tree.ts";
import { isTestFile } from "../../code/patch/index.ts";

export interface TestBatch {
  /** As messages call it: its first file, or the whole suite. */
  readonly name: string;
  /** Added to the test command; none where the command is run as it is. */
  readonly files: readonly string[];
}

/** Which share of the test files a check runs. */
export interface SuiteShare {
  readonly selected: number;
  readonly all: number;
}

/** The command as it is. */
export const WHOLE_SUITE: TestBatch = { name: "the whole suite", files: [] };

/** Test files as runners look for them: those below a folder of tests that hold no test are none. */
function isTestModule(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return isTestFile(path) && /^(?:test.*|.*_tests?)\.py$/.test(name);
}

/** Test files that a glob selects, sorted. One without a slash is held against the name alone. */
export function selectTests(
  tree: FileTree,
  glob: string,
): { readonly files: readonly string[]; readonly share: SuiteShare } {
  const matches = picomatch(glob.replace(/^\.\//, ""), {
    dot: true,
    basename: !glob.includes("/"),
  });
  const modules = [...tree.keys()].filter((path) => path.endsWith(".py"));
  const files = modules.filter((path) => matches(path)).sort(comparePaths);
  if (files.length === 0) {
    throw new PlumblineError("no-test-files", "usage", `No Python file matches --tests ${glob}.`, {
      hint: '--tests "tests/**/test_*.py"',
    });
  }
  const all = new Set([...modules.filter(isTestModule), ...files]).size;
  return { files, share: { selected: files.length, all } };
}

/** Files in order, so many at once. */
export function batchesOf(files: readonly string[], size: number): TestBatch[] {
  const batches: TestBatch[] = [];
  for (let at = 0; at < files.length; at += size) {
    const part = files.slice(at, at + size);
    const more = part.length > 1 ? ` and ${part.length - 1} more` : "";
    batches.push({ name: `${part[0] ?? ""}${more}`, files: part });
  }
  return batches;
}

/** The command of a batch, for a shell. */
export function batchCommand(command: string, { files }: TestBatch): string {
  return [command, ...files.map((file) => `'${file.replaceAll("'", `'\\''`)}'`)].join(" ");
}

/** Where a project's modules are looked for: `/src` where it holds any, and its own folder. */
export function sourceRoots(tree: FileTree): string[] {
  const isLayout = (path: string) => /^src\/(?:[^/]+\/__init__\.py|[^/]+\.py)$/.test(path);
  const hasSources = [...tree.keys()].some(isLayout) && !tree.has("src/__init__.py");
  return hasSources ? ["/src", ""] : [""];
}
