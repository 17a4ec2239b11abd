// A log and the tree that it was made from give the same bytes again.
import { PlumblineError } from "../../core/errors.ts";
import type { FileTree, TreeChanges, TreeFile } from "../../core/file-tree.ts";
import type { LoggedRewrite, VariantLog } from "../../core/variant-log.ts";

/** Makes the logged rewrites again. Throws a PlumblineError when the tree is another one. */
export function replay(tree: FileTree, log: Pick<VariantLog, "rewrites">): TreeChanges {
  const changed = new Map<string, TreeFile>();
  const inOrder = [...log.rewrites].sort((a, b) => a.order - b.order);
  for (const rewrite of inOrder) {
    const current = changed.get(rewrite.file) ?? tree.get(rewrite.file);
    if (current === undefined) throw mismatch(rewrite, "the file is missing");
    changed.set(rewrite.file, { ...current, bytes: applyRewrite(current.bytes, rewrite) });
  }
  return changed;
}

function applyRewrite(bytes: Uint8Array, rewrite: LoggedRewrite): Uint8Array {
  const { before, after } = rewrite;
  const found = Buffer.from(bytes.subarray(before.start, before.end)).toString("utf8");
  if (found !== before.text || before.end > bytes.length) {
    throw mismatch(rewrite, "its text is not what the log says");
  }
  const text = Buffer.from(after.text, "utf8");
  return Buffer.concat([bytes.subarray(0, before.start), text, bytes.subarray(before.end)]);
}

function mismatch({ file, before, order }: LoggedRewrite, what: string): PlumblineError {
  const message = `Rewrite ${order} of the log does not fit ${file} at byte ${before.start}: ${what}.`;
  return new PlumblineError("replay-mismatch", "usage", message, {
    hint: "the folder from which the variant was made, without other changes",
  });
}
