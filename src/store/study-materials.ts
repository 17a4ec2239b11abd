// The materials of a study: what models made for it, what asking for them took, which runs used them.
import { materialSchema } from "../core/material.ts";
import type { Material, MaterialKind } from "../core/material.ts";
import type { TokenUsage } from "../core/trajectory.ts";
import type { StudyDatabase } from "./database.ts";

export interface StudyMaterial {
  readonly material: Material;
  /** Number of the ask that gave it; null where it was kept from before the study. */
  readonly ask: number | null;
}

/** Notes that a material is about to be asked for. Returns the number of this ask, from 1. */
export function openAsk(
  db: StudyDatabase,
  ask: { readonly key: string; readonly kind: MaterialKind; readonly at: number },
): number {
  return db.transaction(() => {
    const last = db
      .prepare("SELECT coalesce(max(number), 0) FROM material_asks WHERE key = ?")
      .pluck()
      .get(ask.key);
    const number = Number(last) + 1;
    db.prepare(
      "INSERT INTO material_asks (key, number, kind, at) VALUES (@key, @number, @kind, @at)",
    ).run({ ...ask, number });
    return number;
  })();
}

/** Keeps what an ask has taken so far: it was spent, whatever becomes of it. */
export function keepAskSpending(
  db: StudyDatabase,
  ask: { readonly key: string; readonly number: number },
  { inputTokens, outputTokens, costUsd }: TokenUsage,
): void {
  db.prepare(
    `UPDATE material_asks SET input_tokens = @inputTokens, output_tokens = @outputTokens,
       cost_usd = @costUsd
     WHERE key = @key AND number = @number`,
  ).run({ ...ask, inputTokens, outputTokens, costUsd });
}

/** Keeps a material: from here on it is not asked for again. One that is there already stays. */
export function addMaterial(db: StudyDatabase, { material, ask }: StudyMaterial): void {
  const { key, kind } = material;
  db.prepare(
    `INSERT OR IGNORE INTO materials (key, kind, ask, material)
     VALUES (@key, @kind, @ask, @material)`,
  ).run({ key, kind, ask, material: JSON.stringify(material) });
}

/** The material of a key, or null where the study has none. */
export function studyMaterial(db: StudyDatabase, key: string): StudyMaterial | null {
  const row = db.prepare("SELECT ask, material FROM materials WHERE key = ?").get(key) as
    { ask: number | null; material: string } | undefined;
  return row === undefined ? null : { ask: row.ask, material: parsed(row.material) };
}

export interface ListedMaterial extends StudyMaterial {
  /** Of all asks for it in this study; null where nothing was asked. */
  readonly tokens: number | null;
  readonly costUsd: number | null;
  /** Runs that were recorded with it, in the plan's order. */
  readonly runs: readonly string[];
}

/** All materials of a study, in the order in which it got them. */
export function listMaterials(db: StudyDatabase): ListedMaterial[] {
  const rows = db
    .prepare(
      `SELECT m.ask, m.material, sum(a.input_tokens + a.output_tokens) AS tokens,
         sum(a.cost_usd) AS costUsd
       FROM materials m LEFT JOIN material_asks a ON a.key = m.key
       GROUP BY m.key ORDER BY m.rowid`,
    )
    .all() as { ask: number | null; material: string; tokens: number; costUsd: number }[];
  const users = db
    .prepare(
      `SELECT r.id FROM runs r
       JOIN attempts a ON a.run_id = r.id AND a.number =
         (SELECT max(number) FROM attempts WHERE run_id = r.id AND status = 'closed')
       JOIN json_each(a.materials) used ON used.value ->> '$.digest' = @digest
         AND used.value ->> '$.kind' = @kind
       WHERE r.status = 'recorded' ORDER BY r.position`,
    )
    .pluck();
  return rows.map(({ material: text, ...row }) => {
    const material = parsed(text);
    return { ...row, material, runs: users.all(material) as string[] };
  });
}

function parsed(text: string): Material {
  return materialSchema.parse(JSON.parse(text));
}
