// Options of `check variant`, checked once.
import { z } from "zod";
import { PlumblineError } from "../core/errors.ts";
import type { BenchmarkEntry } from "../study/plan/study-file.ts";
import { benchmarkEntryOf } from "./benchmark-options.ts";

const text = z.string().nullable().default(null);
const schema = z.object({
  seedDir: text,
  bench: text,
  instance: text,
  testCommand: text,
  timeout: z.coerce.number().positive(),
  nullRuns: z.coerce.number().int().positive(),
  reduceTests: z.coerce.number().int().min(0),
  sandbox: z.string(),
  offline: z.boolean().default(false),
});
export type CheckVariantOptions = Omit<z.infer<typeof schema>, "bench"> & {
  /** The benchmark whose instance is the seed. */
  readonly benchmark: BenchmarkEntry | null;
};

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
  const { bench, ...rest } = parsed.data;
  const { instance } = rest;
  if ((bench === null) !== (instance === null)) {
    throw new PlumblineError("half-a-benchmark", "usage", "--bench and --instance go together.", {
      hint: "--bench starter --instance starter__ledgerkit-1",
    });
  }
  if (bench === null) return { ...rest, benchmark: null };
  const suite = typeof raw["suite"] === "string" ? { suite: raw["suite"] } : {};
  return { ...rest, benchmark: { ...benchmarkEntryOf(bench, raw), ...suite } };
}
