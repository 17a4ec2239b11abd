// A bare `raise` passes on the same exception with the traceback and context that it has. Nothing is
// bound (`as e` would hide a variable and delete it), and the classes named are the builtin ones.
import type { RandomStream } from "../../../core/random-stream.ts";
import type { ModuleFacts } from "../../syntax/python/facts.ts";
import { childrenIn, child, type SyntaxNode } from "../../syntax/python/node.ts";
import { lastName } from "../../syntax/python/observers.ts";
import { defineTransformation, type RewriteContext } from "../transformation.ts";
import { refuseWrap, WRAP_REFUSALS, wrapBlock, wrappableBlocks } from "./block-wrapping.ts";
import { isShadowed, mayBeShadowed } from "./builtin-names.ts";

/** What a natural handler names instead of Exception; whatever it doesn't catch passes by itself. */
const OTHERS: readonly (readonly string[])[] = [
  ["ValueError"], ["TypeError"], ["KeyError"], ["RuntimeError"], ["OSError"], ["AttributeError"],
  ["TypeError", "ValueError"], ["ValueError", "TypeError"], ["KeyError", "IndexError"],
  ["AttributeError", "TypeError"], ["OSError", "ValueError"], ["ArithmeticError", "ValueError"],
]; // prettier-ignore

export const tryExceptInjector = defineTransformation({
  id: "python/try-except-injector",
  language: "python",
  kind: "insertion",
  keyword: null,
  summary: "Puts a block into a try whose handler passes every exception on.",
  paper:
    "Appendix A, Try Except Injector: `try … except Exception: raise` around indented blocks of 5 " +
    "to 100 lines that don't begin with a docstring, where nothing hides `Exception`. The style " +
    "`natural` names other builtin exceptions, too.",
  refusals: {
    ...WRAP_REFUSALS,
    "exception-shadowed": {
      why: "The module or a scope around the block binds `Exception`.",
      level: "paper",
    },
    "exception-unclear": {
      why: "A star import or a global statement may bind `Exception`.",
      level: "conservative",
    },
    "class-namespace": {
      why: "Names in the body of the class are looked up by its metaclass.",
      level: "conservative",
    },
  },
  example: {
    before:
      "def load(path):\n    with open(path) as file:\n        text = file.read()\n" +
      "    lines = text.split()\n    first = lines[0]\n    return first\n",
    after:
      "def load(path):\n    try:\n        with open(path) as file:\n            text = file.read()\n" +
      "        lines = text.split()\n        first = lines[0]\n        return first\n" +
      "    except Exception:\n        raise\n",
  },
  match: wrappableBlocks,
  *refuse(site, facts, context) {
    if (isShadowed("Exception", site, facts)) yield "exception-shadowed";
    if (mayBeShadowed("Exception", facts)) yield "exception-unclear";
    if (hasNamespaceOfItsOwn(site)) yield "class-namespace";
    yield* refuseWrap(site, facts, context, "try");
  },
  rewrite(site, facts, context, random) {
    const caught = caughtText(site, facts, context, random);
    return wrapBlock(site, facts, "try:", { header: `except ${caught}:`, body: "raise" });
  },
});

function caughtText(
  site: SyntaxNode,
  facts: ModuleFacts,
  { style }: RewriteContext,
  random: RandomStream,
): string {
  if (style === "plain" || random.integer(0, 1) === 0) return "Exception";
  const isBuiltin = (name: string) => !isShadowed(name, site, facts) && !mayBeShadowed(name, facts);
  const names = random.pick(OTHERS);
  if (!names.every(isBuiltin)) return "Exception";
  return names.length === 1 ? names.join("") : `(${names.join(", ")})`;
}

const PLAIN_METACLASSES = new Set("type ABCMeta EnumMeta EnumType".split(" "));

/** Whether a block is the body of a class whose metaclass may hand it any mapping. */
function hasNamespaceOfItsOwn({ parent }: SyntaxNode): boolean {
  if (parent?.kind !== "Class") return false;
  return childrenIn(parent, "base").some(
    (base) =>
      child(base, "name")?.value === "metaclass" &&
      !PLAIN_METACLASSES.has(lastName(child(base, "value")) ?? ""),
  );
}
