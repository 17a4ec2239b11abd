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
export function studyMaterials(db: StudyDatabase): StudyMaterial[] {
  const rows = db.prepare("SELECT ask, material FROM materials ORDER BY rowid").all() as {
    ask: number | null;
    material: string;
  }[];
  return rows.map(({ ask, material }) => ({ ask, material: parsed(material) }));
}

/** The same, with what asking took and who used them. */
export function listMaterials(db: StudyDatabase): ListedMaterial[] {
  const asks = db.prepare(
    `SELECT sum(input_tokens + output_tokens) AS tokens, sum(cost_usd) AS costUsd
     FROM material_asks WHERE key = ?`,
  );
  const users = runsByMaterial(db);
  return studyMaterials(db).map(({ material, ask }) => {
    const taken = asks.get(material.key) as Pick<ListedMaterial, "tokens" | "costUsd">;
    return { material, ask, ...taken, runs: users.get(useOf(material)) ?? [] };
  });
}

const useOf = ({ kind, digest }: Pick<Material, "kind" | "digest">) => `${kind}:${digest}`;

/** Recorded runs in the plan's order, by what their last closed attempt was made with. */
function runsByMaterial(db: StudyDatabase): ReadonlyMap<string, string[]> {
  const rows = db
    .prepare(
      `SELECT r.id, used.value ->> '$.kind' AS kind, used.value ->> '$.digest' AS digest
       FROM runs r
       JOIN attempts a ON a.run_id = r.id AND a.number =
         (SELECT max(number) FROM attempts WHERE run_id = r.id AND status = 'closed')
       JOIN json_each(a.materials) used
       WHERE r.status = 'recorded' ORDER BY r.position`,
    )
    .all() as ({ readonly id: string } & Pick<Material, "kind" | "digest">)[];
  const users = new Map<string, string[]>();
  for (const { id, ...use } of rows) {
    const known = users.get(useOf(use));
    if (known === undefined) users.set(useOf(use), [id]);
    else known.push(id);
  }
  return users;
}

function parsed(text: string): Material {
  return materialSchema.parse(JSON.parse(text));
}
