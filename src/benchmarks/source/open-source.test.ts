// Sources against a server of the test's own, on the loopback.
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byteCache } from "../../store/byte-cache.ts";
import type { BenchmarkMeans } from "../benchmark.ts";
import { sha256 } from "./dataset-file.ts";
import { openSource } from "./open-source.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const OTHER = "f".repeat(40);
const ROWS = Buffer.from('{"instance_id":"a"}\n{"instance_id":"b"}\n');

const scratch = mkdtempSync(join(tmpdir(), "plumbline-source-"));
let asked: string[] = [];
let answers: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {};
const server = createServer((request, response) => {
  const path = request.url ?? "";
  asked.push(path);
  const answer = answers[path];
  if (answer === undefined) response.writeHead(404).end("nothing");
  else answer(response, request);
});
let base = "";

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  asked = [];
  answers = {};
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(scratch, { recursive: true, force: true });
});

function means(changes: Partial<BenchmarkMeans> = {}): BenchmarkMeans {
  return {
    cache: byteCache(mkdtempSync(join(scratch, "cache-"))),
    cloneFolder: join(scratch, "clones"),
    offline: false,
    hub: base,
    notice: () => undefined,
    ...changes,
  };
}

const sends = (body: Uint8Array | string) => (response: ServerResponse) => void response.end(body);

/** A data set on the hub with these files in its tree. */
function hub(files: Readonly<Record<string, Uint8Array>>, commit = COMMIT): void {
  answers["/api/datasets/owner/name/revision/main"] = sends(JSON.stringify({ sha: commit }));
  answers[`/api/datasets/owner/name/tree/${commit}?recursive=true`] = sends(
    JSON.stringify([
      { type: "directory", path: "data", size: 0, oid: "x" },
      ...Object.entries(files).map(([path, bytes]) => ({
        ...{ type: "file", path, size: 130, oid: "x" },
        lfs: { oid: sha256(bytes), size: bytes.length, pointerSize: 130 },
      })),
    ]),
  );
  for (const [path, bytes] of Object.entries(files)) {
    answers[`/datasets/owner/name/resolve/${commit}/${path}`] = sends(bytes);
  }
}

describe("an address", () => {
  test("is read once; afterwards its copy does, also without a network", async () => {
    answers["/rows.jsonl"] = sends(ROWS);
    const here = means();
    const first = await openSource(`${base}/rows.jsonl`, {}, here);
    answers = {};
    const again = await openSource(`${base}/rows.jsonl`, {}, { ...here, offline: true });
    expect(Buffer.from(again.files[0]?.bytes ?? [])).toEqual(ROWS);
    expect(first.revision).toBeNull();
    expect(asked).toEqual(["/rows.jsonl"]);
  });

  test("a copy that was damaged is fetched again", async () => {
    answers["/rows.jsonl"] = sends(ROWS);
    const cache = mkdtempSync(join(scratch, "cache-"));
    const here = means({ cache: byteCache(cache) });
    await openSource(`${base}/rows.jsonl`, {}, here);
    const { readdirSync } = await import("node:fs");
    const content = readdirSync(cache).find((name) => !name.endsWith(".sha256")) ?? "";
    writeFileSync(join(cache, content), ROWS.subarray(0, 10));
    const again = await openSource(`${base}/rows.jsonl`, {}, here);
    expect(Buffer.from(again.files[0]?.bytes ?? [])).toEqual(ROWS);
    expect(asked).toHaveLength(2);
  });

  test("what comes by half is an error, and is not kept", async () => {
    answers["/rows.jsonl"] = (response) => {
      response.writeHead(200, { "content-length": String(ROWS.length) });
      response.write(ROWS.subarray(0, 10), () => response.destroy());
    };
    const here = means();
    const reading = () => openSource(`${base}/rows.jsonl`, {}, here);
    await expect(reading()).rejects.toMatchObject({ code: "download-failed", kind: "environment" });
    answers["/rows.jsonl"] = sends(ROWS);
    expect((await reading()).files[0]?.bytes).toHaveLength(ROWS.length);
  });

  test("another content than the revision says is an error", async () => {
    answers["/rows.jsonl"] = sends(ROWS);
    const revision = sha256(Buffer.from("other"));
    await expect(openSource(`${base}/rows.jsonl`, { revision }, means())).rejects.toThrow(
      "was not read: its content is not what its digest says.",
    );
    const right = await openSource(`${base}/rows.jsonl`, { revision: sha256(ROWS) }, means());
    expect(right.files).toHaveLength(1);
    await expect(
      openSource(`${base}/rows.jsonl`, { revision: "main" }, means()),
    ).rejects.toMatchObject({ code: "bad-revision", exitCode: 2 });
  });

  test("nothing there is bad usage; a broken server and no network are the environment", async () => {
    answers["/broken"] = (response) => void response.writeHead(503).end();
    await expect(openSource(`${base}/none`, {}, means())).rejects.toMatchObject({
      message: `${base}/none cannot be read: the server answers 404 Not Found.`,
      exitCode: 2,
    });
    await expect(openSource(`${base}/broken`, {}, means())).rejects.toMatchObject({ exitCode: 3 });
    await expect(openSource("http://127.0.0.1:9/x", {}, means())).rejects.toMatchObject({
      exitCode: 3,
    });
    await expect(openSource(`${base}/none`, {}, means({ offline: true }))).rejects.toMatchObject({
      code: "not-in-cache",
      exitCode: 3,
    });
  });
});

