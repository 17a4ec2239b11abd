// Fills the base_commit of every task of the starter suite (or of the suite in the folder given)
// into its task.yaml. Needs `npm run build`.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadSuiteFolder } from "../dist/benchmarks/suite-folder.js";
import { STARTER_AUTHOR, STARTER_ROOT } from "../dist/benchmarks/starter.js";
import { describeError } from "../dist/core/errors.js";

try {
  const root = process.argv[2] === undefined ? STARTER_ROOT : resolve(process.argv[2]);
  const instances = await loadSuiteFolder({
    root,
    author: STARTER_AUTHOR,
    checkBaseCommits: false,
  });
  let changed = 0;
  for (const { instance } of instances) {
    const file = join(root, "tasks", instance.instance_id, "task.yaml");
    const before = readFileSync(file, "utf8");
    // By hand rather than by a YAML writer, so that the rest of the file stays as its author wrote it.
    const others = before.split("\n").filter((line) => !line.startsWith("base_commit:"));
    const after = `${others.join("\n").trimEnd()}\nbase_commit: "${instance.base_commit}"\n`;
    if (after === before) continue;
    writeFileSync(file, after);
    changed += 1;
  }
  console.log(`suite-ids: ${instances.length} tasks, ${changed} changed`);
} catch (error) {
  console.error(describeError(error));
  process.exitCode = error.exitCode ?? 1;
}
