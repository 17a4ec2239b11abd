// Names for inserted variables: such as people write, different from place to place, and new to the
// whole file, so that no scope of it can notice.
import type { RandomStream } from "../../../core/random-stream.ts";
import type { ModuleFacts } from "../../syntax/python/facts.ts";

const NOUNS = (
  "label note detail caption hint remark topic subject heading summary marker source origin scope " +
  "context reason cause status stage phase mode kind category group section field column token " +
  "term phrase fragment segment prefix suffix pattern template default fallback message text " +
  "entry record target option setting param flag state step event action task unit part piece"
).split(" ");
const QUALIFIERS = (
  "current last next prev base raw local inner outer new old first final main extra input output " +
  "cached initial known given active pending expected actual temp short full"
).split(" ");

/** Builtins and keywords that the lists above could produce. */
const RESERVED = new Set(["next", "input", "type", "match", "case", "format", "filter", "object"]);

/** A name that occurs nowhere in the file. */
export function freshName(facts: ModuleFacts, random: RandomStream): string {
  for (let attempt = 0; attempt < 40; attempt++) {
    const noun = random.pick(NOUNS);
    const style = random.integer(0, attempt < 8 ? 3 : 2);
    const name =
      style === 3
        ? noun
        : style === 2
          ? `${noun}_${random.pick(["text", "name", "str", "value", "info", "key", "id"])}`
          : `${random.pick(QUALIFIERS)}_${noun}`;
    if (isFresh(name, facts)) return name;
  }
  // Every likely name is taken: number one of them.
  for (let suffix = 2; ; suffix++) {
    const name = `${random.pick(NOUNS)}${suffix}`;
    if (isFresh(name, facts)) return name;
  }
}

function isFresh(name: string, facts: ModuleFacts): boolean {
  return !RESERVED.has(name) && !facts.words.has(name);
}
