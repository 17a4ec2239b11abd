// New names for local variables: a synonym where WordNet has one, five letters otherwise. A name of
// a file always becomes the same new name, and no two of them the same, so that any choice of
// renamed variables leaves every name with the variable that it had.
import type { RandomStream } from "../../../core/random-stream.ts";
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { isFreeWord } from "../../syntax/python/reserved-names.ts";
import { similarNames } from "../synonyms/similar-names.ts";

/** Of the suitable synonyms one of the closest is taken. */
const CLOSEST = 4;

const VOWELS = "a e i o u".split(" ");
const CONSONANTS = "b d f g k l m n p r s t v".split(" ");

interface Renaming {
  readonly newNames: Map<string, string>;
  readonly taken: Set<string>;
}

/** One renaming for each pass over a file, which is what a stream stands for. */
const renamings = new WeakMap<ModuleFacts, WeakMap<RandomStream, Renaming>>();

/** What a local name is called from now on; no name of the module, nor of another variable. */
export function newLocalName(name: string, facts: ModuleFacts, random: RandomStream): string {
  const { newNames, taken } = renamingOf(facts, random);
  let chosen = newNames.get(name);
  if (chosen === undefined) {
    chosen = drawName(name, facts, random.fork(`name/${name}`), taken);
    newNames.set(name, chosen);
    taken.add(chosen);
  }
  return chosen;
}

function renamingOf(facts: ModuleFacts, random: RandomStream): Renaming {
  let passes = renamings.get(facts);
  if (passes === undefined) renamings.set(facts, (passes = new WeakMap<RandomStream, Renaming>()));
  let renaming = passes.get(random);
  if (renaming === undefined) {
    renaming = { newNames: new Map(), taken: otherSpellings(facts) };
    passes.set(random, renaming);
  }
  return renaming;
}

/** What the compiler makes of names that are written otherwise (ligatures, wide letters). */
function otherSpellings(facts: ModuleFacts): Set<string> {
  const written = [...facts.words].filter((word) => /[^\w]/.test(word));
  return new Set(written.map((word) => word.normalize("NFKC")));
}

function drawName(
  name: string,
  facts: ModuleFacts,
  random: RandomStream,
  taken: ReadonlySet<string>,
): string {
  const isNew = (candidate: string) =>
    isFreeWord(candidate) && !facts.words.has(candidate) && !taken.has(candidate);
  const similar = similarNames(name).filter(isNew).slice(0, CLOSEST);
  if (similar.length > 0) return random.pick(similar);
  const underscores = /^_*/.exec(name)?.[0] ?? "";
  for (;;) {
    const candidate = underscores + fiveLetters(random);
    if (isNew(candidate)) return candidate;
  }
}

/** Such as can be said, which most names are. */
function fiveLetters(random: RandomStream): string {
  const vowel = () => random.pick(VOWELS);
  const consonant = () => random.pick(CONSONANTS);
  return consonant() + vowel() + consonant() + vowel() + consonant();
}
