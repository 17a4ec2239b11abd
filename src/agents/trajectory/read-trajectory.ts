// A trajectory from a file of any known format.
import { basename } from "node:path";
import { PlumblineError } from "../../core/errors.ts";
import { nearestName } from "../../core/nearest-name.ts";
import type { Trajectory } from "../../core/trajectory.ts";
import { parseTrajectoryFile } from "./parse-trajectory-file.ts";
import { trajectory as registry } from "./registry.ts";
import type { TrajectoryFile, TrajectoryFormat } from "./trajectory-format.ts";

export interface ReadTrajectory {
  readonly trajectory: Trajectory;
  /** Id of the format that it was read from. */
  readonly format: string;
}

/** Reads the text of the file at `path`, in the format named, or in the one its content shows. */
export async function readTrajectory(
  text: string,
  path: string,
  format: string | null = null,
): Promise<ReadTrajectory> {
  const file = parseTrajectoryFile(text, nameOf(path));
  const found = format === null ? await detected(file) : await trajectoryFormat(format);
  const trajectory = found.read(file);
  if (trajectory.events.length === 0 && trajectory.truncated !== null) {
    const message = `${file.name} holds no whole event: ${trajectory.truncated}.`;
    throw new PlumblineError("no-whole-event", "usage", message);
  }
  return { trajectory, format: found.id };
}

/** The format of that id. */
export async function trajectoryFormat(id: string): Promise<TrajectoryFormat> {
  const formats: Readonly<Record<string, () => Promise<TrajectoryFormat>>> = registry;
  const load = Object.hasOwn(formats, id) ? formats[id] : undefined;
  if (load !== undefined) return load();
  const known = Object.keys(formats);
  const message = `No trajectory format is called "${id}".`;
  throw new PlumblineError("unknown-format", "usage", message, {
    hint: nearestName(id, known) ?? `one of ${known.join(", ")}`,
  });
}

async function detected(file: TrajectoryFile): Promise<TrajectoryFormat> {
  for (const load of Object.values(registry)) {
    const format = await load();
    if (format.detects(file)) return format;
  }
  const cut = file.truncated === null ? "" : `, and ${file.truncated}`;
  const message = `${file.name} is in no known trajectory format${cut}.`;
  throw new PlumblineError("unknown-format", "usage", message, {
    hint: `--format ${Object.keys(registry).join("|")}`,
  });
}

/** `django__django-1.traj.json` is called `django__django-1`. */
function nameOf(path: string): string {
  return basename(path).replace(/(\.traj)?\.(json|jsonl|traj)$/, "");
}
