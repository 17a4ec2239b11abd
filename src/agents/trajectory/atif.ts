// ATIF, the Agent Trajectory Interchange Format.
import { atifFileSchema } from "./atif/atif-schema.ts";
import { readAtif } from "./atif/read-atif.ts";
import { writeAtif } from "./atif/write-atif.ts";
import { checked, defineTrajectoryFormat, isRecord } from "./trajectory-format.ts";

export const atif = defineTrajectoryFormat({
  id: "atif",
  summary: "The Agent Trajectory Interchange Format, versions 1.0 to 1.8; written as 1.7.",
  detects: ({ documents: [document, ...others] }) => {
    const version = isRecord(document) ? document["schema_version"] : null;
    return others.length === 0 && typeof version === "string" && version.startsWith("ATIF-v1");
  },
  read: (file) => {
    return readAtif(
      checked(atifFileSchema, file.documents[0], file, "ATIF"),
      file.name,
      file.truncated,
    );
  },
  write: writeAtif,
});
