// Finds members of a family by id in its registry; an unknown one is named with its nearest.
import { PlumblineError } from "../core/errors.ts";
import { nearestName } from "../core/nearest-name.ts";

type Registry<T> = Readonly<Record<string, () => Promise<T>>>;

/** The member called `id`. `what` names the family in the error, for example "agent". */
export async function loadMember<T>(registry: Registry<T>, id: string, what: string): Promise<T> {
  const load = Object.hasOwn(registry, id) ? registry[id] : undefined;
  if (load !== undefined) return load();
  const known = Object.keys(registry);
  const nearest = nearestName(id, known);
  throw new PlumblineError(`unknown-${what}`, "usage", `No ${what} is called "${id}".`, {
    hint: nearest === null ? `one of ${known.join(", ")}` : `"${nearest}"`,
  });
}

/** All members of a family by id. */
export async function loadMembers<T>(registry: Registry<T>): Promise<Map<string, T>> {
  const members = new Map<string, T>();
  for (const [id, load] of Object.entries(registry)) members.set(id, await load());
  return members;
}
