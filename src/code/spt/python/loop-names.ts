// Names for the helpers of a rewritten loop: after what the loop goes through, such as people write,
// and new to the file. Two loops of one function never get the same name, loops of others may.
import type { RandomStream } from "../../../core/random-stream.ts";
import { perModule, type ModuleFacts } from "../../syntax/python/facts.ts";
import { child, enclosingScope, type SyntaxNode } from "../../syntax/python/node.ts";
import { lastName } from "../../syntax/python/observers.ts";
import { isFreeWord } from "../../syntax/python/reserved-names.ts";
import type { RewriteContext } from "../transformation.ts";

const PATTERNS = {
  iterator: ["*_iter", "*_iter", "*_iterator", "iter_*", "*_it", "remaining_*", "*_source", "it_*"],
  item: ["next_*", "current_*", "this_*", "*_entry", "entry", "current", "pair", "element", "row"],
  flag: (
    "exhausted finished completed ran_out all_seen uninterrupted no_break went_through " +
    "reached_end *_exhausted *_finished all_*_seen"
  ).split(" "),
};

export type LoopHelper = keyof typeof PATTERNS;

/** For loops through what has no name. */
const FALLBACKS = (
  "items values elements entries indices members terms objects nodes results parts pieces records " +
  "candidates steps numbers"
).split(" ");

/** They say how it is gone through, not through what. */
const UNTELLING = new Set(
  "range enumerate zip reversed sorted list set tuple len map filter iter self cls".split(" "),
);

/** Names given in a pass, which is what a stream stands for, by the function around. */
const given = new WeakMap<RandomStream, WeakMap<SyntaxNode, Set<string>>>();

/** A name for a helper of a `for` loop. */
export function loopName(
  helper: LoopHelper,
  loop: SyntaxNode,
  facts: ModuleFacts,
  { style }: RewriteContext,
  random: RandomStream,
): string {
  const taken = takenAround(loop, facts, random);
  const isNew = (name: string) =>
    isFreeWord(name) &&
    !facts.words.has(name) &&
    !taken.has(name) &&
    !otherSpellings(facts).has(name);
  const subjects = subjectsOf(loop);
  for (let attempt = 0; ; attempt++) {
    const subject = random.pick(attempt < 6 ? subjects : FALLBACKS);
    const number = attempt < 20 ? "" : String(attempt - 18);
    const name =
      style === "plain"
        ? `${PLAIN[helper]}_${random.integer(0x10000, 0xfffff).toString(16)}`
        : named(helper, subject, random) + number;
    if (!isNew(name)) continue;
    taken.add(name);
    return name;
  }
}

/** As the paper's: a word with a random suffix. */
const PLAIN: Readonly<Record<LoopHelper, string>> = {
  iterator: "for_iter",
  item: "for_item",
  flag: "for_else",
};

function named(helper: LoopHelper, subject: string, random: RandomStream): string {
  const noun = helper === "item" ? subject.replace(/([^s])s$/, "$1") : subject;
  return random.pick(PATTERNS[helper]).replace("*", noun);
}

function takenAround(loop: SyntaxNode, facts: ModuleFacts, random: RandomStream): Set<string> {
  let scopes = given.get(random);
  if (scopes === undefined) given.set(random, (scopes = new WeakMap<SyntaxNode, Set<string>>()));
  const scope = enclosingScope(loop) ?? facts.module.root;
  let taken = scopes.get(scope);
  if (taken === undefined) scopes.set(scope, (taken = new Set()));
  return taken;
}

/** What the compiler makes of names that are written otherwise (ligatures, wide letters). */
const otherSpellings = perModule((facts): ReadonlySet<string> => {
  const written = [...facts.words].filter((word) => /[^\w]/.test(word));
  return new Set(written.map((word) => word.normalize("NFKC")));
});

/** What the loop is about: the name of what it goes through, or of what it binds. */
function subjectsOf(loop: SyntaxNode): readonly string[] {
  const iterable = child(loop, "iterable");
  const callee = iterable?.kind === "Call" ? child(iterable, "callee") : null;
  const argument = iterable?.children.find(({ role }) => role === "argument");
  const candidates = [
    lastName(iterable),
    lastName(callee)?.replace(/^get_/, ""),
    callee?.kind === "MemberAccess" ? lastName(child(callee, "base")) : null,
    lastName(argument === undefined ? null : child(argument, "value")),
    lastName(child(loop, "target")),
  ];
  const names = candidates.flatMap((name) => {
    const plain = name?.replace(/^_+|_+$/g, "").toLowerCase() ?? "";
    return /^[a-z][a-z0-9_]{1,15}$/.test(plain) && !UNTELLING.has(plain) ? [plain] : [];
  });
  return names.length > 0 ? names : FALLBACKS;
}
