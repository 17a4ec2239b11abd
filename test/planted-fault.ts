// Transformations of the tests' own that are wrong at some sites: they put brackets around what a
// function returns, and now and then something else with it.
import { defineTransformation } from "../src/code/spt/index.ts";
import type { Transformation } from "../src/code/spt/index.ts";
import type { EditGroup } from "../src/code/syntax/edits.ts";
import { child } from "../src/code/syntax/python/node.ts";

/** Compiles and returns nothing. */
export const WRONG_VALUE = "None and ";
/** Python from 3.12 on, and the syntax gate, take it; Python 3.11 does not. */
export const NEW_SYNTAX = 'f"{f"{1}"}" and ';

export interface PlantedFault {
  /** What is written before a value where the rewrite is wrong. */
  readonly wrong: string;
  /** One site in so many is wrong, by a draw at each. */
  readonly oneIn: number;
  /** Only sites that return this can be wrong. */
  readonly where?: string;
}

export function plantedFault({ wrong, oneIn, where }: PlantedFault): Transformation {
  return defineTransformation({
    ...{ id: "python/planted-fault", language: "python", kind: "rewrite", keyword: null },
    ...{ summary: "Brackets what is returned.", paper: "None.", refusals: {} },
    example: { before: "return x", after: "return (x)" },
    *match(facts) {
      for (const node of facts.nodes("Return")) {
        if (child(node, "value") !== null) yield node;
      }
    },
    refuse: () => [],
    rewrite(site, facts, _context, random): EditGroup {
      const value = child(site, "value");
      if (value === null) throw new Error("Nothing is returned.");
      const { start, end } = value;
      const mayBeWrong = where === undefined || facts.textOf(value) === where;
      const isWrong = random.integer(1, oneIn) === 1 && mayBeWrong;
      return [{ start, end, pieces: [isWrong ? `(${wrong}` : "(", { start, end }, ")"] }];
    },
  });
}
