// The images of a selection of a benchmark's instances, and the engine that has them or is to.
import type { Command } from "commander";
import { PlumblineError, describeError } from "../core/errors.ts";
import { imageMirror } from "../sandboxes/image-reference.ts";
import type { ImageMirror } from "../sandboxes/image-reference.ts";
import { eachOf, openImageStore } from "../sandboxes/image-store.ts";
import type { ImageStore, StoredImage } from "../sandboxes/image-store.ts";
import { addSelectionOptions, addSourceOptions, benchmarkEntryOf } from "./benchmark-options.ts";
import type { CommandIo } from "./command.ts";
import { isOffline, openBenchmark, selectFrom } from "./open-benchmark.ts";
import { ENGINES, imagesOf, isEngine } from "./wanted-images.ts";

const ASKED_AT_ONCE = 8;
const MIRROR_VARIABLE = "PLUMBLINE_IMAGE_MIRROR";

export interface SelectedImages {
  readonly benchmark: string;
  readonly store: ImageStore;
  /** In the selection's order; with what the engine has, or null. */
  readonly images: ReadonlyMap<string, StoredImage | null>;
}

/** Declares whose images are meant and which engine has them. */
export function addImageOptions(command: Command): Command {
  addSourceOptions(command.argument("<benchmark>", "swe-bench, featbench, local …"));
  return addSelectionOptions(command).option("--sandbox <id>", "docker, podman or auto", "auto");
}

/** Declares a registry to fetch from instead of the images' own. */
export function addMirrorOption(command: Command): Command {
  return command.option("--mirror <host/prefix>", `registry to ask instead (${MIRROR_VARIABLE})`);
}

/** What the options or the environment say. */
export function mirrorOf(options: Readonly<Record<string, unknown>>): ImageMirror | null {
  const given = options["mirror"];
  if (typeof given === "string") return imageMirror(given, "--mirror");
  const set = process.env[MIRROR_VARIABLE];
  return set === undefined || set === "" ? null : imageMirror(set, MIRROR_VARIABLE);
}

/** Throws a usage error where the network may not be asked for what was asked for. */
export function requireNetwork(options: Readonly<Record<string, unknown>>, what: string): void {
  if (!isOffline({ offline: options["offline"] === true })) return;
  throw new PlumblineError(
    "offline",
    "usage",
    `${what} asks a registry, which --offline forbids.`,
    {
      hint: "without --offline and PLUMBLINE_OFFLINE",
    },
  );
}

/** Throws a usage error where no selected instance has an image. */
export async function selectedImages(
  id: string,
  options: Readonly<Record<string, unknown>>,
  io: CommandIo,
): Promise<SelectedImages> {
  const entry = benchmarkEntryOf(id, options);
  const surroundings = { notice: io.err, signal: io.signal, offline: options["offline"] === true };
  const benchmark = await openBenchmark(entry, surroundings);
  const { instances } = await selectFrom(benchmark, entry, io.seed ?? 0);
  const { names } = imagesOf(benchmark, instances);
  if (names.length === 0) {
    throw new PlumblineError(
      "no-images",
      "usage",
      `No selected instance of ${benchmark.id} has an image.`,
      { hint: `plumbline instances ${id} with the same selection` },
    );
  }
  const store = await storeOf(String(options["sandbox"]));
  const found = new Map<string, StoredImage | null>();
  await eachOf(names, ASKED_AT_ONCE, async (name) => void found.set(name, await store.find(name)));
  const images = new Map(names.map((name) => [name, found.get(name) ?? null]));
  return { benchmark: benchmark.id, store, images };
}

/** The engine by name; `auto` takes the first that answers. */
async function storeOf(id: string): Promise<ImageStore> {
  if (id !== "auto" && !isEngine(id)) {
    throw new PlumblineError("bad-option", "usage", `--sandbox ${id} has no images.`, {
      hint: `${ENGINES.join(", ")} or auto`,
    });
  }
  const reasons = [];
  for (const engine of id === "auto" ? ENGINES : ENGINES.filter((known) => known === id)) {
    try {
      return await openImageStore(engine);
    } catch (error) {
      reasons.push(describeError(error));
    }
  }
  throw new PlumblineError(
    "no-engine",
    "environment",
    `No container engine: ${reasons.join("; ")}.`,
    {
      hint: "start docker or podman, or point DOCKER_HOST or CONTAINER_HOST to one",
    },
  );
}

/** Bytes for people: 1.2 GB. */
export function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(bytes < 1e8 ? 3 : 1)} GB`;
}

/** Those that the engine has, with all their bytes: layers that they share are counted each time. */
export function hereOf({ images }: SelectedImages) {
  const here = [...images.values()].filter((image) => image !== null);
  return { count: here.length, bytes: here.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}
