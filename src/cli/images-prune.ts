// `images prune B`: removes the images of the selection, and no other.
import { imageReference } from "../sandboxes/image-reference.ts";
import type { StoredImage } from "../sandboxes/image-store.ts";
import type { CommandSpec } from "./command.ts";
import { addImageOptions, gigabytes, selectedImages } from "./selected-images.ts";

export const imagesPrune: CommandSpec = {
  name: "prune",
  summary: "Remove the images of a benchmark's instances.",
  configure: (command) =>
    void addImageOptions(command).option("--dry-run", "say what would be removed"),
  run: async ([id = ""], options, io) => {
    const { benchmark, store, images } = await selectedImages(id, options, io);
    const isDry = options["dryRun"] === true;
    const removed: string[] = [];
    const kept: string[] = [];
    let bytes = 0;
    for (const [name, image] of images) {
      if (image === null) continue;
      io.signal.throwIfAborted();
      const names = [name, ...mirroredNames(name, image)];
      const isGone = isDry || (await removeAll(names, (one) => store.remove(one)));
      (isGone ? removed : kept).push(name);
      if (isGone) bytes += image.sizeBytes;
    }
    if (io.json) {
      const answer = { benchmark, engine: store.engine, dryRun: isDry, removed, kept, bytes };
      io.out(`${JSON.stringify(answer, null, 2)}\n`);
      return;
    }
    for (const name of removed) io.out(`${isDry ? "would remove" : "removed"}  ${name}\n`);
    for (const name of kept) io.out(`kept, in use  ${name}\n`);
    const what = isDry ? "would be removed" : "removed";
    io.out(`${removed.length} images of ${benchmark} ${what} (at most ${gigabytes(bytes)})\n`);
  },
};

/** The names that it has from a mirror: the same path, behind another host. */
function mirroredNames(name: string, { names }: StoredImage): readonly string[] {
  const { path, tag } = imageReference(name);
  return names.filter((other) => other !== name && other.endsWith(`/${path}:${tag ?? "latest"}`));
}

/** All or none but what cannot: a container that uses an image holds its last name. */
async function removeAll(
  names: readonly string[],
  remove: (name: string) => Promise<boolean>,
): Promise<boolean> {
  let isGone = true;
  for (const name of [...names].reverse()) isGone = (await remove(name)) && isGone;
  return isGone;
}
