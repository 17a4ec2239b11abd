// Invariant 5: the same seed gives the same variants and the same outcomes with any number of workers.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { plumbline, temporaryFolder } from "./cli.ts";

const STUDY = `
name: workers
seed: 11
benchmarks: [{ id: starter, instances: [starter__taskgraph-1, starter__routecast-5] }]
scaffolds: [gold, nop, { id: mender, settings: { maxCandidates: 40 } }]
conditions: [seed, sham, variant]
replicates: 1
variants: 1
`;

async function outcome(root: string, workers: number) {
  const study = join(root, "study.yaml");
  writeFileSync(study, STUDY);
  const folder = join(root, `out-${workers}`);
  const args = ["run", study, "--out", folder, "--quiet", "--json", "--workers", String(workers)];
  expect(await plumbline(args)).toMatchObject({ exitCode: 0 });
  const db = new Database(join(folder, "plumbline.db"), { readonly: true });
  try {
    return {
      states: db.prepare("SELECT * FROM states ORDER BY instance_id, condition, candidate").all(),
      runs: db.prepare("SELECT id, status, outcome FROM runs ORDER BY id").all(),
      patches: db.prepare("SELECT run_id, hex(patch) FROM attempts ORDER BY run_id, number").all(),
    };
  } finally {
    db.close();
  }
}

it("gives the same variants and outcomes with one worker and with two", async () => {
  using root = temporaryFolder();
  expect(await outcome(root.path, 2)).toEqual(await outcome(root.path, 1));
}, 900_000);
