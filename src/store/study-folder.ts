// The folder of a study: one database, the artifacts of its runs, and what is exported from them.
//   plumbline.db   runs, attempts, grades, states, journal
//   study.lock     held while a process works on the study
//   study.json     the study file with all defaults filled in
//   runs/          <benchmark>/<instance>/<condition>/<agent>/<replicate>/attempt-<n>/
//   materials/     <kind>/<key>/ask-<n>/, recorded exchanges
//   states/        <benchmark>/<instance>/<condition>-draw-<n>/
//   preds.jsonl    predictions in SWE-bench's format
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PlumblineError, systemErrorCode } from "../core/errors.ts";
import { openDatabase } from "./database.ts";
import type { StudyDatabase } from "./database.ts";
import { lockStudy } from "./study-lock.ts";

export interface OpenStudyFolder {
  readonly folder: string;
  readonly db: StudyDatabase;
  close(): void;
}

const DATABASE = "plumbline.db";

/** Opens a study folder for work, making it if needed, and holds its lock. */
export function openStudyFolder(folder: string): OpenStudyFolder {
  makeFolder(folder);
  const unlock = lockStudy(folder);
  try {
    const db = openDatabase(join(folder, DATABASE));
    return {
      folder,
      db,
      close: () => {
        db.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Whether a study was begun in a folder. */
export function holdsStudy(folder: string): boolean {
  return existsSync(join(folder, DATABASE));
}

/** Opens a study folder for reading; others may be working on it. */
export function readStudyFolder(folder: string): OpenStudyFolder {
  const path = join(folder, DATABASE);
  if (!existsSync(path)) {
    throw new PlumblineError("no-study", "usage", `${folder} holds no study.`, {
      hint: "the folder that was given to plumbline run as --out",
    });
  }
  const db = openDatabase(path, { readonly: true });
  return { folder, db, close: () => db.close() };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    const entries = readdirSync(folder);
    if (entries.length > 0 && !entries.includes(DATABASE) && !entries.includes("study.lock")) {
      throw new PlumblineError(
        "folder-in-use",
        "usage",
        `${folder} is not empty and holds no study.`,
        {
          hint: "an empty or new folder for --out",
        },
      );
    }
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === null) throw error;
    throw new PlumblineError(
      "folder-unusable",
      "environment",
      `${folder} cannot be used: ${code}.`,
      {
        hint: "another folder for --out",
        cause: error,
      },
    );
  }
}

/** The study file that a folder's study was begun with, or null in a new one. */
export function storedStudyFile(db: StudyDatabase): unknown {
  const file = db.prepare("SELECT file FROM study").pluck().get();
  return typeof file === "string" ? (JSON.parse(file) as unknown) : null;
}

/** Keeps the study file. */
export function storeStudyFile(db: StudyDatabase, file: unknown, at: number): void {
  db.prepare(
    `INSERT INTO study (id, file, created_at) VALUES (1, @file, @at)
     ON CONFLICT (id) DO UPDATE SET file = excluded.file`,
  ).run({ file: JSON.stringify(file), at });
}
