// What a block that never runs consists of: assignments of names that occur nowhere else.
import type { RandomStream } from "../../../core/random-stream.ts";
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import type { RewriteContext } from "../transformation.ts";
import { freshName } from "./fresh-name.ts";
import { randomWord } from "./tautology.ts";

/** One assignment, sometimes a second one that starts from it. */
export function dummyStatements(
  facts: ModuleFacts,
  { style }: RewriteContext,
  random: RandomStream,
): string[] {
  const name = freshName(facts, random);
  if (style === "plain") return [`${name} = 0`];
  const first = `${name} = ${dummyValue(random)}`;
  const second = freshName(facts, random);
  if (second === name || random.integer(0, 3) > 0) return [first];
  return [
    first,
    `${second} = ${random.pick([name, `[${name}]`, `(${name}, None)`, `not ${name}`])}`,
  ];
}

function dummyValue(random: RandomStream): string {
  const count = random.integer(1, 60);
  const word = `"${randomWord(random)}"`;
  return random.pick([
    "None", "0", "1", "[]", "{}", '""', "True", "False", "()",
    `${count}`, `-${count}`, `${count * 50}`, `${count / 4}`, word, word, `[${word}]`, `(${count}, ${word})`,
  ]); // prettier-ignore
}
