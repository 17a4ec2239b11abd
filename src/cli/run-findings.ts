// What the scanner finds in the runs of a study. Kept beside each trajectory, so that the next report
// scans only what is new.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { SCAN_VERSION, scanTrajectory } from "../analysis/trajectory/index.ts";
import { attemptFolder } from "../core/ids.ts";
import { trajectorySchema } from "../core/trajectory.ts";
import type { RunRow } from "../store/run-facts.ts";
import { writeFileAtomic } from "../store/write-file-atomic.ts";

const findingsSchema = z.object({
  version: z.literal(SCAN_VERSION),
  findings: z.array(z.object({ rule: z.string(), step: z.int(), evidence: z.string() })),
});
export type RunFindings = z.infer<typeof findingsSchema>["findings"];

/** By run, for those that have a trajectory; one is read at a time. */
export function findingsByRun(
  folder: string,
  rows: readonly RunRow[],
): ReadonlyMap<string, RunFindings> {
  const found = new Map<string, RunFindings>();
  for (const row of rows) {
    if (row.attempt === null || row.status !== "recorded") continue;
    const findings = findingsIn(join(folder, attemptFolder(row, row.attempt)));
    if (findings !== null) found.set(row.runId, findings);
  }
  return found;
}

function findingsIn(place: string): RunFindings | null {
  const [kept, trajectory] = [join(place, "findings.json"), join(place, "trajectory.json")];
  const known = existsSync(kept) ? findingsSchema.safeParse(parse(kept)) : null;
  if (known?.success === true) return known.data.findings;
  if (!existsSync(trajectory)) return null;
  const findings = scanTrajectory(trajectorySchema.parse(parse(trajectory)));
  writeFileAtomic(kept, `${JSON.stringify({ version: SCAN_VERSION, findings }, null, 2)}\n`);
  return findings;
}

function parse(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
