// The images that a container engine has: asked for, fetched, named and removed through its API.
import { z } from "zod";

import { asked, engineMessage, engineStatus } from "./container-engine.ts";
import type { ContainerEngine, EngineId } from "./container-engine.ts";
import { engineHere } from "./engine-here.ts";
import { imageReference } from "./image-reference.ts";
import { SandboxError } from "./sandbox.ts";

export interface StoredImage {
  readonly id: string;
  /** As the registry knows it; null for one that was made here. */
  readonly digest: string | null;
  /** What it takes on disk with all its layers, also those that others share. */
  readonly sizeBytes: number;
  /** Every name that it has here. */
  readonly names: readonly string[];
}

export interface FetchProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface ImageStore {
  readonly engine: EngineId;
  /** As registries name it: `amd64`, `arm64`. */
  readonly architecture: string;
  /** Null where the engine has no image of that name. */
  find(name: string): Promise<StoredImage | null>;
  /** Those of the names that it does not have, in their order. */
  missing(names: readonly string[]): Promise<readonly string[]>;
  /** Fetches an image from its registry. Throws the engine's own reason where that fails. */
  fetch(name: string, options?: FetchOptions): Promise<StoredImage>;
  /** Gives an image another name. */
  addName(name: string, other: string): Promise<void>;
  /** Takes a name away, and the image with its last name. False where a container uses it. */
  remove(name: string): Promise<boolean>;
}

export interface FetchOptions {
  readonly onProgress?: (progress: FetchProgress) => void;
  readonly signal?: AbortSignal;
}

const ASKED_AT_ONCE = 8;

const imageSchema = z.object({
  Id: z.string(),
  Size: z.number().default(0),
  RepoTags: z.array(z.string()).nullish(),
  RepoDigests: z.array(z.string()).nullish(),
});

/** Throws where the engine does not answer. */
export async function openImageStore(id: EngineId): Promise<ImageStore> {
  const engine = await engineHere(id);
  const find = (name: string) => findImage(engine, name);
  return {
    engine: id,
    architecture: engine.architecture,
    find,
    missing: async (names) => {
      const found = new Map<string, boolean>();
      await eachOf(names, ASKED_AT_ONCE, async (name) => {
        found.set(name, (await find(name)) !== null);
      });
      return names.filter((name) => found.get(name) === false);
    },
    fetch: (name, options = {}) => fetchImage(engine, name, options),
    addName: async (name, other) => {
      const { registry, path, tag } = imageReference(other);
      const repo = registry === "docker.io" ? path : `${registry}/${path}`;
      await asked(`name the image ${name}`, () =>
        engine.client.getImage(name).tag({ repo, tag: tag ?? "latest" }),
      );
    },
    remove: (name) => removeImage(engine, name),
  };
}

/** Does `work` for each item, some at a time, and waits for all; throws the first failure. */
export async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

async function findImage({ client }: ContainerEngine, name: string): Promise<StoredImage | null> {
  try {
    const seen = imageSchema.parse(await client.getImage(name).inspect());
    return {
      ...{ id: seen.Id, sizeBytes: seen.Size },
      digest: seen.RepoDigests?.[0] ?? null,
      names: seen.RepoTags ?? [],
    };
  } catch (cause) {
    if (engineStatus(cause) === 404) return null;
    const message = `The container engine did not show the image ${name}: ${engineMessage(cause)}.`;
    throw new SandboxError("engine-failed", message, { cause });
  }
}

async function removeImage({ client }: ContainerEngine, name: string): Promise<boolean> {
  try {
    await client.getImage(name).remove();
    return true;
  } catch (error) {
    if (engineStatus(error) === 404) return true;
    if (engineStatus(error) === 409) return false;
    return asked(`remove the image ${name}`, () => Promise.reject(error as Error));
  }
}

const lineSchema = z.object({
  id: z.string().optional(),
  status: z.string().optional(),
  error: z.string().optional(),
  progressDetail: z
    .object({ current: z.number().optional(), total: z.number().optional() })
    .nullish(),
});

/** Engines answer at once, and tell how it went in lines: also that it failed. */
async function fetchImage(
  engine: ContainerEngine,
  name: string,
  { onProgress, signal }: FetchOptions,
): Promise<StoredImage> {
  signal?.throwIfAborted();
  const { registry, path, tag, digest } = imageReference(name);
  const fromImage = registry === "docker.io" ? path : `${registry}/${path}`;
  try {
    const stream = await engine.client.createImage({
      ...{ fromImage, tag: digest ?? tag ?? "latest" },
      ...(signal === undefined ? {} : { abortSignal: signal }),
    });
    const stop = () => {
      (stream as NodeJS.ReadableStream & { destroy(): void }).destroy();
    };
    signal?.addEventListener("abort", stop, { once: true });
    try {
      await readProgress(stream, onProgress ?? (() => undefined));
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw notFetched(name, engineMessage(cause), cause);
  }
  // Podman has been seen to end such an answer without an error and without the image.
  const found = await findImage(engine, name);
  if (found === null) throw notFetched(name, "the engine does not say why");
  return found;
}

async function readProgress(
  stream: NodeJS.ReadableStream,
  onProgress: (progress: FetchProgress) => void,
): Promise<void> {
  const layers = new Map<string, { current: number; total: number }>();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) readLine(line, layers);
    let [doneBytes, totalBytes] = [0, 0];
    for (const { current, total } of layers.values()) {
      doneBytes += current;
      totalBytes += total;
    }
    onProgress({ doneBytes, totalBytes });
  }
  readLine(rest, layers);
}

function readLine(line: string, layers: Map<string, { current: number; total: number }>): void {
  if (line.trim() === "") return;
  const { id, status, error, progressDetail } = lineSchema.parse(JSON.parse(line));
  if (error !== undefined) throw new Error(error);
  const { current, total } = progressDetail ?? {};
  if (id === undefined) return;
  if (status === "Downloading" && total !== undefined)
    layers.set(id, { current: current ?? 0, total });
  const known = layers.get(id);
  if (known !== undefined && /complete|exists/i.test(status ?? "")) known.current = known.total;
}

function notFetched(name: string, why: string, cause?: unknown): SandboxError {
  return new SandboxError("image-not-fetched", `${name} was not fetched: ${why}.`, { cause });
}
