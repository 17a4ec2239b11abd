// Opens the database of a study. Every commit is on disk before the call returns (WAL with
// synchronous FULL): a run that was paid for is never lost to a crash.
import Database from "better-sqlite3";
import { PlumblineError } from "../core/errors.ts";
import { MIGRATIONS } from "./migrations.ts";

export type StudyDatabase = Database.Database;

/** Opens `path`, making or migrating it. Throws an environment error on a damaged or newer one. */
export function openDatabase(path: string, options: { readonly?: boolean } = {}): StudyDatabase {
  return withClearErrors(path, () => {
    const readonly = options.readonly ?? false;
    const database = new Database(path, { readonly, fileMustExist: readonly, timeout: 5000 });
    try {
      database.pragma("foreign_keys = ON");
      if (!readonly) {
        database.pragma("journal_mode = WAL");
        database.pragma("synchronous = FULL");
      }
      migrate(database, path, readonly);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function migrate(database: StudyDatabase, path: string, readonly: boolean): void {
  const version = Number(database.pragma("user_version", { simple: true }));
  if (version > MIGRATIONS.length || (readonly && version < MIGRATIONS.length)) {
    throw new PlumblineError(
      "other-database-version",
      "environment",
      `${path} was written by another version of Plumbline (schema ${version}).`,
      { hint: version > MIGRATIONS.length ? "a newer Plumbline" : "plumbline run on it once" },
    );
  }
  if (version === MIGRATIONS.length) return;
  database.transaction(() => {
    for (const sql of MIGRATIONS.slice(version)) database.exec(sql);
    database.pragma(`user_version = ${MIGRATIONS.length}`);
  })();
}

const MEANING: readonly (readonly [prefix: string, code: string, what: string, hint: string])[] = [
  ["SQLITE_BUSY", "database-locked", "is locked by another process", "wait until it has ended"],
  ["SQLITE_CORRUPT", "database-damaged", "is damaged", "restore it from a copy, or another --out"],
  ["SQLITE_NOTADB", "database-damaged", "is not a database", "restore it, or another --out folder"],
  ["SQLITE_FULL", "disk-full", "cannot grow: the disk is full", "free some space and run again"],
  ["SQLITE_IOERR", "disk-error", "cannot be read or written", "check the disk and run again"],
  ["SQLITE_READONLY", "database-read-only", "cannot be written", "check its permissions"],
  ["SQLITE_CANTOPEN", "database-unreadable", "cannot be opened", "check path and permissions"],
];

/** SQLite's faults in one clear line each; whatever else was thrown comes back as it is. */
export function clearDatabaseError(error: unknown, database = "The study's database"): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const known = MEANING.find(([prefix]) => error.code.startsWith(prefix));
  if (known === undefined) return error;
  const [, code, what, hint] = known;
  return new PlumblineError(code, "environment", `${database} ${what}.`, { hint, cause: error });
}

/** Runs `work` on the database at `path`, with clear errors. */
export function withClearErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw clearDatabaseError(error, path);
  }
}
