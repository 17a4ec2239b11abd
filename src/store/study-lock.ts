// One process works on a study at a time. The lock is an exclusive transaction on a database of its
// own, which the operating system gives back when the process dies, however it dies.
import { join } from "node:path";
import Database from "better-sqlite3";
import { PlumblineError } from "../core/errors.ts";
import { withClearErrors } from "./database.ts";

/** Takes the lock of a study folder; returns what gives it back. */
export function lockStudy(folder: string): () => void {
  const path = join(folder, "study.lock");
  return withClearErrors(path, () => {
    const lock = new Database(path, { timeout: 0 });
    try {
      lock.exec("BEGIN EXCLUSIVE");
    } catch (error) {
      lock.close();
      if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
        throw new PlumblineError(
          "study-in-use",
          "environment",
          `Another process is running the study in ${folder}.`,
          { hint: "plumbline status to watch it, or wait until it has ended", cause: error },
        );
      }
      throw error;
    }
    return () => lock.close();
  });
}
