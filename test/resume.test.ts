// Killed without warning anywhere, a study goes on and ends as if nothing had happened.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { randomStream } from "../src/core/random-stream.ts";
import { plumbline, temporaryFolder } from "./cli.ts";

/** One step, and two: the stacked condition builds on a run of gold. */
const STUDY = `
name: resume
seed: 7
benchmarks: [{ id: starter, instances: [starter__routecast-5] }]
scaffolds: [gold, nop, { id: mender, settings: { maxCandidates: 40 } }]
conditions:
  - seed
  - sham
  - variant
  - { condition: stacked, after: { condition: seed, agent: gold } }
replicates: 1
variants: 1
limits: { memory_mb: 1024, processes: 128, disk_mb: 128 }
`;
/** Four conditions, each with a null run and one run of three agents. */
const PLANNED = 4 * (1 + 3);

const POINTS = [
  "attempt-opened",
  "attempt-solved",
  "attempt-kept",
  "attempt-closed",
  "grade-observed",
  "grade-kept",
  "grade-added",
  "state-judged",
  "run-recorded",
];

interface Workplace {
  readonly folder: string;
  run(fault?: string, killAfterMs?: number): ReturnType<typeof plumbline>;
  /** Folders of sandboxes and marked processes that are still there. */
  leftovers(): readonly string[];
}

function workplace(root: string): Workplace {
  // A runtime folder of its own, so that what is left there is this study's.
  const temporary = join(root, "tmp");
  mkdirSync(temporary, { recursive: true });
  writeFileSync(join(root, "study.yaml"), STUDY);
  const folder = join(root, "out");
  return {
    folder,
    run: (fault, killAfterMs) =>
      plumbline(
        ["run", join(root, "study.yaml"), "--out", folder, "--json", "--quiet", "--workers", "2"],
        {
          env: { TMPDIR: temporary, ...(fault === undefined ? {} : { PLUMBLINE_FAULT: fault }) },
          ...(killAfterMs === undefined
            ? {}
            : { kill: { afterMs: killAfterMs, signal: "SIGKILL" as const } }),
        },
      ),
    leftovers: () => [...sandboxFolders(temporary), ...markedProcesses(temporary)],
  };
}

function sandboxFolders(temporary: string): string[] {
  return readdirSync(temporary, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("owner.json"),
  );
}

/** Processes whose command line or environment names the runtime folder. */
function markedProcesses(temporary: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const seen = ["cmdline", "environ"].map((f) => readFileSync(`/proc/${pid}/${f}`, "latin1"));
        return seen.some((text) => text.includes(temporary));
      } catch {
        return false;
      }
    });
}

/** Every run with its outcome, each once, and what the analysis says of them; no times. */
function ended(folder: string) {
  const db = new Database(join(folder, "plumbline.db"), { readonly: true });
  try {
    return {
      runs: db.prepare("SELECT id, status, outcome FROM runs ORDER BY id").all(),
      recorded: db
        .prepare("SELECT run_id, count(*) FROM events WHERE kind = 'recorded' GROUP BY run_id")
        .all(),
      steps: db
        .prepare("SELECT run_id, steps FROM attempts WHERE status = 'closed' ORDER BY run_id")
        .all(),
      patches: db
        .prepare("SELECT run_id, hex(patch) FROM attempts WHERE status = 'closed' ORDER BY run_id")
        .all(),
      open: db.prepare("SELECT count(*) FROM attempts WHERE status = 'open'").pluck().get(),
      states: db
        .prepare("SELECT condition, candidate, digest FROM states ORDER BY condition")
        .all(),
    };
  } finally {
    db.close();
  }
}

/** Numbers of a report that do not measure time. */
function statistics(stdout: string): unknown {
  const report = JSON.parse(stdout) as Record<string, unknown>;
  return { degradation: report["degradation"] };
}

describe("a study that is killed", () => {
  it("ends with the planned runs, each once, as an undisturbed study does", async () => {
    using root = temporaryFolder();
    const undisturbed = workplace(join(root.path, "undisturbed"));
    const quiet = await undisturbed.run();
    expect(quiet).toMatchObject({ exitCode: 0 });
    const wanted = ended(undisturbed.folder);
    expect(wanted.runs).toHaveLength(PLANNED);
    expect(undisturbed.leftovers()).toEqual([]);

    const disturbed = workplace(join(root.path, "disturbed"));
    for (const [at, point] of POINTS.entries()) {
      // Each time at another pass of the point, so that other runs are hit.
      const killed = await disturbed.run(`${point}:${1 + (at % 2)}`);
      expect(killed, point).toMatchObject({ signal: "SIGKILL" });
    }
    const stopped = await disturbed.run();
    expect(stopped).toMatchObject({ exitCode: 0 });
    expect(ended(disturbed.folder)).toEqual({ ...wanted });
    expect(statistics(stopped.stdout)).toEqual(statistics(quiet.stdout));
    expect(disturbed.leftovers()).toEqual([]);
  }, 900_000);

  it("goes on after ten kills at random moments", async () => {
    using root = temporaryFolder();
    const undisturbed = workplace(join(root.path, "undisturbed"));
    const quiet = await undisturbed.run();
    const disturbed = workplace(join(root.path, "disturbed"));
    const moments = randomStream(1, "moments");
    for (let kill = 0; kill < 10; kill++)
      await disturbed.run(undefined, moments.integer(300, 2500));
    const stopped = await disturbed.run();
    expect(stopped).toMatchObject({ exitCode: 0 });
    expect(ended(disturbed.folder)).toEqual(ended(undisturbed.folder));
    expect(statistics(stopped.stdout)).toEqual(statistics(quiet.stdout));
    expect(disturbed.leftovers()).toEqual([]);
    expect(existsSync(join(disturbed.folder, "preds.jsonl"))).toBe(true);
  }, 900_000);
});
