// Writes the archive that `tar -x` inside a sandbox reads. Only what SandboxFile can say: plain
// files, executables, links. Names are bytes, of any length: long ones go in GNU `L` and `K`
// records, which GNU tar, bsdtar and busybox all read. Owner and times are left to the reader.
import type { SandboxFile } from "./sandbox.ts";

const BLOCK = 512;
const NAME_BYTES = 100;
const TYPE = { file: "0", link: "2", folder: "5", longLink: "K", longName: "L" } as const;

export function tarArchive(files: readonly SandboxFile[]): Buffer {
  const blocks = files.flatMap((file) => {
    const name = Buffer.from(file.path);
    if (file.mode === "120000") {
      const target = Buffer.from(file.bytes);
      return [
        ...longName(TYPE.longLink, target),
        ...longName(TYPE.longName, name),
        header(TYPE.link, name, 0o777, 0, target),
      ];
    }
    const mode = file.mode === "100755" ? 0o755 : 0o644;
    return [
      ...longName(TYPE.longName, name),
      header(TYPE.file, name, mode, file.bytes.length),
      ...padded(file.bytes),
    ];
  });
  return archiveOf(blocks);
}

/** An archive of one folder with a short name, which belongs to a user of the reader's. */
export function folderArchive(name: string, owner: { uid: number; gid: number }): Buffer {
  return archiveOf([header(TYPE.folder, Buffer.from(name), 0o755, 0, Buffer.alloc(0), owner)]);
}

/** Two empty blocks end an archive. */
function archiveOf(blocks: readonly Uint8Array[]): Buffer {
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

function longName(type: string, name: Buffer): Uint8Array[] {
  if (name.length <= NAME_BYTES) return [];
  const ended = Buffer.concat([name, Buffer.alloc(1)]);
  return [header(type, Buffer.from("././@LongLink"), 0o644, ended.length), ...padded(ended)];
}

function header(
  type: string,
  name: Buffer,
  mode: number,
  size: number,
  target: Buffer = Buffer.alloc(0),
  owner = { uid: 0, gid: 0 },
): Buffer {
  const block = Buffer.alloc(BLOCK);
  name.copy(block, 0, 0, NAME_BYTES);
  block.write(octal(mode, 7), 100);
  block.write(octal(owner.uid, 7), 108);
  block.write(octal(owner.gid, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(0, 11), 136);
  block.write(type, 156);
  target.copy(block, 157, 0, NAME_BYTES);
  block.write("ustar  \0", 257);
  // The checksum counts its own field as blanks.
  block.fill(" ", 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}

function padded(bytes: Uint8Array): Uint8Array[] {
  const rest = bytes.length % BLOCK;
  return rest === 0 ? [bytes] : [bytes, Buffer.alloc(BLOCK - rest)];
}
