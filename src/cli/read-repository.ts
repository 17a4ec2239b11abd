// The folder that a command rewrites: read, what was left out listed, refused without Python files.
import { pythonFiles } from "../code/spt/index.ts";
import { PlumblineError } from "../core/errors.ts";
import type { FileTree } from "../core/file-tree.ts";
import type { CommandIo } from "./command.ts";
import { readTree } from "./read-tree.ts";

export function readRepository(folder: string, io: CommandIo): FileTree {
  const { tree, unreadable } = readTree(folder);
  for (const { path, reason } of unreadable) io.err(`left out: ${path} (${reason})\n`);
  if (pythonFiles(tree).length > 0) return tree;
  throw new PlumblineError("no-python", "usage", `${folder} holds no Python file.`, {
    hint: "the folder of a Python repository",
  });
}
