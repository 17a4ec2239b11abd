// A file from the network: whole, or not at all, and once only. What was read is kept in the cache,
// so that the same study can be opened again without a network.
import { PlumblineError, describeError } from "../../core/errors.ts";
import type { BenchmarkMeans } from "../benchmark.ts";
import { sha256 } from "./dataset-file.ts";

/** What is known beforehand about the file. */
export interface Expected {
  readonly bytes?: number | undefined;
  readonly sha256?: string | undefined;
}

/**
 * The content at an address, from the cache where it is there. Throws an environment error where it
 * cannot be read or does not come whole, and a usage error where there is nothing.
 */
export async function download(
  url: string,
  means: BenchmarkMeans,
  expected: Expected = {},
): Promise<Uint8Array> {
  const kept = means.cache.read(url);
  if (kept !== null && faultOf(kept, expected) === null) return kept;
  if (means.offline) {
    throw new PlumblineError(
      "not-in-cache",
      "environment",
      `${url} is not in the cache, and nothing may be asked of the network.`,
      { hint: "once without --offline" },
    );
  }
  const bytes = await request(url, means.signal);
  const fault = faultOf(bytes, expected);
  if (fault !== null) throw failed(url, fault);
  means.cache.write(url, bytes);
  return bytes;
}

async function request(url: string, signal: AbortSignal | undefined): Promise<Uint8Array> {
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(url, { signal: signal ?? null });
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    signal?.throwIfAborted();
    throw failed(url, reasonOf(cause), cause);
  }
  if (!response.ok) {
    const missing = [401, 403, 404, 410].includes(response.status);
    throw new PlumblineError(
      missing ? "nothing-there" : "download-failed",
      missing ? "usage" : "environment",
      `${url} cannot be read: the server answers ${response.status} ${response.statusText}.`,
      { hint: missing ? "the name, its revision and its split" : "again later" },
    );
  }
  const length = response.headers.get("content-length");
  const encoded = response.headers.get("content-encoding") !== null;
  if (length !== null && !encoded && Number(length) !== bytes.length) {
    throw failed(url, `${bytes.length} of ${length} bytes came`);
  }
  return bytes;
}

function faultOf(bytes: Uint8Array, expected: Expected): string | null {
  if (expected.bytes !== undefined && bytes.length !== expected.bytes) {
    return `${bytes.length} of ${expected.bytes} bytes came`;
  }
  return expected.sha256 === undefined || sha256(bytes) === expected.sha256
    ? null
    : "its content is not what its digest says";
}

function failed(url: string, why: string, cause?: unknown): PlumblineError {
  return new PlumblineError("download-failed", "environment", `${url} was not read: ${why}.`, {
    hint: "the network, or a copy of the file as the source",
    cause,
  });
}

/** The reason that fetch hides below "fetch failed" or "terminated". */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = inner instanceof Error && "code" in inner ? String(inner.code) : "";
  const text = describeError(inner);
  return code === "" || text.includes(code) ? text : `${text} (${code})`;
}
