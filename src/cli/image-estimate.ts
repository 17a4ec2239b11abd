// What fetching images will take, told by their registry before it begins.
import { describeError } from "../core/errors.ts";
import { askRegistry } from "../sandboxes/image-registry.ts";
import type { RemoteImage } from "../sandboxes/image-registry.ts";
import { imageReference, mirroredName } from "../sandboxes/image-reference.ts";
import type { ImageMirror } from "../sandboxes/image-reference.ts";
import { eachOf } from "../sandboxes/image-store.ts";

/** Layers are packed to about a third: the images of SWE-bench to a little more than that. */
const DISK_PER_DOWNLOADED = 3;
const ASKED_AT_ONCE = 4;

export type Known =
  | { readonly kind: "remote"; readonly image: RemoteImage }
  | { readonly kind: "absent" }
  | { readonly kind: "unknown"; readonly reason: string };

export interface Size {
  readonly downloadBytes: number;
  /** Estimated. */
  readonly diskBytes: number;
}

/** Asks for each name, from the mirror where there is one. */
export async function askSizes(
  names: readonly string[],
  mirror: ImageMirror | null,
  question: { readonly architecture: string; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, Known>> {
  const known = new Map<string, Known>();
  await eachOf(names, ASKED_AT_ONCE, async (name) => {
    const own = imageReference(name);
    const reference = mirror === null ? own : imageReference(mirroredName(own, mirror));
    try {
      const image = await askRegistry(reference, question);
      known.set(name, image === null ? { kind: "absent" } : { kind: "remote", image });
    } catch (error) {
      question.signal.throwIfAborted();
      known.set(name, { kind: "unknown", reason: describeError(error) });
    }
  });
  // In the order of the names, whichever answer came first: what fits is taken in that order.
  return new Map(
    names.flatMap((name) => {
      const answer = known.get(name);
      return answer === undefined ? [] : [[name, answer]];
    }),
  );
}

/** Of all together: a layer that several have is fetched, and lies on disk, once. */
export function sizeOf(images: readonly RemoteImage[]): Size {
  const layers = new Map(images.flatMap((image) => [...image.layers]));
  const downloadBytes = [...layers.values()].reduce((sum, bytes) => sum + bytes, 0);
  return { downloadBytes, diskBytes: downloadBytes * DISK_PER_DOWNLOADED };
}

/** As many of the names, in their order, as fit into so many bytes of disk. */
export function whatFits(
  images: ReadonlyMap<string, RemoteImage>,
  diskBytes: number,
): readonly string[] {
  const fitting: string[] = [];
  const taken: RemoteImage[] = [];
  for (const [name, image] of images) {
    if (sizeOf([...taken, image]).diskBytes > diskBytes) continue;
    fitting.push(name);
    taken.push(image);
  }
  return fitting;
}
