// Facts about the tests of instances, kept in the user's cache folder: one file for each check of a
// row, so that checks add up and none overwrites another, also where two run at once.
//   instance-facts/<instance>/<row digest>/<check>.json
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describeError, systemErrorCode } from "../core/errors.ts";
import type { CheckRecord } from "../core/instance-facts.ts";
import { checkRecordSchema } from "../core/instance-facts.ts";
import { writeFileAtomic } from "./write-file-atomic.ts";

/** Facts below `folder`; `notice` is told of files that cannot be used. */
export function instanceFactStore(folder: string, notice: (text: string) => void) {
  const placeOf = ({ instanceId, rowDigest }: Pick<CheckRecord, "instanceId" | "rowDigest">) =>
    join(folder, "instance-facts", instanceId, rowDigest);
  return {
    /** Keeps what a check found; the same check that has gone on takes its own place. */
    write: (record: CheckRecord): void => {
      const path = join(placeOf(record), `${record.check}.json`);
      try {
        writeFileAtomic(path, `${JSON.stringify(checkRecordSchema.parse(record))}\n`);
      } catch (error) {
        const code = systemErrorCode(error);
        if (code === null) throw error;
        notice(
          `What was found of ${record.instanceId} is not kept for studies: ${path}: ${code}\n`,
        );
      }
    },
    /** What all checks of a row found, in the order of their names. */
    read: (instanceId: string, rowDigest: string): CheckRecord[] => {
      const place = placeOf({ instanceId, rowDigest });
      return filesIn(place, notice).flatMap((name) => {
        const path = join(place, name);
        const record = readRecord(path);
        if ("fault" in record) {
          notice(`${path} is ignored: ${record.fault}\n`);
          return [];
        }
        if (record.instanceId === instanceId && record.rowDigest === rowDigest) return [record];
        notice(`${path} is ignored: it is of another row\n`);
        return [];
      });
    },
  };
}

function filesIn(folder: string, notice: (text: string) => void): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort();
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== "ENOENT") notice(`${folder} is ignored: ${code ?? describeError(error)}\n`);
    return [];
  }
}

function readRecord(path: string): CheckRecord | { readonly fault: string } {
  try {
    const parsed = checkRecordSchema.safeParse(JSON.parse(readFileSync(path, "utf8")));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    return { fault: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}` };
  } catch (error) {
    return { fault: systemErrorCode(error) ?? "not JSON" };
  }
}
