// A registry of container images for tests: serves a folder that holds `manifests/PATH/TAG` and
// `blobs/DIGEST`, on loopback. Prints its port once it listens. With a third argument it wants a
// token, as Docker's hub does.
//
//     node scripts/image-registry-server.mjs FOLDER PORT [token]
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const [folder = "", port = "0", mode = ""] = process.argv.slice(2);
const UNKNOWN = JSON.stringify({ errors: [{ code: "MANIFEST_UNKNOWN", message: "not here" }] });
const INDEX = "application/vnd.oci.image.index.v1+json";

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://registry");
  const own = `http://${request.headers.host ?? ""}`;
  const end = (status, headers = {}, body = "") => response.writeHead(status, headers).end(body);
  if (pathname === "/token") return end(200, {}, JSON.stringify({ token: "given" }));
  if (mode === "token" && request.headers.authorization !== "Bearer given") {
    const challenge = `Bearer realm="${own}/token",service="test",scope="repository:x:pull"`;
    return end(401, { "www-authenticate": challenge });
  }
  if (pathname === "/v2/") return end(200, {}, "{}");
  const [, path, kind, name] = /^\/v2\/(.+)\/(manifests|blobs)\/([^/]+)$/.exec(pathname) ?? [];
  if (path === undefined) return end(404);
  const file = kind === "blobs" ? join(folder, "blobs", name) : manifestFile(path, name);
  if (path.includes("busy")) return end(429);
  if (!existsSync(file)) return end(404, { "content-type": "application/json" }, UNKNOWN);
  const type = kind === "blobs" ? "application/octet-stream" : typeOf(file);
  const length = String(statSync(file).size);
  const digest = kind === "blobs" ? {} : { "docker-content-digest": digestOf(file) };
  response.writeHead(200, { "content-type": type, "content-length": length, ...digest });
  if (request.method === "HEAD") return response.end();
  return createReadStream(file).pipe(response);
});

/** By tag, or by digest among the blobs. */
function manifestFile(path, name) {
  return name.startsWith("sha256:")
    ? join(folder, "blobs", name)
    : join(folder, "manifests", path, name);
}

function typeOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).mediaType ?? INDEX;
}

function digestOf(file) {
  return `sha256:${createHash("sha256").update(readFileSync(file)).digest("hex")}`;
}

server.listen(Number(port), "127.0.0.1", () => {
  process.stdout.write(`${String(server.address().port)}\n`);
});
// The test's end is its input's end, however that comes.
process.stdin.on("end", () => process.exit(0)).resume();
