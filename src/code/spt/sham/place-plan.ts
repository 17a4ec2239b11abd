// From the hunks of a variant to what a sham does in how many places. A line that is deleted in one
// place and added in another is imitated by a line that is modified, which counts the same.
import { totals, type DiffHunk } from "./line-diff.ts";

/** One place: so many neighbouring lines modified, inserted, removed. */
export interface PlacePlan {
  /** Where it should be if that is free; null for anywhere. */
  readonly line: number | null;
  readonly modified: number;
  readonly inserted: number;
  readonly removed: number;
}

/**
 * Every hunk where it is, for files so full of changes that the places fit nowhere else: all deleted
 * lines are modified ones, and where that adds lines, fewer are inserted elsewhere.
 */
export function planInPlace(hunks: readonly DiffHunk[]): PlacePlan[] {
  let excess = hunks.reduce((sum, { deleted, added }) => sum + Math.max(0, deleted - added), 0);
  const plans = hunks.map(({ line, deleted, added }) => {
    const spare = Math.max(0, added - deleted);
    const saved = Math.min(spare, excess);
    excess -= saved;
    return { line, modified: deleted, inserted: spare - saved, removed: 0 };
  });
  // Still too many: as many modified lines become removed ones.
  return plans.map((plan) => {
    const removed = Math.min(plan.modified, excess);
    excess -= removed;
    return { ...plan, modified: plan.modified - removed, removed };
  });
}

/** As many places as there are hunks, with the same sums of deleted and added lines. */
export function planPlaces(hunks: readonly DiffHunk[]): PlacePlan[] {
  const { deleted, added } = totals(hunks);
  // Too few lines for so many places, as when one line moved: insert and remove apart.
  const missing = hunks.length - Math.max(deleted, added);
  const apart = Math.max(0, Math.min(deleted, added, missing));
  const modified = Math.min(deleted, added) - apart;
  const inserted = added - modified;
  const removed = deleted - modified;
  const sizes = shareOut(hunks, modified + inserted + removed);
  return fill(sizes, { modified, inserted, removed });
}

/** Sizes of the places in proportion to the hunks, none of them empty, `total` together. */
function shareOut(hunks: readonly DiffHunk[], total: number): number[] {
  const sizes = hunks.map((hunk) => Math.max(hunk.deleted, hunk.added)).slice(0, total);
  let excess = sizes.reduce((sum, size) => sum + size, 0) - total;
  while (excess !== 0) {
    const largest = sizes.indexOf(Math.max(...sizes));
    const step = excess > 0 ? -Math.min(excess, Math.max(1, (sizes[largest] ?? 1) >> 1)) : -excess;
    sizes[largest] = (sizes[largest] ?? 0) + step;
    excess += step;
  }
  return sizes;
}

/** Fills the places: removals and insertions one a place while that goes round, then lines. */
function fill(sizes: readonly number[], units: Omit<PlacePlan, "line">): PlacePlan[] {
  const places = sizes.map(() => ({ line: null, modified: 0, inserted: 0, removed: 0 }));
  const left = { ...units };
  const room = [...sizes];
  for (const kind of ["removed", "inserted"] as const) {
    // Small places first: a single line there is a blank line rather than a changed one.
    const order = [...room.keys()].sort((a, b) => (room[a] ?? 0) - (room[b] ?? 0));
    while (left[kind] > 0 && order.some((index) => (room[index] ?? 0) > 0)) {
      for (const index of order) {
        const place = places[index];
        if (place === undefined || (room[index] ?? 0) === 0 || left[kind] === 0) continue;
        if (kind === "inserted" && place.removed > 0) continue;
        place[kind]++;
        room[index] = (room[index] ?? 0) - 1;
        left[kind]--;
      }
      if (order.every((index) => (places[index]?.removed ?? 0) > 0 || room[index] === 0)) break;
    }
  }
  places.forEach((place, index) => {
    place.modified = room[index] ?? 0;
  });
  return places;
}
