// The placebo of a variant: the same files, as many places and lines, by edits that mean nothing.
// It costs an agent what a changed file costs (other line numbers, another look, a stale patch) but
// not what a rewrite costs, so that the contrast sham − variant is due to the rewrites.
import {
  comparePaths,
  type FileTree,
  type TreeChanges,
  type TreeFile,
} from "../../core/file-tree.ts";
import type { RandomStream } from "../../core/random-stream.ts";
import type { LoggedRewrite, VariantLog } from "../../core/variant-log.ts";
import { applyEdits, type EditGroup } from "../syntax/edits.ts";
import { decodeSource, encodeSource } from "../syntax/source-text.ts";
import { loadFile, type LoadedFile } from "./load-file.ts";
import type { ModuleCache } from "./module-cache.ts";
import { recordRewrites } from "./record-rewrites.ts";
import type { Variant } from "./sampler.ts";
import { diffHunks, totals, type DiffHunk } from "./sham/line-diff.ts";
import { lineEdits } from "./sham/neutral-edits.ts";
import { placeEdits } from "./sham/place-edits.ts";
import { planInPlace, planPlaces } from "./sham/place-plan.ts";
import { sameTree } from "./sham/same-tree.ts";

export interface ShamInput {
  readonly tree: FileTree;
  readonly variantChanges: TreeChanges;
  readonly random: RandomStream;
  readonly cache: ModuleCache;
}

/** A modified line may happen to equal another one, and the diff come out smaller: draw again. */
const ATTEMPTS = 12;
/** Draws at free places; the ones after them put every change where the variant has its own. */
const FREE_ATTEMPTS = 2;
/** Share by which a sham may miss the number of places. */
const PLACES_TOLERANCE = 0.05;

/** The sham of a variant. */
export function shamOf(input: ShamInput): Variant {
  const { tree, variantChanges, random, cache } = input;
  const changes = new Map<string, TreeFile>();
  const rewrites: LoggedRewrite[] = [];
  const skipped: VariantLog["skipped"] = [];
  for (const path of [...variantChanges.keys()].sort(comparePaths)) {
    const original = tree.get(path);
    const changed = variantChanges.get(path);
    if (original === undefined || changed === null || changed === undefined) continue;
    const file = cache.load(original.bytes);
    const variant = decodeSource(changed.bytes);
    if (!file.ok || !variant.ok) continue;
    const hunks = diffHunks(file.source.text, variant.source.text);
    const stream = random.fork(path);
    const result = imitate(file, hunks, stream);
    if (result.shortfall !== null) skipped.push({ path, reason: result.shortfall });
    if (result.groups.length === 0) continue;
    const { text, hasBom } = file.source;
    const bytes = encodeSource(applyEdits(text, result.groups), hasBom);
    changes.set(path, { bytes, mode: original.mode });
    for (const { index, before, after } of recordRewrites(text, result.groups, hasBom)) {
      const order = rewrites.length;
      const common = { transformation: "sham", keyword: null, file: path };
      rewrites.push({ ...common, order, site: index, stream: stream.name, before, after });
    }
  }
  return {
    changes,
    log: {
      format: "plumbline-variant-log",
      version: 1,
      kind: "sham",
      seed: random.seed,
      stream: random.name,
      parameters: null,
      keywords: { methods: [], strings: [] },
      passes: [],
      excluded: [],
      skipped,
      rewrites,
      faults: [],
      unchanged: changes.size === 0,
    },
  };
}

interface Attempt {
  readonly groups: EditGroup[];
  /** By how many lines and places it misses the variant's size. */
  readonly lines: number;
  readonly places: number;
  readonly description: string;
}

interface Imitation {
  readonly groups: EditGroup[];
  /** What it lacks of the variant's size, or null. */
  readonly shortfall: string | null;
}

function imitate(
  file: Extract<LoadedFile, { ok: true }>,
  hunks: readonly DiffHunk[],
  random: RandomStream,
): Imitation {
  const { text } = file.source;
  const wanted = totals(hunks);
  const offers = lineEdits(file.facts);
  const [freePlans, plansInPlace] = [planPlaces(hunks), planInPlace(hunks)];
  const indentOf = ({ start }: { start: number }) => /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
  let best: Attempt | null = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const draws = random.fork(`attempt/${attempt}`);
    const plans = attempt < FREE_ATTEMPTS ? freePlans : plansInPlace;
    const input = { lines: offers, plans, newline: file.facts.newline, indentOf, random: draws };
    const groups = placeEdits(input).map((edit) => [edit]);
    const result = applyEdits(text, groups);
    if (!isSameProgram(file, result)) continue;
    const found = diffHunks(text, result);
    const { deleted, added } = totals(found);
    const lines = Math.abs(deleted - wanted.deleted) + Math.abs(added - wanted.added);
    const places = Math.abs(found.length - hunks.length);
    const description = `−${deleted} +${added} lines instead of −${wanted.deleted} +${wanted.added}`;
    const candidate = { groups, lines, places, description };
    if (best === null || lines < best.lines || (lines === best.lines && places < best.places)) {
      best = candidate;
    }
    if (best.lines === 0 && best.places <= PLACES_TOLERANCE * hunks.length) break;
  }
  if (best === null) return { groups: [], shortfall: "no edit without meaning was found" };
  return { groups: best.groups, shortfall: best.lines > 0 ? best.description : null };
}

function isSameProgram(file: Extract<LoadedFile, { ok: true }>, text: string): boolean {
  const parsed = loadFile(encodeSource(text, false));
  return parsed.ok && sameTree(parsed.facts.module.root, file.facts.module.root);
}
