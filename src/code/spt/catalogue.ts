// Transformations by the names that people give: full ids, or ids without their language.
import { PlumblineError } from "../../core/errors.ts";
import { nearestName } from "../../core/nearest-name.ts";
import { TRANSFORMATIONS } from "./registry.ts";
import type { Transformation } from "./transformation.ts";

/** The transformation with an id, `python/double-negation` or `double-negation`. */
export function findTransformation(id: string): Transformation {
  const found = TRANSFORMATIONS.find((item) => item.id === id || item.id === `python/${id}`);
  if (found !== undefined) return found;
  const known = TRANSFORMATIONS.map((item) => item.id);
  const nearest = nearestName(id.includes("/") ? id : `python/${id}`, known);
  throw new PlumblineError(
    "unknown-transformation",
    "usage",
    `No transformation is called "${id}".`,
    {
      hint: nearest === null ? `one of ${known.join(", ")}` : nearest,
    },
  );
}

/** The named transformations in the catalogue's order; all of them for null. */
export function selectTransformations(ids: readonly string[] | null): readonly Transformation[] {
  if (ids === null) return TRANSFORMATIONS;
  const wanted = new Set(ids.map(findTransformation));
  return TRANSFORMATIONS.filter((item) => wanted.has(item));
}
