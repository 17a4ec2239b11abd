// `check project DIR`: every transformation on a whole project, held against the project's own tests.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  exclusions,
  ModuleCache,
  parseKeywordFile,
  selectTransformations,
  type EverywhereInput,
} from "../code/spt/index.ts";
import { PlumblineError } from "../core/errors.ts";
import type { FileTree } from "../core/file-tree.ts";
import { randomStream } from "../core/random-stream.ts";
import { parsers } from "../grading/parsers/registry.ts";
import { hostedSandbox } from "../sandboxes/hosted-sandbox.ts";
import { sandboxes } from "../sandboxes/registry.ts";
import type { SandboxBackend } from "../sandboxes/sandbox.ts";
import { typeFactStore } from "../store/type-fact-store.ts";
import { writeFileAtomic } from "../store/write-file-atomic.ts";
import { BatchRunner } from "../study/verify/batch-runner.ts";
import {
  checkProject as carryOut,
  type ProjectCheck,
  type SuiteRequest,
} from "../study/verify/project-check.ts";
import { batchesOf, selectTests, sourceRoots, WHOLE_SUITE } from "../study/verify/test-batches.ts";
import { declareOptions, parseOptions, type CheckProjectOptions } from "./check-project-options.ts";
import type { CommandIo, CommandSpec } from "./command.ts";
import { loadMember } from "./load-members.ts";
import { projectCheckTable } from "./project-check-table.ts";
import { readInputFile } from "./read-input-file.ts";
import { readRepository } from "./read-repository.ts";

export const checkProject: CommandSpec = {
  name: "project",
  summary: "Every transformation at every site of a project, against its own tests.",
  configure: declareOptions,
  run: async ([dir = "."], raw, io) => {
    const options = parseOptions(raw);
    const tree = readRepository(dir, io);
    const folder = resolve(options.out ?? mkdtempSync(join(tmpdir(), "plumbline-check-")));
    const backend = hostedSandbox(await loadMember(sandboxes, "process", "sandbox"));
    try {
      mkdirSync(folder, { recursive: true });
      // What a check that was killed has left behind.
      await backend.sweep();
      const checked = await checkTree(tree, options, { folder, backend, io });
      const report = { seed: io.seed ?? "0", options, ...checked };
      const json = `${JSON.stringify(report, null, 2)}\n`;
      writeFileAtomic(join(folder, "report.json"), json);
      io.out(io.json ? json : projectCheckTable(checked));
      failOnFindings(checked);
    } finally {
      backend.close();
      if (options.out === undefined) rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Surroundings {
  /** Results are kept here. */
  readonly folder: string;
  readonly backend: SandboxBackend;
  readonly io: CommandIo;
}

async function checkTree(
  tree: FileTree,
  options: CheckProjectOptions,
  around: Surroundings,
): Promise<ProjectCheck> {
  const { backend, io } = around;
  const suite = await suiteOf(tree, options, around);
  const rewriting = rewritingOf(tree, options, suite, io);
  const sandbox = await backend.create({ label: "check-project-compile", limits: {} });
  try {
    return await carryOut({
      ...{ rewriting, suite, passes: options.passes, signal: io.signal },
      compiler: { sandbox, python: options.python },
      notice: io.err,
    });
  } finally {
    await suite?.runner.close();
    await sandbox.dispose();
  }
}

/** Words that could be in any project, for transformations that plant some. */
const KEYWORDS = '{"methods": ["refresh_entries"], "strings": ["unexpected value for option"]}';

function rewritingOf(
  tree: FileTree,
  options: CheckProjectOptions,
  suite: SuiteRequest | null,
  io: CommandIo,
): EverywhereInput {
  const { fraction, level, style, keywords } = options;
  const content = readInputFile("--keywords", keywords) ?? KEYWORDS;
  const ids = options.spt?.split(",").map((id) => id.trim()) ?? null;
  const tests = suite?.batches.flatMap(({ files }) => files) ?? [];
  return {
    ...{ tree, fraction, level, style },
    transformations: selectTransformations(ids),
    isExcluded: exclusions({
      testPatchFiles: [],
      testIdFiles: tests,
      isBenchmarkTest: () => false,
      exclude: [...options.exclude, ...environments(tree)],
    }),
    keywords: parseKeywordFile(content, keywords ?? "the built-in keywords"),
    random: randomStream(io.seed ?? "0", "check-project"),
    cache: new ModuleCache(typeFactStore()),
  };
}

/** Virtual environments inside the project are other people's code. */
function environments(tree: FileTree): string[] {
  const marker = "/pyvenv.cfg";
  const found = [...tree.keys()].filter((path) => path.endsWith(marker));
  return found.map((path) => `${path.slice(0, -marker.length)}/**`);
}

async function suiteOf(
  tree: FileTree,
  options: CheckProjectOptions,
  { folder, backend, io }: Surroundings,
): Promise<SuiteRequest | null> {
  const { testCommand: command, tests, affected } = options;
  if (command === undefined || options.sitesOnly) return null;
  if (affected && tests === undefined) {
    throw new PlumblineError("no-test-files", "usage", "--affected needs to know the test files.", {
      hint: '--tests "test_*.py"',
    });
  }
  const selection = tests === undefined ? null : selectTests(tree, tests);
  const runner = new BatchRunner({
    ...{ backend, command, folder, signal: io.signal },
    parser: await loadMember(parsers, options.parser ?? parserOf(command), "parser"),
    env: { ...environmentOf(tree), ...Object.fromEntries(options.env.map(variable)) },
    timeoutMs: options.timeout * 1000,
  });
  return {
    runner,
    batches: selection === null ? [WHOLE_SUITE] : batchesOf(selection.files, options.batch),
    share: selection?.share ?? null,
    affectedOnly: affected,
    baselineRuns: options.baselineRuns,
    maxCauses: options.causes,
    maxSearchRuns: options.searchRuns,
  };
}

function parserOf(command: string): string {
  if (/py\.?test\b/.test(command)) return "pytest";
  if (/\bunittest\b/.test(command)) return "unittest";
  throw new PlumblineError("no-parser", "usage", `What prints the results of "${command}"?`, {
    hint: `--parser ${Object.keys(parsers).join(" or --parser ")}`,
  });
}

/**
 * The copy comes before whatever is installed, also where the project itself is. Random orders of
 * tests would make outcomes differ that depend on it.
 */
function environmentOf(tree: FileTree): Record<string, string> {
  return {
    PYTHONPATH: sourceRoots(tree)
      .map((root) => `{project}${root}`)
      .join(":"),
    PYTEST_ADDOPTS: "-v -p no:randomly",
  };
}

function variable(text: string): [string, string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

function failOnFindings({ passes }: ProjectCheck): void {
  const changed = passes.reduce((sum, { tests }) => sum + (tests?.changed.length ?? 0), 0);
  const faults = passes.reduce((sum, pass) => sum + pass.faults.length, 0);
  if (changed + faults === 0) return;
  const message = `${changed} outcomes changed; ${faults} rewritten files are no valid Python.`;
  throw new PlumblineError("behaviour-changed", "threshold", message);
}
