// Data sets on a hub, by name: a revision is resolved to the commit that it names once, and kept;
// then the files of a split at that commit. Addresses are those of the Hugging Face hub's API.
import { z } from "zod";
import type { BenchmarkMeans } from "../benchmark.ts";
import { badDataset } from "./bad-dataset.ts";
import type { DatasetFile } from "./dataset-file.ts";
import { filesOfSplit } from "./dataset-file.ts";
import { download } from "./download.ts";

export const DEFAULT_HUB = "https://huggingface.co";

const revisionSchema = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) });
const treeSchema = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.number(),
    /** Of large files the hub knows the SHA-256. */
    lfs: z.object({ oid: z.string().regex(/^[0-9a-f]{64}$/), size: z.number() }).optional(),
  }),
);
type HubFile = z.infer<typeof treeSchema>[number];

/** Whether a source reads as a data set's name, `owner/name`. */
export function isHubName(from: string): boolean {
  return /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/.test(from);
}

/** The files of a split and the commit that they are from. */
export async function readFromHub(
  name: string,
  { revision, split }: { readonly revision: string | undefined; readonly split: string },
  means: BenchmarkMeans,
): Promise<{ readonly revision: string; readonly files: readonly DatasetFile[] }> {
  const commit = await resolveRevision(name, revision, means);
  const api = `${means.hub}/api/datasets/${name}/tree/${commit}?recursive=true`;
  const tree = parseAnswer(api, await download(api, means), treeSchema);
  const byPath = new Map(tree.filter(({ type }) => type === "file").map((f) => [f.path, f]));
  const paths = filesOfSplit(`${name} at ${commit}`, [...byPath.keys()], split);
  const files: DatasetFile[] = [];
  for (const path of paths) {
    const url = `${means.hub}/datasets/${name}/resolve/${commit}/${path}`;
    files.push({ name: url, bytes: await download(url, means, expectedOf(byPath.get(path))) });
  }
  return { revision: commit, files };
}

function expectedOf(file: HubFile | undefined) {
  return { bytes: file?.lfs?.size ?? file?.size, sha256: file?.lfs?.oid };
}

/** A branch or tag is asked for once; its answer stays, so that a study does not move. */
async function resolveRevision(
  name: string,
  revision: string | undefined,
  means: BenchmarkMeans,
): Promise<string> {
  if (revision !== undefined && /^[0-9a-f]{40}$/.test(revision)) return revision;
  const api = `${means.hub}/api/datasets/${name}/revision/${revision ?? "main"}`;
  const isNew = means.cache.read(api) === null;
  const { sha } = parseAnswer(api, await download(api, means), revisionSchema);
  if (isNew) means.notice(`${name}: revision ${sha}; name it in the study to pin it.\n`);
  return sha;
}

function parseAnswer<T>(url: string, bytes: Uint8Array, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch (cause) {
    throw badDataset(url, "the answer is no JSON", { hint: "the hub's address", cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw badDataset(url, "the answer is not that of a hub of data sets", {
    hint: "the hub's address",
    cause: parsed.error,
  });
}
