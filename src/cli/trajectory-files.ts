// Trajectory files that arguments name: single files, and all those of a study folder.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readTrajectory, type ReadTrajectory } from "../agents/trajectory/read-trajectory.ts";
import { PlumblineError, systemErrorCode } from "../core/errors.ts";

export interface LoadedTrajectory extends ReadTrajectory {
  readonly path: string;
}

/** Reads each file; a folder stands for the trajectories of the study in it. */
export async function loadTrajectories(
  targets: readonly string[],
  format: string | null = null,
): Promise<LoadedTrajectory[]> {
  const loaded: LoadedTrajectory[] = [];
  for (const path of targets.flatMap(filesOf)) {
    loaded.push({ path, ...(await readTrajectory(textOf(path), path, format)) });
  }
  return loaded;
}

function filesOf(target: string): string[] {
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory() !== true) return [target];
  const runs = join(target, "runs");
  const isStudy = statSync(runs, { throwIfNoEntry: false })?.isDirectory() === true;
  const names = isStudy ? readdirSync(runs, { recursive: true, encoding: "utf8" }) : [];
  const found = names.filter((name) => /(^|\/)attempt-\d+\/trajectory\.json$/.test(name)).sort();
  if (found.length > 0) return found.map((name) => join(runs, name));
  throw new PlumblineError(
    "no-trajectories",
    "usage",
    `${target} holds no trajectory of a study.`,
    {
      hint: "the folder of a study, or files",
    },
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const why = systemErrorCode(cause) ?? "unknown";
    throw new PlumblineError("unreadable-file", "usage", `${path} can't be read (${why}).`, {
      hint: "the path of a trajectory file",
      cause,
    });
  }
}
