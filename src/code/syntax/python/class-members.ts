// Which class a def, a variable or an attribute belongs to, in pyright's trees.
import type { TypedNode } from "./pyright-program.ts";
import { enclosing, kindOf, nameOf, part, parts } from "./repository-uses.ts";

/** The class in whose body a def or name stands directly, or undefined. */
export function ownerOf(node: TypedNode): TypedNode | undefined {
  const scope = enclosing(node, "Function", "Lambda", "Class", "Comprehension");
  return scope !== undefined && kindOf(scope) === "Class" ? scope : undefined;
}

/** The class of an attribute that is declared in the class body or as `self.name` in a method. */
export function ownerOfAttribute(name: TypedNode): TypedNode | undefined {
  const { parent } = name;
  if (parent === undefined || kindOf(parent) !== "MemberAccess") return ownerOf(name);
  const method = enclosing(name, "Function");
  return method === undefined ? undefined : ownerOf(method);
}

/** The annotated names of a class body, in order. */
export function fieldsOf(owner: TypedNode): TypedNode[] {
  const suite = part(owner, "suite");
  const statements = suite === undefined ? [] : parts(suite, "statements");
  return statements.flatMap((line) =>
    parts(line, "statements").flatMap((statement) => {
      const target = kindOf(statement) === "Assignment" ? part(statement, "leftExpr") : statement;
      if (target === undefined || kindOf(target) !== "TypeAnnotation") return [];
      const name = part(target, "valueExpr");
      return name !== undefined && kindOf(name) === "Name" ? [name] : [];
    }),
  );
}

/** Simple names of the decorators of a def or class. */
export function decoratorNames(definition: TypedNode): string[] {
  return parts(definition, "decorators").map((decorator) => {
    let expression = part(decorator, "expr");
    if (expression !== undefined && kindOf(expression) === "Call") {
      expression = part(expression, "leftExpr");
    }
    return nameOf(
      expression === undefined ? undefined : (part(expression, "member") ?? expression),
    );
  });
}
