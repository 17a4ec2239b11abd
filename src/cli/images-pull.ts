// `images pull B`: fetches what is missing, after saying what it will take.
import { PlumblineError, describeError } from "../core/errors.ts";
import { imageReference, mirroredName } from "../sandboxes/image-reference.ts";
import type { ImageMirror } from "../sandboxes/image-reference.ts";
import { eachOf } from "../sandboxes/image-store.ts";
import type { FetchProgress, ImageStore, StoredImage } from "../sandboxes/image-store.ts";
import type { CommandIo, CommandSpec } from "./command.ts";
import { askSizes, sizeOf, whatFits } from "./image-estimate.ts";
import type { Known } from "./image-estimate.ts";
import {
  addImageOptions,
  addMirrorOption,
  gigabytes,
  hereOf,
  mirrorOf,
  requireNetwork,
  selectedImages,
} from "./selected-images.ts";

/** What a registry says to whoever has asked it too often. */
const TOO_MANY = /too ?many ?requests/i;
/** Registries slow down whoever asks for more. */
const FETCHED_AT_ONCE = 3;
const TOLD_EVERY_MS = 10_000;

export const imagesPull: CommandSpec = {
  name: "pull",
  summary: "Fetch the images that are missing.",
  configure: (command) =>
    void addMirrorOption(addImageOptions(command))
      .option("--disk-budget <gb>", "most that all images of the selection may take on disk")
      .option("--fit", "with --disk-budget: fetch what fits instead of nothing"),
  run: async ([id = ""], options, io) => {
    requireNetwork(options, "images pull");
    const budget = budgetOf(options["diskBudget"]);
    const mirror = mirrorOf(options);
    const selected = await selectedImages(id, options, io);
    const { benchmark, store, images } = selected;
    const missing = [...images].filter(([, image]) => image === null).map(([name]) => name);
    const question = { architecture: store.architecture, signal: io.signal };
    const known = await askSizes(missing, mirror, question);
    const here = hereOf(selected);
    tellEstimate(known, here, io);
    const chosen =
      budget === null ? missing : withinBudget(known, budget - here.bytes, options["fit"] === true);
    const leftOut = missing.filter((name) => !chosen.includes(name));
    const { fetched, failed } = await fetchAll(chosen, { store, mirror, io });
    report({ benchmark, store, fetched, failed, leftOut, here: here.count }, io);
  },
};

function budgetOf(option: unknown): number | null {
  if (option === undefined) return null;
  const text = typeof option === "string" ? option : "";
  const gb = Number(text);
  if (gb > 0) return gb * 1e9;
  throw new PlumblineError("bad-option", "usage", `--disk-budget ${text} is no size.`, {
    hint: "--disk-budget 100, in GB",
  });
}

function tellEstimate(
  known: ReadonlyMap<string, Known>,
  here: { readonly count: number; readonly bytes: number },
  io: CommandIo,
): void {
  const { downloadBytes, diskBytes } = sizeOf([...remoteOf(known).values()]);
  io.err(`here: ${here.count} images (at most ${gigabytes(here.bytes)})\n`);
  if (known.size === 0) return;
  io.err(
    `to fetch: ${known.size} images, ${gigabytes(downloadBytes)}, about ${gigabytes(diskBytes)} on disk\n`,
  );
  const unknown = unknownOf(known);
  const [first] = unknown;
  if (first !== undefined) io.err(`not in this estimate: ${unknown.length} (${first.reason})\n`);
}

function remoteOf(known: ReadonlyMap<string, Known>) {
  return new Map(
    [...known].flatMap(([name, one]) => (one.kind === "remote" ? [[name, one.image]] : [])),
  );
}

function unknownOf(known: ReadonlyMap<string, Known>) {
  return [...known.values()].filter((one) => one.kind === "unknown");
}

/** Nothing is begun where the estimate is larger than what is left, or is none. */
function withinBudget(
  known: ReadonlyMap<string, Known>,
  bytes: number,
  isPartial: boolean,
): readonly string[] {
  const remote = remoteOf(known);
  if (isPartial) {
    // What its registry does not have is tried: its failure is told, too.
    const absent = [...known].filter(([, { kind }]) => kind === "absent").map(([name]) => name);
    return [...whatFits(remote, bytes), ...absent];
  }
  const [unknown] = unknownOf(known);
  if (unknown !== undefined) {
    throw new PlumblineError(
      "no-estimate",
      "environment",
      `What the images take cannot be told: ${unknown.reason}`,
      { hint: "without --disk-budget, or --fit for those whose size is known" },
    );
  }
  const { diskBytes } = sizeOf([...remote.values()]);
  if (diskBytes <= bytes) return [...known.keys()];
  throw new PlumblineError(
    "over-budget",
    "threshold",
    `The images would take about ${gigabytes(diskBytes)}, and ${gigabytes(Math.max(0, bytes))} of the budget are left.`,
    { hint: "a larger --disk-budget, a smaller selection, or --fit for a part" },
  );
}

