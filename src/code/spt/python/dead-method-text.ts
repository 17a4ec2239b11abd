// A method that does nothing, in words that fit its name: what stands in its block never runs, and
// reads like the code that someone would look for under that name.
import type { RandomStream } from "../../../core/random-stream.ts";
import { isFreeWord } from "../../syntax/python/reserved-names.ts";
import type { RewriteContext } from "../transformation.ts";
import { guardText } from "./guard.ts";

const COMMON_NOUNS = "value item result entry target option".split(" ");

/** The lines of the method, indented against its `def` by `unit`. */
export function deadMethod(
  name: string,
  unit: string,
  context: RewriteContext,
  random: RandomStream,
): string[] {
  const body =
    context.style === "plain"
      ? ["return None"]
      : random
          .pick(BODIES)(nounOf(name, random), name)
          .map((line) => line.replaceAll("\t", unit));
  return [
    `def ${name}(self, *args, **kwargs):`,
    `${unit}if ${guardText(false, context, random)}:`,
    ...body.map((line) => unit + unit + line),
  ];
}

/** What the method seems to be about: the last word of its name, if that can be a variable. */
function nounOf(name: string, random: RandomStream): string {
  const words = name.match(/[A-Z]?[a-z]{3,}|[A-Z]{3,}/g) ?? [];
  const noun = (words.at(-1) ?? "").toLowerCase();
  return noun.length > 2 && isFreeWord(noun) && noun !== name ? noun : random.pick(COMMON_NOUNS);
}

/** Bodies by what the noun is; a tab is one level. None yields or awaits. */
const BODIES: readonly ((noun: string, name: string) => string[])[] = [
  (noun) => [
    `${noun} = kwargs.get("${noun}")`,
    `if ${noun} is None and args:`,
    `\t${noun} = args[0]`,
    `return ${noun}`,
  ],
  (noun) => [
    `${noun}s = []`,
    `for ${noun} in args:`,
    `\t${noun}s.append(${noun})`,
    `return ${noun}s`,
  ],
  (noun) => [
    `${noun} = args[0] if args else kwargs.pop("${noun}", None)`,
    `self._${noun} = ${noun}`,
    `return self._${noun}`,
  ],
  (noun, name) => [
    `if not args:`,
    `\traise ValueError("${name}() needs a ${noun}")`,
    `${noun}, *rest = args`,
    `return ${noun}, rest`,
  ],
  (noun) => [
    `options = dict(kwargs)`,
    `options.setdefault("${noun}", args[-1] if args else None)`,
    `return options["${noun}"]`,
  ],
  (noun) => [
    `found = {key: ${noun} for key, ${noun} in kwargs.items() if ${noun} is not None}`,
    `for index, ${noun} in enumerate(args):`,
    `\tfound[index] = ${noun}`,
    `return found`,
  ],
  (noun) => [
    `${noun} = kwargs.pop("${noun}", None)`,
    `if kwargs:`,
    `\traise TypeError("unexpected options: %s" % sorted(kwargs))`,
    `return args, ${noun}`,
  ],
  (noun) => [`self._${noun}s = list(args)`, `self._${noun}s.extend(kwargs.values())`],
  (noun) => [
    `if len(args) == 1 and not kwargs:`,
    `\t${noun}, = args`,
    `\treturn ${noun}`,
    `return [${noun} for ${noun} in args if ${noun} not in kwargs]`,
  ],
];
