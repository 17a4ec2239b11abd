// The contract of a semantics-preserving transformation. A transformation says where the paper's
// pattern matches, for which of those sites it can't be shown that behaviour stays the same, and
// what to write there. Everything around it (drawing sites, applying, checking, logging) is common.
import type { EditGroup } from "../syntax/edits.ts";
import type { SyntaxNode } from "../syntax/python/node.ts";
import type { ModuleFacts } from "../syntax/python/facts.ts";
import type { RandomStream } from "../../core/random-stream.ts";
import type { Level, Style } from "../../core/variant-log.ts";
import type { RepositoryFacts } from "./repository-facts.ts";
import type { OperandTypes } from "./type-facts.ts";

/** Which kind of keyword a transformation plants, if any. */
export type KeywordKind = "string" | "method";

export interface Refusal {
  /** Why such a site is left alone, as a sentence for the catalogue. */
  readonly why: string;
  /** `paper`: refused on both levels. `conservative`: beyond the paper's rules. */
  readonly level: Level;
}

export interface RewriteContext {
  readonly level: Level;
  /** The keyword to plant; null for transformations that plant none. */
  readonly keyword: string | null;
  readonly repository: RepositoryFacts;
  /** `natural` where it is not given. */
  readonly style?: Style;
  /** The file in the repository; what is said of a class of it holds for no file that is unknown. */
  readonly path?: string;
  /** Types of expressions, asked at the first look; without them every type is unknown. */
  readonly types?: OperandTypes;
}

export interface Transformation {
  /** `language/name`, which is also its file. */
  readonly id: string;
  readonly language: "python";
  readonly kind: "rewrite" | "insertion";
  readonly keyword: KeywordKind | null;
  readonly summary: string;
  /** The paper's rule in our words. */
  readonly paper: string;
  /** Reasons for which a site that matches the pattern is not rewritten. */
  readonly refusals: Readonly<Record<string, Refusal>>;
  readonly example: { readonly before: string; readonly after: string };
  /** The nodes that match the paper's pattern, in source order. */
  match(facts: ModuleFacts): Iterable<SyntaxNode>;
  /** Names of the refusals that hold at a site. */
  refuse(site: SyntaxNode, facts: ModuleFacts, context: RewriteContext): Iterable<string>;
  /** The edits of one site. They may be made together with those of any other accepted site. */
  rewrite(
    site: SyntaxNode,
    facts: ModuleFacts,
    context: RewriteContext,
    random: RandomStream,
  ): EditGroup;
}

/** Declares a transformation; checks at compile time that refusals are named in the table. */
export function defineTransformation<Reason extends string>(
  spec: Omit<Transformation, "refusals" | "refuse"> & {
    readonly refusals: Readonly<Record<Reason, Refusal>>;
    refuse(site: SyntaxNode, facts: ModuleFacts, context: RewriteContext): Iterable<Reason>;
  },
): Transformation {
  return spec;
}

/** A place where the pattern matches. */
export interface Site {
  /** Its index among all matches of the file, in source order. */
  readonly number: number;
  readonly node: SyntaxNode;
  /** Name of the reason for which it is not rewritten at this level, or null. */
  readonly refusal: string | null;
}

/** All sites of a module, those that are refused included. */
export function sitesOf(
  transformation: Transformation,
  facts: ModuleFacts,
  context: RewriteContext,
): Site[] {
  return Array.from(transformation.match(facts), (node, number) => ({
    number,
    node,
    refusal: firstRefusal(transformation, node, facts, context),
  }));
}

function firstRefusal(
  transformation: Transformation,
  node: SyntaxNode,
  facts: ModuleFacts,
  context: RewriteContext,
): string | null {
  for (const reason of transformation.refuse(node, facts, context)) {
    const level = transformation.refusals[reason]?.level ?? "paper";
    if (context.level === "conservative" || level === "paper") return reason;
  }
  return null;
}