describe("a data set on a hub", () => {
  test("its split is read at the commit that its revision names, in one format", async () => {
    const parts = [Buffer.from("first"), Buffer.from("second")];
    hub({
      "data/test-00001-of-00002.parquet": parts[1] ?? Buffer.alloc(0),
      "data/test-00000-of-00002.parquet": parts[0] ?? Buffer.alloc(0),
      "data/dev-00000-of-00001.parquet": Buffer.from("dev"),
      "test.jsonl": Buffer.from("lines"),
      "README.md": Buffer.from("text"),
    });
    const notices: string[] = [];
    const source = await openSource("owner/name", {}, means({ notice: (t) => notices.push(t) }));
    expect(source.revision).toBe(COMMIT);
    expect(source.files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([
      "first",
      "second",
    ]);
    expect(notices).toEqual([`owner/name: revision ${COMMIT}; name it in the study to pin it.\n`]);
    const dev = await openSource("owner/name", { split: "dev" }, means());
    expect(dev.files.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(["dev"]);
  });

  test("is resolved once: what the hub says later does not move a study", async () => {
    hub({ "test.jsonl": ROWS });
    const here = means();
    await openSource("owner/name", {}, here);
    answers = {};
    hub({ "test.jsonl": Buffer.from("moved") }, OTHER);
    const again = await openSource("owner/name", {}, here);
    expect(again.revision).toBe(COMMIT);
    const offline = await openSource("owner/name", {}, { ...here, offline: true });
    expect(Buffer.from(offline.files[0]?.bytes ?? [])).toEqual(ROWS);
    const pinned = await openSource("owner/name", { revision: OTHER }, here);
    expect(Buffer.from(pinned.files[0]?.bytes ?? []).toString()).toBe("moved");
  });

  test("a file of another digest or length than the hub's is refused", async () => {
    hub({ "test.jsonl": ROWS });
    answers[`/datasets/owner/name/resolve/${COMMIT}/test.jsonl`] = sends(ROWS.subarray(0, 10));
    await expect(openSource("owner/name", {}, means())).rejects.toThrow(
      `was not read: 10 of ${ROWS.length} bytes came.`,
    );
  });

  test("an unknown split is told with those that there are", async () => {
    hub({ "data/test-0-of-1.parquet": ROWS, "data/dev-0-of-1.parquet": ROWS });
    await expect(openSource("owner/name", { split: "train" }, means())).rejects.toMatchObject({
      code: "bad-dataset",
      hint: "dev, test",
    });
  });
});

describe("a path", () => {
  test("a folder gives the files of the split; its digest can be asked for", async () => {
    const folder = mkdtempSync(join(scratch, "folder-"));
    writeFileSync(join(folder, "Some-test.jsonl"), ROWS);
    writeFileSync(join(folder, "Some-dev.jsonl"), "{}");
    const source = await openSource(folder, { revision: sha256(ROWS) }, means());
    expect(source.files.map(({ name }) => name)).toEqual([join(folder, "Some-test.jsonl")]);
    await expect(openSource(folder, { split: "train" }, means())).rejects.toMatchObject({
      hint: "dev, test",
    });
  });

  test("a folder of several data sets is not mixed up", async () => {
    const folder = mkdtempSync(join(scratch, "folder-"));
    writeFileSync(join(folder, "One-test.jsonl"), ROWS);
    writeFileSync(join(folder, "Two-test.jsonl"), ROWS);
    await expect(openSource(folder, {}, means())).rejects.toMatchObject({
      message: `${folder}: holds several data sets with the split "test".`,
      hint: "one of One-test.jsonl, Two-test.jsonl",
    });
  });

  test("one that is not there is not taken for a data set's name", async () => {
    await expect(openSource("data/rows.jsonl", {}, means())).rejects.toMatchObject({
      message: "data/rows.jsonl: not found.",
      code: "bad-dataset",
    });
    expect(asked).toEqual([]);
  });
});
