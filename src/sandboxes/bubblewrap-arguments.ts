// What a sandboxed program sees: an allow-list. The system's programs and libraries, the few parts
// of /etc that they need, its own tree, and nothing else that the machine has.
import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

import { systemErrorCode } from "../core/errors.ts";

export const WORKDIR = "/testbed";
export const SCRATCH = "/tmp";
export const REACH_SOCKET = "/run/reach/socket";
export const REACH_NODE = "/run/reach/node";
/** Below the range of ports that the kernel hands out, and none that test suites like to use. */
export const REACH_PORT = 19_876;

/** Inside, whoever it is outside. */
export const INNER_UID = 1000;

/** Says nothing of where it is: agents behave otherwise when they know that they are measured. */
const HOSTNAME = "sandbox";
const SYSTEM_FOLDERS = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/** Needed to start programs, to check certificates, to know names of services. No secrets, no settings. */
const ETC = [
  "alternatives",
  "ca-certificates.conf",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "magic",
  "mime.types",
  "os-release",
  "pki/tls/certs",
  "protocols",
  "services",
  "ssl/certs",
  "ssl/openssl.cnf",
  "terminfo",
];
/** Interpreters keep parts of themselves in /etc, in folders named after their version. */
const ETC_OF_INTERPRETERS = /^(java-|python|perl$)/;

/** Files of /etc that are made for a sandbox: users and names, of which the machine's tell too much. */
export const OWN_ETC: Readonly<Record<string, string>> = {
  passwd: [
    "root:x:0:0:root:/nonexistent:/bin/sh",
    `agent:x:${INNER_UID}:${INNER_UID}:agent:${SCRATCH}/home:/bin/bash`,
    "nobody:x:65534:65534:nobody:/nonexistent:/bin/false",
    "",
  ].join("\n"),
  group: `root:x:0:\nagent:x:${INNER_UID}:\nnogroup:x:65534:\n`,
  hosts: `127.0.0.1 localhost ${HOSTNAME}\n`,
  hostname: `${HOSTNAME}\n`,
  "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
};

export interface View {
  /** The sandbox's folder outside: `files/{tree,tmp,shm}`, `etc`, and the socket `reach.sock`. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Node's own program, where the command is to reach the socket. */
  readonly relayNode: string | null;
  /** bubblewrap has it since 0.8: no user namespace can be made inside, so no capability gained. */
  readonly disableUserns: boolean;
}

export function bubblewrapArguments(view: View): string[] {
  const files = join(view.folder, "files");
  return [
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net"],
    ...["--unshare-cgroup-try", ...(view.disableUserns ? ["--disable-userns"] : [])],
    ...["--uid", `${INNER_UID}`, "--gid", `${INNER_UID}`, "--hostname", HOSTNAME],
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"],
    ...Object.entries(view.environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--ro-bind", "/usr", "/usr", ...SYSTEM_FOLDERS.flatMap(systemFolder)],
    // Made here with the usual modes; made on the way by bubblewrap, only the owner could enter.
    ...["/etc", "/etc/ssl"].flatMap((path) => ["--perms", "0755", "--dir", path]),
    ...[...ETC, ...readdirSync("/etc").filter((name) => ETC_OF_INTERPRETERS.test(name))]
      .map((name) => join("/etc", name))
      .flatMap((path) => ["--ro-bind-try", path, path]),
    ...Object.keys(OWN_ETC).flatMap((name) => [
      "--ro-bind",
      join(view.folder, "etc", name),
      `/etc/${name}`,
    ]),
    ...["--proc", "/proc", "--dev", "/dev", "--bind", join(files, "shm"), "/dev/shm"],
    ...["--bind", join(files, "tmp"), SCRATCH, "--bind", join(files, "tree"), WORKDIR],
    ...(view.relayNode === null
      ? []
      : [
          "--ro-bind",
          view.relayNode,
          REACH_NODE,
          "--ro-bind",
          join(view.folder, "reach.sock"),
          REACH_SOCKET,
        ]),
    // bubblewrap's own / and /dev are in memory and writable: room that no limit would count.
    ...["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"],
  ];
}

/** The same shape as outside: on most systems these lead into /usr. */
function systemFolder(path: string): string[] {
  try {
    return lstatSync(path).isSymbolicLink()
      ? ["--symlink", readlinkSync(path), path]
      : ["--ro-bind", path, path];
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return [];
    throw error;
  }
}
