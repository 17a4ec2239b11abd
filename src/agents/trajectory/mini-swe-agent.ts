// mini-swe-agent's `*.traj.json`.
import { miniFileSchema } from "./mini/mini-schema.ts";
import { readMini } from "./mini/read-mini.ts";
import { writeMini } from "./mini/write-mini.ts";
import { checked, defineTrajectoryFormat, isRecord } from "./trajectory-format.ts";

export const miniSweAgent = defineTrajectoryFormat({
  id: "mini-swe-agent",
  summary: "mini-swe-agent's *.traj.json, formats 1 and 1.1, and the bare list of early versions.",
  detects: ({ documents: [document, ...others] }) => {
    if (others.length > 0) return false;
    if (Array.isArray(document)) return document.length > 0 && document.every(isMessage);
    if (!isRecord(document) || !Array.isArray(document["messages"])) return false;
    const format = document["trajectory_format"];
    if (typeof format === "string") return format.startsWith("mini-swe-agent-1");
    // A file that was cut off ends before it says what it is.
    return document["messages"].every(isMessage) && isRecord(document["info"]);
  },
  read: (file) => {
    const read = checked(miniFileSchema, file.documents[0], file, "mini-swe-agent");
    return readMini(read, file.name, file.truncated);
  },
  write: writeMini,
});

function isMessage(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return typeof value["role"] === "string" || "object" in value || "type" in value;
}
