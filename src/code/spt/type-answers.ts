// Answers about types as text, to be kept between runs.
import { z } from "zod";
import type { RangeKey, TypeAnswers, TypeFact } from "../syntax/python/type-query.ts";

const factSchema = z.tuple([
  z.templateLiteral([z.number(), ":", z.number()]),
  z.string(),
  z.enum(["exact", "backed", "weak"]),
  z.enum(["code", "plain", "settled"]),
]);
const answersSchema = z.object({
  overridden: z.array(z.string()),
  files: z.array(z.tuple([z.string(), z.array(factSchema)])),
});

/** One line of JSON. */
export function printTypeAnswers({ facts, overridden }: TypeAnswers): string {
  const files = Array.from(facts, ([path, known]) => [
    path,
    Array.from(known, ([key, fact]) => [key, fact.classes.join(" "), fact.evidence, fact.read]),
  ]);
  return `${JSON.stringify({ overridden, files })}\n`;
}

/** The answers in a text, or null when it isn't one. */
export function parseTypeAnswers(text: string): TypeAnswers | null {
  const parsed = answersSchema.safeParse(jsonOf(text));
  if (!parsed.success) return null;
  const files = parsed.data.files.map(([path, known]) => {
    const facts = known.map(([key, classes, evidence, read]): [RangeKey, TypeFact] => [
      key,
      { classes: classes === "" ? [] : classes.split(" "), evidence, read },
    ]);
    return [path, new Map(facts)] as const;
  });
  return { facts: new Map(files), overridden: parsed.data.overridden };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
