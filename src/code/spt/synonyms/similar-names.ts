// Names that mean about the same as a name. Identifiers are taken apart at underscores and capitals,
// one of their words is exchanged for a synonym, and the rest stays as it was, style included.
import { synonymsOf } from "./wordnet.ts";

/** Abbreviations that a dictionary takes for another word, or a word too short to tell. */
const ABBREVIATIONS = new Set(
  (
    "max min num res val len str tmp temp idx arr ext dir doc docs lib fig pos neg ref refs rel abs " +
    "col cols mod args opt opts cur cmp con img loc reg seq spec src sub sup sum vec ver win exp " +
    "log sin cos tan den mat int bin oct hex"
  ).split(" "),
);

/** Names like `name`, the closest first: exchanging the last word, the noun, keeps most of it. */
export function similarNames(name: string): string[] {
  if (!/^\w+$/.test(name)) return [];
  const parts = partsOf(name);
  const words = parts.flatMap((part, index) => (/[A-Za-z]/.test(part) ? [index] : []));
  return words.reverse().flatMap((index) => {
    const part = parts[index] ?? "";
    return similarWords(part.toLowerCase()).map((word) =>
      parts.with(index, inCaseOf(part, word)).join(""),
    );
  });
}

/** `_maxValue2` as `_`, `max`, `Value`, `2`. */
function partsOf(name: string): string[] {
  return name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^A-Za-z]+/g) ?? [];
}

function similarWords(word: string): readonly string[] {
  if (word.length < 3 || ABBREVIATIONS.has(word)) return [];
  const found = synonymsOf(word);
  if (found.length > 0 || !word.endsWith("s")) return found;
  const [singular, ending] = singularOf(word);
  return synonymsOf(singular).map((other) => pluralOf(other, ending));
}

function singularOf(word: string): [singular: string, ending: string] {
  if (word.endsWith("ies")) return [`${word.slice(0, -3)}y`, "s"];
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return [word.slice(0, -2), "s"];
  return [word.slice(0, -1), "s"];
}

function pluralOf(word: string, ending: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ie${ending}`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}e${ending}` : word + ending;
}

function inCaseOf(model: string, word: string): string {
  if (model === model.toUpperCase() && model.length > 1) return word.toUpperCase();
  return /^[A-Z]/.test(model) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
