// Paths as the work tree knows them: without the folder that it lies in.

export interface TreePlace {
  /** Folders that work trees lie in, without the slash at the end; the first that fits is taken off. */
  readonly roots: readonly string[];
  /** Where commands run, relative to the tree or absolute. */
  readonly cwd: string;
}

/** SWE-agent keeps a tree at `/owner__name`. */
const NAMED_ROOT = /^\/[\w.-]+__[\w.-]+(?=\/|$)/;

/** Relative to the tree for what lies in it, absolute for all else; "" is the tree itself. */
export function treePath(path: string, { roots, cwd }: TreePlace): string {
  const isAbsolute = path.startsWith("/") || path.startsWith("~");
  const joined = isAbsolute || cwd === "" ? path : `${cwd}/${path}`;
  const clean = withoutDots(joined);
  for (const root of roots) {
    if (clean === root) return "";
    if (clean.startsWith(`${root}/`)) return clean.slice(root.length + 1);
  }
  const named = NAMED_ROOT.exec(clean)?.[0];
  return named === undefined ? clean : clean.slice(named.length + 1);
}

function withoutDots(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.length === 0 || parts.at(-1) === "..") parts.push(part);
      else if (parts.at(-1) !== "") parts.pop();
    } else if (part !== "." && (part !== "" || parts.length === 0)) {
      parts.push(part);
    }
  }
  return parts.join("/");
}

/** Whether a path is the file `file` of the tree, also where nothing told what lies before it. */
export function isTreeFile(path: string, file: string): boolean {
  return path === file || (path.startsWith("/") && path.endsWith(`/${file}`));
}
