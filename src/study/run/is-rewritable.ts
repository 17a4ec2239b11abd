// Whether an instance holds a file that a variant could rewrite.
import type { Benchmark } from "../../benchmarks/benchmark.ts";
import { filesOfTestIds, parsePatch, touchedFiles } from "../../code/patch/index.ts";
import { exclusions, loadFile, rewritableFiles } from "../../code/spt/index.ts";
import { PlumblineError } from "../../core/errors.ts";
import type { Instance } from "../../core/instance.ts";

/**
 * Reads the base tree. Throws a usage error where the benchmark has images only: which files they
 * hold is not known here.
 */
export async function isRewritable(benchmark: Benchmark, instance: Instance): Promise<boolean> {
  const base = await benchmark.baseTree(instance);
  if (base.kind === "image") {
    throw new PlumblineError(
      "needs-tree",
      "usage",
      `Whether ${instance.instance_id} can be rewritten cannot be told from its image.`,
      { hint: "--repos DIR with clones of the repositories" },
    );
  }
  const isExcluded = exclusions({
    testPatchFiles: touchedFiles(parsePatch(instance.test_patch)),
    testIdFiles: filesOfTestIds([...instance.FAIL_TO_PASS, ...instance.PASS_TO_PASS], base.files),
    isBenchmarkTest: (path) => benchmark.isTestPath(path, instance),
    exclude: [],
  });
  return rewritableFiles({ tree: base.files, isExcluded }).some((path) => {
    const bytes = base.files.get(path)?.bytes;
    return bytes !== undefined && bytes.length > 0 && loadFile(bytes).ok;
  });
}
