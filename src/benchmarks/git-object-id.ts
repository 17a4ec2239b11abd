// The names that git gives to content, without git: SHA-1 over a header and the bytes. So that a
// suite's base commits can be checked wherever it is read.
// Format: gitformat-pack(5) and the chapter "Git Objects" of Pro Git.
import { createHash } from "node:crypto";
import type { FileTree, TreeFile } from "../core/file-tree.ts";
import type { CommitIdentity } from "../core/instance.ts";

/** Id of a file's content, as `git hash-object` gives it. */
export function blobId(bytes: Uint8Array): string {
  return objectId("blob", bytes);
}

/** Id of a tree of files, as `git write-tree` gives it. */
export function treeId(files: FileTree): string {
  const entries: { name: Buffer; mode: string; id: string }[] = [];
  const folders = new Map<string, Map<string, TreeFile>>();
  for (const [path, file] of files) {
    const slash = path.indexOf("/");
    if (slash === -1) {
      entries.push({ name: Buffer.from(path), mode: file.mode, id: blobId(file.bytes) });
      continue;
    }
    const name = path.slice(0, slash);
    const inside = folders.get(name) ?? new Map<string, TreeFile>();
    folders.set(name, inside.set(path.slice(slash + 1), file));
  }
  for (const [name, inside] of folders) {
    entries.push({ name: Buffer.from(name), mode: "40000", id: treeId(inside) });
  }
  entries.sort((a, b) => Buffer.compare(sortKey(a), sortKey(b)));
  const parts = entries.flatMap(({ name, mode, id }) => [
    Buffer.from(`${mode} `),
    name,
    Buffer.from([0]),
    Buffer.from(id, "hex"),
  ]);
  return objectId("tree", Buffer.concat(parts));
}

/** Git sorts a folder as if its name ended in a slash. */
function sortKey({ name, mode }: { name: Buffer; mode: string }): Buffer {
  return mode === "40000" ? Buffer.concat([name, Buffer.from("/")]) : name;
}

/** Id of a commit without parents, author and committer the same; the message ends in a newline. */
export function rootCommitId(tree: string, identity: CommitIdentity): string {
  const seconds = Math.floor(Date.parse(identity.authorDate) / 1000);
  const person = `${identity.authorName} <${identity.authorEmail}> ${seconds} +0000`;
  const text = `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\n${identity.message}\n`;
  return objectId("commit", Buffer.from(text));
}

function objectId(type: string, content: Uint8Array): string {
  const hash = createHash("sha1").update(`${type} ${content.length}\0`);
  return hash.update(content).digest("hex");
}
