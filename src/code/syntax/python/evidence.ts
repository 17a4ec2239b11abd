// What a type is known from.

/**
 * `exact`: the value is of these classes themselves, never of a subclass. `backed`: nothing speaks
 * against the claim that it is of these classes or subclasses of them. `weak`: a guess.
 */
export type Evidence = "exact" | "backed" | "weak";

/** What a conclusion from several things is known from. */
export function weakest(found: readonly Evidence[]): Evidence {
  if (found.includes("weak")) return "weak";
  return found.includes("backed") ? "backed" : "exact";
}
