// A limit that ends an attempt, whatever the scaffold. Control flow, not an error: agents and the
// gateway let it pass, and what was changed so far is kept.
import { z } from "zod";

/** `format`: too many turns in a row that gave nothing to do. */
export const limitKindSchema = z.enum(["steps", "cost", "tokens", "time", "format"]);
export type LimitKind = z.infer<typeof limitKindSchema>;

export class LimitReached extends Error {
  override readonly name = "LimitReached";
  readonly which: LimitKind;
  constructor(which: LimitKind) {
    super(`The limit of ${which} is reached.`);
    this.which = which;
  }
}
