// Applies a transformation to chosen sites of one file: edits, syntax gate, and the records from
// which the result can be replayed.
import type { LoggedRewrite } from "../../core/variant-log.ts";
import type { RandomStream } from "../../core/random-stream.ts";
import { applyEdits, editSet, type EditGroup } from "../syntax/edits.ts";
import { gate } from "../syntax/python/gate.ts";
import { encodeSource } from "../syntax/source-text.ts";
import type { LoadedFile } from "./load-file.ts";
import { recordRewrites } from "./record-rewrites.ts";
import { noteOrigin } from "./text-origin.ts";
import type { RewriteContext, Site, Transformation } from "./transformation.ts";

export type RewriteResult =
  | { readonly kind: "rewritten"; readonly bytes: Uint8Array; readonly rewrites: FileRewrite[] }
  | { readonly kind: "unchanged" }
  /** The gate rejects the file as it was, so it can't tell whether a rewrite is good. */
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "fault"; readonly sites: number[]; readonly message: string };

/** A record that lacks only its place in the variant's log. */
export type FileRewrite = Omit<LoggedRewrite, "order" | "file">;

/**
 * Rewrites a file at the given accepted sites. With `keeps`, what is drawn is drawn for all of them,
 * and those that it refuses are left out.
 */
export function rewriteFile(
  transformation: Transformation,
  file: Extract<LoadedFile, { ok: true }>,
  drawn: readonly Site[],
  context: RewriteContext,
  random: RandomStream,
  keeps: (site: Site) => boolean = () => true,
): RewriteResult {
  const { text, hasBom } = file.source;
  const edited = drawn
    .map((site) => ({
      site,
      group: transformation.rewrite(site.node, file.facts, context, random),
    }))
    .filter(({ site }) => keeps(site));
  if (edited.length === 0) return { kind: "unchanged" };
  const sites = edited.map(({ site }) => site);
  const groups = edited.map(({ group }) => group);
  const segments = editSet(text, groups).segments({ start: 0, end: text.length });
  const after = segments
    .map((part) => (typeof part === "string" ? part : text.slice(part.start, part.end)))
    .join("");
  const message = gate(after);
  if (message !== null) {
    const original = gate(text);
    return original === null
      ? { kind: "fault", sites: guiltySites(text, groups, sites), message }
      : { kind: "skipped", reason: `rejected by the syntax checker: ${original}` };
  }
  const rewrites = recordRewrites(text, groups, hasBom).map(
    ({ index, before, after: later }): FileRewrite => ({
      transformation: transformation.id,
      keyword: context.keyword,
      site: sites[index]?.number ?? 0,
      stream: random.name,
      before,
      after: later,
    }),
  );
  const bytes = encodeSource(after, hasBom);
  noteOrigin(bytes, file.bytes, segments);
  return { kind: "rewritten", bytes, rewrites };
}

/** Sites that break the file alone; all of them when it takes several. */
function guiltySites(text: string, groups: readonly EditGroup[], sites: readonly Site[]): number[] {
  const guilty = sites.filter((_, index) => gate(applyEdits(text, groups.slice(index, index + 1))));
  return (guilty.length > 0 ? guilty : sites).map((site) => site.number);
}
