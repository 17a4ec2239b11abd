// Every file of a project rewritten by some transformations, and what the compiler says of it.
import { setImmediate as nextTurn } from "node:timers/promises";
import { PlumblineError } from "../../core/errors.ts";
import type { TreeFile } from "../../core/file-tree.ts";
import { reduceRewrites } from "../../code/spt/reduce-rewrites.ts";
import {
  keepsOnly,
  rewritableFiles,
  rewriteEverywhere,
  type EverywhereFile,
  type EverywhereInput,
  type RewriteKey,
  type SiteTally,
} from "../../code/spt/index.ts";
import type { Sandbox } from "../../sandboxes/sandbox.ts";
import { compileGate, type BrokenFile, type RewrittenFile } from "./compile-gate.ts";

export interface Compiler {
  readonly sandbox: Pick<Sandbox, "exec">;
  readonly python: string;
}

/** A rewritten file that a parser or the compiler rejects: ours to mend. The file is left as it was. */
export interface EngineFault {
  readonly file: string;
  readonly transformations: readonly string[];
  readonly sites: readonly number[];
  readonly message: string;
}

export interface RewrittenProject {
  readonly changes: ReadonlyMap<string, TreeFile>;
  readonly transformations: readonly ({ readonly id: string } & SiteTally)[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly faults: readonly EngineFault[];
  /** Of rewriting, with the parser's gate and without the compiler. */
  readonly durationMs: number;
}

const ENOUGH_TO_FIND_A_SITE = 200;

/** Rewrites everything that may be. */
export async function rewriteProject(
  input: EverywhereInput,
  compiler: Compiler,
  signal: AbortSignal,
): Promise<RewrittenProject> {
  const startedAt = performance.now();
  const changes = new Map<string, TreeFile>();
  const tallies = new Map(
    input.transformations.map(({ id }) => [id, { id, matched: 0, rewritten: 0, refused: {} }]),
  );
  const skipped: { path: string; reason: string }[] = [];
  const faults: EngineFault[] = [];
  for (const path of rewritableFiles(input)) {
    await nextTurn();
    signal.throwIfAborted();
    const file = rewriteEverywhere(path, input);
    if (file.skipped !== null) skipped.push({ path, reason: file.skipped });
    for (const [id, tally] of file.tallies) add(tallies.get(id), tally);
    for (const { transformation, sites, message } of file.faults) {
      faults.push({ file: path, transformations: [transformation], sites, message });
    }
    const mode = input.tree.get(path)?.mode ?? "100644";
    if (file.bytes !== null) changes.set(path, { bytes: file.bytes, mode });
  }
  const durationMs = performance.now() - startedAt;
  for (const fault of await compileAll(input, changes, compiler, signal)) {
    faults.push(fault);
    changes.delete(fault.file);
  }
  return { changes, transformations: [...tallies.values()], skipped, faults, durationMs };
}

function add(total: SiteTally | undefined, { matched, rewritten, refused }: SiteTally): void {
  if (total === undefined) return;
  total.matched += matched;
  total.rewritten += rewritten;
  for (const [reason, count] of Object.entries(refused)) {
    total.refused[reason] = (total.refused[reason] ?? 0) + count;
  }
}

async function compileAll(
  input: EverywhereInput,
  changes: ReadonlyMap<string, TreeFile>,
  compiler: Compiler,
  signal: AbortSignal,
): Promise<EngineFault[]> {
  const rewritten = Array.from(changes, ([path, { bytes }]) => asRewritten(path, bytes, input));
  const faults: EngineFault[] = [];
  for (const { path, message } of await brokenFiles(rewritten, compiler, signal)) {
    const { rewrites } = await faultyPart(path, input, async ({ bytes }) => {
      if (bytes === null) return false;
      return (await brokenFiles([asRewritten(path, bytes, input)], compiler, signal)).length > 0;
    });
    const transformations = [...new Set(rewrites.map(({ transformation }) => transformation))];
    faults.push({ file: path, transformations, sites: rewrites.map(({ site }) => site), message });
  }
  return faults;
}

function asRewritten(path: string, after: Uint8Array, { tree }: EverywhereInput): RewrittenFile {
  return { path, before: tree.get(path)?.bytes ?? new Uint8Array(), after };
}

async function brokenFiles(
  files: readonly RewrittenFile[],
  { sandbox, python }: Compiler,
  signal: AbortSignal,
): Promise<readonly BrokenFile[]> {
  const check = await compileGate(sandbox, files, signal, [python]);
  if (check.kind === "compiled") return check.broken;
  const message = `Rewritten files can't be compiled: ${check.reason}.`;
  throw new PlumblineError("no-python", "usage", message, {
    hint: "--python with the path of the interpreter that runs the tests",
  });
}

/** The file with only those rewrites that it takes to break it. */
async function faultyPart(
  path: string,
  input: EverywhereInput,
  fails: (file: EverywhereFile) => Promise<boolean>,
): Promise<EverywhereFile> {
  const keys = rewriteEverywhere(path, input).rewrites.map(({ key }) => key);
  const only = (part: readonly RewriteKey[]) => rewriteEverywhere(path, input, keepsOnly(part));
  const left = await reduceRewrites(keys, (part) => fails(only(part)), {
    maxTests: ENOUGH_TO_FIND_A_SITE,
  });
  return only(left);
}
