// A registry with made images: as files, and served, here and where a test's engine can reach it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { execa } from "execa";
import type { EngineId } from "../src/sandboxes/container-engine.ts";
import { engineAddress } from "../src/sandboxes/engine-here.ts";
import { tarArchive } from "../src/sandboxes/tar-archive.ts";

const SERVER = fileURLToPath(new URL("../scripts/image-registry-server.mjs", import.meta.url));
const OCI = "application/vnd.oci.image";

/** Puts an image of one layer a file into the folder of a registry; returns its layers' bytes. */
export function putImage(
  folder: string,
  path: string,
  tag: string,
  files: Readonly<Record<string, string>>,
): number {
  const put = (bytes: Uint8Array, mediaType: string) => {
    const digest = sha256(bytes);
    mkdirSync(join(folder, "blobs"), { recursive: true });
    writeFileSync(join(folder, "blobs", digest), bytes);
    return { mediaType, digest, size: bytes.length };
  };
  const tars = Object.entries(files).map(([name, text]) =>
    tarArchive([{ path: name, bytes: Buffer.from(text), mode: "100644" }]),
  );
  const layers = tars.map((tar) => put(gzipSync(tar), `${OCI}.layer.v1.tar+gzip`));
  const rootfs = { type: "layers", diff_ids: tars.map(sha256) };
  const config = put(
    json({ architecture: "amd64", os: "linux", config: {}, rootfs }),
    `${OCI}.config.v1+json`,
  );
  const manifest = put(
    json({ schemaVersion: 2, mediaType: `${OCI}.manifest.v1+json`, config, layers }),
    `${OCI}.manifest.v1+json`,
  );
  const platform = { architecture: "amd64", os: "linux" };
  const other = { ...manifest, digest: `sha256:${"0".repeat(64)}` };
  const index = {
    ...{ schemaVersion: 2, mediaType: `${OCI}.index.v1+json` },
    manifests: [
      { ...other, platform: { architecture: "arm64", os: "linux" } },
      { ...manifest, platform },
    ],
  };
  put(json(index), index.mediaType);
  mkdirSync(join(folder, "manifests", path), { recursive: true });
  writeFileSync(join(folder, "manifests", path, tag), json(index));
  return layers.reduce((sum, { size }) => sum + size, 0);
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

export interface ServedRegistry extends AsyncDisposable {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
}

/** Serves a folder in this machine's own network, and with `engine` in that one's, too. */
export async function serveRegistry(
  folder: string,
  options: { readonly wantsToken?: boolean; readonly engine?: EngineId } = {},
): Promise<ServedRegistry> {
  const mode = options.wantsToken === true ? ["token"] : [];
  const own = await started([process.execPath, SERVER, folder, "0", ...mode]);
  const servers = [own];
  if (options.engine !== undefined) {
    const inside = ["nsenter", `--net=/proc/${enginePid(options.engine) ?? ""}/ns/net`];
    await execa("nsenter", [...inside.slice(1), "python3", "-c", LOOPBACK_UP]);
    servers.push(await started([...inside, process.execPath, SERVER, folder, own.port, ...mode]));
  }
  return {
    host: `127.0.0.1:${own.port}`,
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) await server.stop();
    },
  };
}

/** A network namespace begins with its loopback down. */
const LOOPBACK_UP =
  "import fcntl, socket, struct; " +
  "fcntl.ioctl(socket.socket(), 0x8914, struct.pack('16sH22x', b'lo', 1))";

/** The process of an engine that scripts/container-engines.sh started; null for any other. */
export function enginePid(engine: EngineId): string | null {
  const address = engineAddress(engine);
  const file = address.kind === "unix" ? join(dirname(address.path), "pid") : "";
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

async function started(command: readonly string[]) {
  const [program = "", ...args] = command;
  const child = execa(program, args, { stdin: "pipe", stderr: "inherit", reject: false });
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (bytes: Buffer) => resolve(bytes.toString().trim()));
    void child.then(() => reject(new Error(`${program} ended before it served.`)));
  });
  const stop = async () => {
    child.stdin.end();
    await child;
  };
  return { port, stop };
}
