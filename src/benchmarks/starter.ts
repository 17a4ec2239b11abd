// The suite that ships with Plumbline: small, offline, standard library only. Written for it, so no
// model can have seen the fixes; too small and too artificial to rank agents by.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isTestFile } from "../code/patch/index.ts";
import type { Instance } from "../core/instance.ts";
import { PlumblineError } from "../core/errors.ts";
import type { Benchmark } from "./benchmark.ts";
import { defineBenchmark } from "./benchmark.ts";
import { datasetDigest, rowDigest } from "./rows/row-digest.ts";
import type { SuiteInstance } from "./suite-folder.ts";
import { loadSuiteFolder, testModuleOf } from "./suite-folder.ts";

/** The same depth below the package from `src/` and from `dist/`. */
export const STARTER_ROOT = fileURLToPath(new URL("../../suites/starter", import.meta.url));
export const STARTER_AUTHOR = { name: "Starter Suite", email: "starter@example.org" };

const TIMEOUT_MS = 120_000;
const ENVIRONMENT = {
  PYTHONHASHSEED: "0",
  PYTHONDONTWRITEBYTECODE: "1",
  TZ: "UTC",
  LANG: "C.UTF-8",
};

const SUMMARY =
  "Issues in small Python packages that ship with Plumbline; unittest, no dependencies.";

/** A benchmark of the starter's kind over the suite in a folder. Its tests are run by unittest. */
export async function starterFrom(root: string, id = "starter"): Promise<Benchmark> {
  const options = { root, author: STARTER_AUTHOR, checkBaseCommits: true };
  const suite = new Map<string, SuiteInstance>();
  for (const entry of await loadSuiteFolder(options)) suite.set(entry.instance.instance_id, entry);
  const instances = [...suite.values()].map(({ instance }) => instance);
  const rowDigests = new Map(
    instances.map((instance) => [instance.instance_id, rowDigest(instance)]),
  );

  return {
    ...{ id, summary: SUMMARY, digest: datasetDigest(rowDigests), rowDigests },
    source: { from: root, revision: null, files: [] },
    problems: [],
    ...{ expandsParameters: false, treesInImages: false },
    instances: () => Promise.resolve(instances),
    image: () => null,
    environment: () => null,
    baseTree: ({ instance_id }) => {
      const found = suite.get(instance_id);
      if (found === undefined) throw unknownInstance(instance_id);
      return Promise.resolve({ kind: "files", files: found.base, commit: found.commit });
    },
    testCommand: (instance) => ({
      command: `python3 -m unittest -v ${testModules(instance).join(" ")} 2>&1`,
      parser: "unittest",
      timeoutMs: TIMEOUT_MS,
      env: ENVIRONMENT,
    }),
    // `python3 -m` looks into the work tree first: a module of this name would replace the runner.
    isTestPath: (path) => isTestFile(path) || /^unittest(\.py$|\/)/.test(path),
  };
}

export const starter = defineBenchmark({
  id: "starter",
  summary: SUMMARY,
  open: ({ from, name }) => starterFrom(from === undefined ? STARTER_ROOT : resolve(from), name),
});

function testModules({ FAIL_TO_PASS, PASS_TO_PASS }: Instance): readonly string[] {
  return [...new Set([...FAIL_TO_PASS, ...PASS_TO_PASS].map(testModuleOf))].sort();
}

function unknownInstance(id: string): PlumblineError {
  return new PlumblineError("unknown-instance", "usage", `The suite has no instance "${id}".`, {
    hint: "plumbline instances starter",
  });
}
