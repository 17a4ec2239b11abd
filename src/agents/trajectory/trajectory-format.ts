// The contract of a trajectory format: how a file of another program becomes a trajectory of ours,
// and back. Formats are told apart by content, never by a file's name.
import type { z } from "zod";
import { PlumblineError } from "../../core/errors.ts";
import type { Trajectory } from "../../core/trajectory.ts";

/** A file as JSON, before anyone knows whose it is. */
export interface TrajectoryFile {
  /** Its name without folder and ending: for what it does not say of itself. */
  readonly name: string;
  /** One for JSON; one a line for JSON Lines. */
  readonly documents: readonly unknown[];
  /** Why it is not whole; null where it is. */
  readonly truncated: string | null;
  /** Whether its last document was cut off and is closed after its last whole part. */
  readonly isCut: boolean;
}

export interface TrajectoryFormat {
  readonly id: string;
  readonly summary: string;
  /** Whether the file is in this format, as far as its content tells. */
  detects(file: TrajectoryFile): boolean;
  /** Throws a usage error that names the place where the file is not what the format says. */
  read(file: TrajectoryFile): Trajectory;
  /** The JSON document that programs of this format read. */
  write?(trajectory: Trajectory): unknown;
}

/** Declares a format; the registry finds it by this call. */
export function defineTrajectoryFormat(format: TrajectoryFormat): TrajectoryFormat {
  return format;
}

/** The value as its schema has it; a usage error names the first place that is wrong. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { name }: TrajectoryFile,
  format: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
  const message = `${name} is no whole ${format} trajectory${place}: ${issue?.message ?? "?"}.`;
  throw new PlumblineError("bad-trajectory", "usage", message, {
    hint: "the file as its program wrote it, or --format",
  });
}

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
