// Statements that look at what rewrites must not show: names, frames, docstrings, order.
import { condition, expression } from "./program-expressions.ts";
import type { Scope } from "./program-scope.ts";
import { block, clause, line, type Statement } from "./program.ts";

/** One look, of the kinds that the program has. */
export function observation(scope: Scope): readonly Statement[] {
  const own = scope.variables.filter(({ name }) => scope.own.has(name));
  const name = own.length > 0 ? scope.random.pick(own).name : null;
  const kinds: string[] = ['print("here")', "pass", "import math", "print(__name__)"];
  const { features, place } = scope;
  if (features.has("local-names") && place.kind === "function") {
    kinds.push(
      "print(sorted(locals()))",
      "print(len(dir()))",
      "print([*vars()])",
      'print("total" in locals())',
    );
    if (name !== null) kinds.push(`print(eval("${name}"))`, `exec("print(${name})")`);
  }
  if (features.has("frames")) kinds.push("print(sorted(caller_names()))");
  if (features.has("module-names")) {
    kinds.push('print(sorted(word for word in globals() if not word.startswith("_")))');
  }
  if (features.has("format-text") && name !== null) kinds.push(`print(f"{${name}=}")`);
  if (features.has("docstrings")) {
    kinds.push(...scope.callables.map((callable) => `print(${callable.name}.__doc__)`));
  }
  const unbound = scope.fresh();
  if (scope.own.has(unbound) || scope.chance(0.6)) return [line(scope.random.pick(kinds))];
  // A name that has no value yet, or never: the error tells it.
  scope.own.add(unbound);
  return [
    block(
      "try:",
      [
        block(`if ${condition(scope, 0)}:`, [line(`${unbound} = ${expression("int", scope, 1)}`)]),
        line(`print(f"{${unbound}}")`),
      ],
      clause("except NameError as problem:", [line("print(problem)")]),
    ),
  ];
}
