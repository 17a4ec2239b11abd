// Our own `trajectory.json`, as a study keeps one of every attempt.
import { trajectorySchema } from "../../core/trajectory.ts";
import { checked, defineTrajectoryFormat, isRecord } from "./trajectory-format.ts";

/** What stands behind the events, and may have been cut off with their end. */
const ENDING = { exitStatus: null, submission: null, conclusion: "", reported: null };

export const plumbline = defineTrajectoryFormat({
  id: "plumbline",
  summary: "Plumbline's own trajectory.json.",
  detects: ({ documents: [document, ...others] }) =>
    others.length === 0 &&
    isRecord(document) &&
    typeof document["schemaVersion"] === "number" &&
    Array.isArray(document["events"]),
  read: (file) => {
    const [document] = file.documents;
    const given = isRecord(document) && file.isCut ? { ...ENDING, ...document } : document;
    const marked = isRecord(given) && file.truncated !== null;
    const value = marked ? { ...given, truncated: file.truncated } : given;
    return checked(trajectorySchema, value, file, "Plumbline");
  },
  write: (trajectory) => trajectory,
});
