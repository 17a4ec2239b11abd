// What a registry says of an image before it is fetched: whether it is there, and how large its
// layers are. By the distribution API, as anybody: where a registry asks who it is, it is asked for
// a token without a name.
import { z } from "zod";

import { PlumblineError, describeError } from "../core/errors.ts";
import { DOCKER_HUB } from "./image-reference.ts";
import type { ImageReference } from "./image-reference.ts";

export interface RemoteImage {
  /** Bytes to download of each layer, by digest. */
  readonly layers: ReadonlyMap<string, number>;
}

export interface RegistryQuestion {
  /** As registries name it: `amd64`. */
  readonly architecture: string;
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 30_000;
const MANIFEST_TYPES = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");

const manifestSchema = z.object({
  layers: z.array(z.object({ digest: z.string(), size: z.number() })).optional(),
  manifests: z
    .array(
      z.object({
        digest: z.string(),
        platform: z.object({ architecture: z.string(), os: z.string() }).optional(),
      }),
    )
    .optional(),
});

const tokenSchema = z.object({ token: z.string().optional(), access_token: z.string().optional() });

/**
 * The image, or null where the registry does not have it. Throws an environment error that says why
 * where it does not answer.
 */
export async function askRegistry(
  reference: ImageReference,
  question: RegistryQuestion,
): Promise<RemoteImage | null> {
  const version = reference.digest ?? reference.tag ?? "latest";
  const manifest = await readManifest(reference, version, question);
  if (manifest === null) return null;
  if (manifest.manifests === undefined) return layersOf(reference, manifest);
  const { architecture } = question;
  const fitting = manifest.manifests.find(
    ({ platform }) => platform?.os === "linux" && platform.architecture === architecture,
  );
  if (fitting === undefined) throw noAnswer(reference, `it has none for ${architecture}`);
  const own = await readManifest(reference, fitting.digest, question);
  return own === null ? null : layersOf(reference, own);
}

type Manifest = z.infer<typeof manifestSchema>;

function layersOf(reference: ImageReference, { layers }: Manifest): RemoteImage {
  if (layers === undefined) throw noAnswer(reference, "what it says is of no known form");
  return { layers: new Map(layers.map(({ digest, size }) => [digest, size])) };
}

async function readManifest(
  reference: ImageReference,
  version: string,
  { signal }: RegistryQuestion,
): Promise<Manifest | null> {
  const address = `${addressOf(reference.registry)}/v2/${reference.path}/manifests/${version}`;
  const limited = AbortSignal.any([
    AbortSignal.timeout(TIMEOUT_MS),
    ...(signal === undefined ? [] : [signal]),
  ]);
  try {
    let response = await request(address, null, limited);
    if (response.status === 401) {
      const token = await askToken(response.headers.get("www-authenticate") ?? "", limited);
      if (token !== null) response = await request(address, token, limited);
    }
    if (response.status === 404) return null;
    if (!response.ok) throw noAnswer(reference, meaningOf(response.status));
    return manifestSchema.parse(await response.json());
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof PlumblineError) throw error;
    throw noAnswer(reference, reasonOf(error), error);
  }
}

function request(address: string, token: string | null, signal: AbortSignal): Promise<Response> {
  const headers = {
    accept: MANIFEST_TYPES,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  return fetch(address, { headers, signal });
}

/** Null where the registry wants a name and a password. */
async function askToken(challenge: string, signal: AbortSignal): Promise<string | null> {
  const fields = new Map(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]),
  );
  const realm = fields.get("realm");
  if (!/^bearer /i.test(challenge) || realm === undefined) return null;
  const address = new URL(realm);
  for (const key of ["service", "scope"]) {
    const value = fields.get(key);
    if (value !== undefined) address.searchParams.set(key, value);
  }
  const response = await fetch(address, { signal });
  if (!response.ok) return null;
  const { token, access_token } = tokenSchema.parse(await response.json());
  return token ?? access_token ?? null;
}

/** As engines do it: no encryption only where the registry is this machine itself. */
function addressOf(registry: string): string {
  if (registry === DOCKER_HUB) return "https://registry-1.docker.io";
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(registry);
  return `${isHere ? "http" : "https"}://${registry}`;
}

function meaningOf(status: number): string {
  if (status === 429) return "it takes no more requests for now (429)";
  if (status === 401 || status === 403) return `it is not there, or not for everybody (${status})`;
  return `it answers ${status}`;
}

function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  return describeError(cause ?? error).split("\n", 1)[0] ?? "";
}

function noAnswer({ registry, path }: ImageReference, why: string, cause?: unknown) {
  const message = `${registry} says nothing of ${path}: ${why}.`;
  return new PlumblineError("registry", "environment", message, { cause });
}
