// The images that the selected instances of a study need, held against what an engine here has:
// before the first run, all at once.
import type { Benchmark } from "../benchmarks/benchmark.ts";
import { PlumblineError } from "../core/errors.ts";
import type { Instance } from "../core/instance.ts";
import type { EngineId } from "../sandboxes/container-engine.ts";
import { imageName } from "../sandboxes/image-name.ts";
import { openImageStore } from "../sandboxes/image-store.ts";

/** Engines that say which images they have, best first. */
export const ENGINES: readonly EngineId[] = ["docker", "podman"];

export interface WantedImages {
  /** Names of the images that instances bring. */
  readonly names: readonly string[];
  /** Whether there are instances that bring none. */
  readonly others: boolean;
  /** Whether the trees of some lie there and nowhere else. */
  readonly isNeeded: boolean;
}

export const NO_IMAGES: WantedImages = { names: [], others: true, isNeeded: false };

export function isEngine(id: string): id is EngineId {
  return (ENGINES as readonly string[]).includes(id);
}

/** The images of the selected instances of one benchmark. */
export function imagesOf(benchmark: Benchmark, instances: readonly Instance[]): WantedImages {
  const images = instances.map((instance) => benchmark.image(instance)?.image ?? null);
  const names = [...new Set(images.filter((image) => image !== null))];
  const others = images.includes(null);
  return { names, others, isNeeded: benchmark.treesInImages && names.length > 0 };
}

/** The images of all benchmarks of a study. */
export function allImages(images: readonly WantedImages[]): WantedImages {
  return {
    names: [...new Set(images.flatMap(({ names }) => names))],
    others: images.some(({ others }) => others),
    isNeeded: images.some(({ isNeeded }) => isNeeded),
  };
}

/** The images that an engine lacks; with them, where instances bring none, the one named for those. */
export async function missingImages(
  engine: EngineId,
  { names, others }: WantedImages,
): Promise<readonly string[]> {
  const wanted = others ? [...names, imageName(engine, { label: "", limits: {} })] : names;
  return (await openImageStore(engine)).missing(wanted);
}

/** Throws where an engine lacks images; `notice` is told each of their names. */
export async function requireImages(
  engine: EngineId,
  images: WantedImages,
  notice: (text: string) => void,
): Promise<void> {
  const missing = await missingImages(engine, images);
  const [first] = missing;
  if (first === undefined) return;
  if (missing.length > 1) for (const name of missing) notice(`missing: ${name}\n`);
  const own = missing.filter((name) => images.names.includes(name));
  throw new PlumblineError("image-missing", "environment", `${lacks(engine, missing, images)}.`, {
    hint:
      own.length > 1
        ? "plumbline images pull BENCHMARK, with the same selection"
        : `${engine} pull ${first}`,
  });
}

/** What an engine lacks, as a clause. */
export function lacks(engine: EngineId, missing: readonly string[], images: WantedImages): string {
  const [first = ""] = missing;
  if (missing.length === 1) return `${engine} does not have the image ${first}`;
  const of = images.names.length + (images.others ? 1 : 0);
  return `${engine} does not have ${missing.length} of ${of} images (${first} …)`;
}
