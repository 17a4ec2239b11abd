// A study that goes on after days finds other images and other packages under the same names. Runs
// of one instance in two settings would be compared as if they were in one.
import { PlumblineError } from "../../core/errors.ts";
import type { Instance } from "../../core/instance.ts";
import type { Isolation } from "../../core/run.ts";
import type { Setting } from "./setting.ts";

/**
 * The setting of an instance, tied to the image that its earlier attempts ran in. `known` is what one
 * of them had; null where there is none. Throws an environment error where the two differ.
 */
export function sameSetting(
  { instance_id: id }: Pick<Instance, "instance_id">,
  setting: Setting,
  known: Isolation | null,
): Setting {
  if (known === null) return setting;
  const environment = setting.environment?.digest ?? null;
  if ((known.environment?.digest ?? null) !== environment) {
    const name = known.environment?.id ?? setting.environment?.id ?? "its environment";
    throw changed(`${id} ran with other packages than ${name} has now.`);
  }
  const imageId = known.container?.imageId ?? null;
  if (imageId !== null && setting.imageId !== null && imageId !== setting.imageId) {
    throw changed(`${id} ran in another image than ${known.container?.image ?? ""} is now.`);
  }
  return { ...setting, imageId: setting.imageId ?? imageId };
}

function changed(message: string): PlumblineError {
  return new PlumblineError("setting-changed", "environment", message, {
    hint: "what it ran in, or another --out folder for a study of its own",
  });
}
