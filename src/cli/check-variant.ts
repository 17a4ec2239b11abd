// `check variant`: variants that `perturb` wrote, or those of a study, shown to be what they claim.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { PlumblineError } from "../core/errors.ts";
import { describeFault } from "../report/index.ts";
import { checkVariant as carryOut } from "../study/run/check-variant.ts";
import type { VariantCheck } from "../study/run/check-variant.ts";
import type { FaultContext } from "../study/run/find-fault.ts";
import { benchmarkTests, commandTests } from "./check-variant-tests.ts";
import { checkVariantOptions } from "./check-variant-options.ts";
import type { CheckVariantOptions } from "./check-variant-options.ts";
import { addSourceOptions } from "./benchmark-options.ts";
import { chooseSandbox } from "./choose-sandbox.ts";
import type { CommandIo, CommandSpec } from "./command.ts";
import { readRepository } from "./read-repository.ts";
import { readVariantLog } from "./read-variant-log.ts";
import { faultFact } from "./study-facts.ts";
import { studyVariants } from "./study-variants.ts";

export const checkVariant: CommandSpec = {
  name: "variant",
  summary: "Variants as perturb or a study made them: bytes, syntax and, where given, tests.",
  configure: (command) =>
    void addSourceOptions(command)
      .argument("<dirs...>", "folders of variants, each with its log beside it; study folders")
      .option("--seed-dir <dir>", "the folder that the variants were made from")
      .option("--bench <id>", "benchmark whose instance is the seed: its tests are run")
      .option("--suite <dir>", "read the benchmark from this folder")
      .option("--instance <id>", "instance of the benchmark")
      .option("--test-command <cmd>", "run by bash in seed and variant: exit codes must agree")
      .option("--timeout <s>", "of the test command, in seconds", "600")
      .option("--null-runs <k>", "runs of the tests that must agree on a failure", "1")
      .option("--reduce-tests <n>", "trees tested to find the rewrite that did it", "60")
      .option("--sandbox <id>", "bubblewrap, process or auto", "auto"),
  run: async (dirs, raw, io) => {
    const options = checkVariantOptions(raw);
    const checks: VariantCheck[] = [];
    for (const dir of dirs) {
      const found = existsSync(join(dir, "plumbline.db"))
        ? await checkStudy(dir, options, io)
        : [await checkFolder(dir, options, io)];
      for (const check of found) if (!io.json) io.out(describe(check));
      checks.push(...found);
    }
    report(checks, io);
  },
};

async function checkFolder(
  dir: string,
  options: CheckVariantOptions,
  io: CommandIo,
): Promise<VariantCheck> {
  const log = readVariantLog(dir);
  const found = readRepository(dir, io);
  const name = basename(dir);
  const { benchmark, instance } = options;
  if (benchmark !== null && instance !== null) {
    return withFolder((folder) =>
      benchmarkTests({ ...options, benchmark, instance, folder }, io, (tests) => {
        const seed = options.seedDir === null ? tests.base : readRepository(options.seedDir, io);
        return carryOut(tests.context, { name, seed, log, found }, tests);
      }),
    );
  }
  if (options.seedDir === null) {
    throw new PlumblineError("no-seed", "usage", "What the variant was made from is missing.", {
      hint: "--seed-dir DIR, or --bench ID --instance ID",
    });
  }
  const seed = readRepository(options.seedDir, io);
  const { testCommand } = options;
  return withSandbox(options, io, (context) => {
    const tests =
      testCommand === null ? null : commandTests(context, seed, { ...options, testCommand });
    return carryOut(context, { name, seed, log, found }, tests);
  });
}

/** The accepted variants of a study, each against its own instance. */
async function checkStudy(
  dir: string,
  options: CheckVariantOptions,
  io: CommandIo,
): Promise<VariantCheck[]> {
  const checks: VariantCheck[] = [];
  for (const { benchmark, instance, variant } of studyVariants(dir)) {
    io.signal.throwIfAborted();
    const check = await withFolder((folder) =>
      benchmarkTests({ ...options, benchmark, instance, folder }, io, (tests) =>
        carryOut(tests.context, { ...variant, seed: tests.base }, tests),
      ),
    );
    checks.push(check);
  }
  return checks;
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-check-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withSandbox<T>(
  { sandbox, reduceTests }: CheckVariantOptions,
  io: CommandIo,
  work: (context: FaultContext) => Promise<T>,
): Promise<T> {
  const { backend, limits } = await chooseSandbox(sandbox, {}, io.err);
  try {
    const shared = { backend, sandboxLimits: limits, signal: io.signal };
    return await work({ ...shared, retries: 2, reduceTests });
  } finally {
    backend.close();
  }
}

function describe({ name, valid, checks, faults }: VariantCheck): string {
  const lines = checks.map(({ check, result, detail }) => {
    const said = detail === "" ? "" : `: ${detail}`;
    return `       ${check} ${result === "not-checked" ? "not checked" : result}${said}\n`;
  });
  const found = faults.map((fault) => {
    const key = { benchmark: "", instanceId: name, condition: "variant", candidate: 1 };
    return `       ${describeFault(faultFact({ ...key, found: fault }), name)}\n`;
  });
  return [`${valid ? "ok " : "BAD"}  ${name}\n`, ...lines, ...found].join("");
}

function report(checks: readonly VariantCheck[], io: CommandIo): void {
  const bad = checks.filter(({ valid }) => !valid).length;
  if (io.json) {
    io.out(`${JSON.stringify({ valid: bad === 0, variants: checks }, null, 2)}\n`);
  } else io.out(`${checks.length - bad} of ${checks.length} variants are what they claim.\n`);
  if (bad === 0) return;
  const message = `${bad} of ${checks.length} variants are not what they claim.`;
  throw new PlumblineError("variant-not-valid", "threshold", message);
}
