// Options of `check variant`, checked once.
import { z } from "zod";
import { PlumblineError } from "../core/errors.ts";

const text = z.string().nullable().default(null);
const schema = z.object({
  seedDir: text,
  bench: text,
  suite: text,
  instance: text,
  testCommand: text,
  timeout: z.coerce.number().positive(),
  nullRuns: z.coerce.number().int().positive(),
  reduceTests: z.coerce.number().int().min(0),
  sandbox: z.string(),
});
export type CheckVariantOptions = z.infer<typeof schema>;

/** Throws a usage error on options that cannot be. */
export function checkVariantOptions(raw: Readonly<Record<string, unknown>>): CheckVariantOptions {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const message = `--${String(issue?.path[0] ?? "")}: ${issue?.message ?? "not valid"}.`;
    throw new PlumblineError("bad-input", "usage", message, {
      hint: "plumbline check variant --help",
    });
  }
  const { bench, instance } = parsed.data;
  if ((bench === null) !== (instance === null)) {
    throw new PlumblineError("half-a-benchmark", "usage", "--bench and --instance go together.", {
      hint: "--bench starter --instance starter__ledgerkit-1",
    });
  }
  return parsed.data;
}
