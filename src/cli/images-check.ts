// `images check B`: whether every image of the selection is here.
import { PlumblineError } from "../core/errors.ts";
import type { CommandSpec } from "./command.ts";
import { addImageOptions, gigabytes, hereOf, selectedImages } from "./selected-images.ts";

export const imagesCheck: CommandSpec = {
  name: "check",
  summary: "Say which images are missing, which are here, and what disk those take.",
  configure: (command) => void addImageOptions(command),
  run: async ([id = ""], options, io) => {
    const selected = await selectedImages(id, options, io);
    const { benchmark, store, images } = selected;
    const missing = [...images].filter(([, image]) => image === null).map(([name]) => name);
    const here = hereOf(selected);
    if (io.json) {
      const answer = {
        benchmark,
        engine: store.engine,
        here: here.count,
        bytes: here.bytes,
        missing,
      };
      io.out(`${JSON.stringify(answer, null, 2)}\n`);
    } else {
      for (const name of missing) io.out(`missing  ${name}\n`);
      const disk = here.count === 0 ? "" : ` (at most ${gigabytes(here.bytes)})`;
      io.out(`${here.count} of ${images.size} images of ${benchmark} are here${disk}\n`);
    }
    if (missing.length === 0) return;
    const message = `${store.engine} does not have ${missing.length} of ${images.size} images.`;
    throw new PlumblineError("image-missing", "environment", message, {
      hint: `plumbline images pull ${id}, with the same selection`,
    });
  },
};
