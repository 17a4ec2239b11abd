// /etc as a sandboxed program sees it. A folder of its own with what programs need to start and to
// know names: users and hosts made up, the rest as the machine has it, without its settings, its
// users and its secrets. Mostly copies: bubblewrap reads the whole mount table for every mount, so
// that each one more costs every command about half a millisecond.
import { existsSync, readdirSync } from "node:fs";
import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Inside, whoever it is outside. */
export const INNER_UID = 1000;
/** Says nothing of where it is: agents may behave otherwise when they know that they are measured. */
export const HOSTNAME = "sandbox";

const COPIED = [
  "ld.so.cache",
  "ld.so.conf",
  "mime.types",
  "os-release",
  "protocols",
  "services",
  "ssl/openssl.cnf",
];
/** Too many files to copy. */
const MOUNTED = ["alternatives", "crypto-policies", "pki/ca-trust", "ssl/certs"];
/** Java keeps its settings here, without which it does not start, by version. */
const MOUNTED_BY_VERSION = /^java-/;

const MADE: Readonly<Record<string, string>> = {
  passwd: [
    "root:x:0:0:root:/nonexistent:/bin/sh",
    `agent:x:${INNER_UID}:${INNER_UID}:agent:/tmp/home:/bin/bash`,
    "nobody:x:65534:65534:nobody:/nonexistent:/bin/false",
    "",
  ].join("\n"),
  group: `root:x:0:\nagent:x:${INNER_UID}:\nnogroup:x:65534:\n`,
  hosts: `127.0.0.1 localhost ${HOSTNAME}\n`,
  hostname: `${HOSTNAME}\n`,
  "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
};

export async function makeEtc(folder: string): Promise<void> {
  // Modes by chmod: the owner's umask may keep others out, and the sandbox's user is another.
  const makeFolder = async (path: string) => {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o755);
  };
  for (const name of ["", "ssl", "pki", ...mounted()]) await makeFolder(join(folder, name));
  for (const [name, text] of Object.entries(MADE)) await writeFile(join(folder, name), text);
  const copied = COPIED.filter((name) => existsSync(join("/etc", name)));
  for (const name of copied) await copyFile(join("/etc", name), join(folder, name));
  for (const name of [...Object.keys(MADE), ...copied]) await chmod(join(folder, name), 0o644);
}

export function etcArguments(folder: string): string[] {
  return ["", ...mounted()].flatMap((name) => {
    return ["--ro-bind", name === "" ? folder : join("/etc", name), join("/etc", name)];
  });
}

function mounted(): string[] {
  const versioned = readdirSync("/etc").filter((name) => MOUNTED_BY_VERSION.test(name));
  return [...MOUNTED, ...versioned].filter((name) => existsSync(join("/etc", name)));
}
