// Options that every command that rewrites shares.
import { Option } from "commander";
import { levelSchema, styleSchema } from "../core/variant-log.ts";

/** `--level`: which sites are rewritten. */
export function levelOption(): Option {
  return new Option("--level <level>", "only what is shown to be safe, or the paper's own rules")
    .choices(levelSchema.options)
    .default("conservative");
}

/** `--style`: how inserted code looks. */
export function styleOption(): Option {
  return new Option(
    "--style <style>",
    "inserted code as people write it, or the paper's plain form",
  )
    .choices(styleSchema.options)
    .default("natural");
}