interface Fetching {
  readonly store: ImageStore;
  readonly mirror: ImageMirror | null;
  readonly io: CommandIo;
}

interface Fetched {
  readonly fetched: ReadonlyMap<string, StoredImage>;
  readonly failed: ReadonlyMap<string, string>;
}

/** Goes on past an image that fails. What an engine has of it stays, for the next time. */
async function fetchAll(names: readonly string[], fetching: Fetching): Promise<Fetched> {
  const { io } = fetching;
  const fetched = new Map<string, StoredImage>();
  const failed = new Map<string, string>();
  const progress = new Map<string, FetchProgress>();
  const tell = setInterval(() => {
    const bytes = [...progress.values()].reduce((sum, { doneBytes }) => sum + doneBytes, 0);
    io.err(`${fetched.size}/${names.length} images, ${gigabytes(bytes)}\n`);
  }, TOLD_EVERY_MS);
  try {
    let isRefused = false;
    await eachOf(names, io.workers ?? FETCHED_AT_ONCE, async (name) => {
      if (isRefused) {
        failed.set(name, "not asked for: the registry takes no more requests for now.");
        return;
      }
      try {
        const image = await fetchOne(name, fetching, (seen) => void progress.set(name, seen));
        fetched.set(name, image);
        io.err(`fetched ${fetched.size}/${names.length}  ${name}  ${gigabytes(image.sizeBytes)}\n`);
      } catch (error) {
        io.signal.throwIfAborted();
        failed.set(name, describeError(error));
        isRefused ||= TOO_MANY.test(describeError(error));
        io.err(`failed  ${describeError(error)}\n`);
      }
    });
  } finally {
    clearInterval(tell);
  }
  return { fetched, failed };
}

async function fetchOne(
  name: string,
  { store, mirror, io }: Fetching,
  onProgress: (progress: FetchProgress) => void,
): Promise<StoredImage> {
  const options = { onProgress, signal: io.signal };
  if (mirror === null) return store.fetch(name, options);
  const reference = imageReference(name);
  if (reference.digest !== null) {
    const message = `${name} is named by its digest, which cannot be given to an image of a mirror.`;
    throw new PlumblineError("not-mirrored", "environment", message, { hint: "without --mirror" });
  }
  const other = mirroredName(reference, mirror);
  const image = await store.fetch(other, options);
  await store.addName(other, name);
  return image;
}

interface Outcome extends Fetched {
  readonly benchmark: string;
  readonly store: ImageStore;
  readonly leftOut: readonly string[];
  readonly here: number;
}

/** Throws where not all of the selection is here now. */
function report(
  { benchmark, store, fetched, failed, leftOut, here }: Outcome,
  io: CommandIo,
): void {
  const images = [...fetched].map(([name, { id, digest, sizeBytes }]) => ({
    ...{ name, id, digest, bytes: sizeBytes },
  }));
  if (io.json) {
    const answer = {
      ...{ benchmark, engine: store.engine, here, fetched: images, leftOut },
      failed: [...failed].map(([name, reason]) => ({ name, reason })),
    };
    io.out(`${JSON.stringify(answer, null, 2)}\n`);
  } else {
    for (const { name, digest } of images) io.out(`fetched  ${name}  ${digest ?? ""}\n`);
    for (const [name, reason] of failed) io.out(`failed   ${name}  ${reason}\n`);
    for (const name of leftOut) io.out(`left out ${name}\n`);
    io.out(`${here + images.length} images of ${benchmark} are here\n`);
  }
  const [first] = failed.values();
  if (first !== undefined) {
    const message = `${failed.size} images were not fetched: ${first}`;
    throw new PlumblineError("image-not-fetched", "environment", message, {
      hint: "the same command again goes on with them",
    });
  }
  if (leftOut.length > 0) {
    const message = `${leftOut.length} images are not known to fit into --disk-budget.`;
    throw new PlumblineError("over-budget", "threshold", message);
  }
}
