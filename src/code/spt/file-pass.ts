// One pass of a transformation over one file, before anything is written: where it matches, what is
// refused, and which sites are drawn.
import type { FileTree } from "../../core/file-tree.ts";
import type { RandomStream } from "../../core/random-stream.ts";
import type { Level, Style } from "../../core/variant-log.ts";
import type { ModuleFacts } from "../syntax/python/facts.ts";
import type { ModuleCache } from "./module-cache.ts";
import type { RewriteContext, Site, Transformation } from "./transformation.ts";

export interface PassInput {
  readonly tree: FileTree;
  readonly cache: ModuleCache;
  readonly random: RandomStream;
  readonly level: Level;
  readonly style: Style;
  /** φ: share of the accepted sites that are drawn. */
  readonly fraction: number;
}

export interface FilePass {
  readonly context: RewriteContext;
  readonly sites: readonly Site[];
  /** Drawn among the accepted sites, in source order. */
  readonly chosen: readonly Site[];
  /** What is written at the sites is drawn from it, too. */
  readonly draws: RandomStream;
}

/** Finds and draws the sites of a file: ⌈φ|S|⌉ of those that are not refused. */
export function filePass(
  transformation: Transformation,
  keyword: string | null,
  path: string,
  facts: ModuleFacts,
  { tree, cache, random, level, style, fraction }: PassInput,
): FilePass {
  const [repository, types] = [cache.repository(tree), cache.types(tree)];
  const context = { level, style, keyword, repository, path, types };
  const sites = cache.sites(transformation, facts, context);
  const accepted = sites.filter((site) => site.refusal === null);
  const draws = random.fork(`sites/${transformation.id}/${keyword ?? ""}/${path}`);
  const chosen = draws
    .sample(accepted, Math.ceil(fraction * accepted.length))
    .sort((a, b) => a.number - b.number);
  return { context, sites, chosen, draws };
}

/** Adds the reasons for which sites are refused to a tally of them. */
export function countRefusals(sites: readonly Site[], tally: Record<string, number>): void {
  for (const { refusal } of sites) {
    if (refusal !== null) tally[refusal] = (tally[refusal] ?? 0) + 1;
  }
}
