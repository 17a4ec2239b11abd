// `images list B`: the images of the selection, here or at their registry, with their sizes.
import { askSizes, sizeOf } from "./image-estimate.ts";
import type { Known } from "./image-estimate.ts";
import type { CommandSpec } from "./command.ts";
import {
  addImageOptions,
  addMirrorOption,
  gigabytes,
  hereOf,
  mirrorOf,
  requireNetwork,
  selectedImages,
} from "./selected-images.ts";
import type { StoredImage } from "../sandboxes/image-store.ts";

interface Line {
  readonly name: string;
  readonly state: "here" | "missing" | Known["kind"];
  /** On disk for what is here, to download for what is not; null where it is not known. */
  readonly bytes: number | null;
  readonly digest: string | null;
  readonly reason: string | null;
}

export const imagesList: CommandSpec = {
  name: "list",
  summary: "The images of a benchmark's instances, and whether they are here.",
  configure: (command) =>
    void addMirrorOption(addImageOptions(command)).option(
      "--remote",
      "ask the registry for those that are not here",
    ),
  run: async ([id = ""], options, io) => {
    if (options["remote"] === true) requireNetwork(options, "images list --remote");
    const selected = await selectedImages(id, options, io);
    const { benchmark, store, images } = selected;
    const missing = [...images].filter(([, image]) => image === null).map(([name]) => name);
    const question = { architecture: store.architecture, signal: io.signal };
    const known =
      options["remote"] === true
        ? await askSizes(missing, mirrorOf(options), question)
        : new Map<string, Known>();
    const lines = [...images].map(([name, image]) => lineOf(name, image, known.get(name)));
    if (io.json) {
      io.out(`${JSON.stringify({ benchmark, engine: store.engine, images: lines }, null, 2)}\n`);
      return;
    }
    for (const { name, state, bytes, reason } of lines) {
      const size = bytes === null ? "" : gigabytes(bytes);
      io.out(
        `${state.padEnd(8)} ${size.padStart(9)}  ${name}${reason === null ? "" : `  (${reason})`}\n`,
      );
    }
    const { count, bytes } = hereOf(selected);
    io.out(`${images.size} images of ${benchmark}, ${count} here (at most ${gigabytes(bytes)})\n`);
  },
};

function lineOf(name: string, image: StoredImage | null, known: Known | undefined): Line {
  if (image !== null) {
    const { digest, sizeBytes } = image;
    return { ...{ name, state: "here", bytes: sizeBytes }, digest, reason: null };
  }
  return {
    ...{ name, state: known?.kind ?? "missing", digest: null },
    bytes: known?.kind === "remote" ? sizeOf([known.image]).downloadBytes : null,
    reason: known?.kind === "unknown" ? known.reason : null,
  };
}
