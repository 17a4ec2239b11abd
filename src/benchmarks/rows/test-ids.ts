// Lists of test ids as data sets keep them: a list, a JSON list in a string, or Python's print of
// one. Ids are kept to the byte: commas, blanks and quotes belong to them.
import { z } from "zod";
import { readPythonStringList } from "./python-string-list.ts";

/** Test ids, or any other list of strings that are not empty, of a row. */
export const stringList = listOf(z.string().min(1));
/** Lines of a text. */
export const lineList = listOf(z.string());

function listOf(item: z.ZodString) {
  return z.preprocess((value, context) => {
    if (typeof value !== "string") return value;
    const json = parseJson(value);
    if (json !== null) return json;
    const strings = readPythonStringList(value);
    if (!("problem" in strings)) return strings;
    const where = `position ${strings.position}: ${strings.problem}`;
    const message = `neither a JSON list nor Python's (${where})`;
    context.issues.push({ code: "custom", message, input: value });
    return z.NEVER;
  }, z.array(item));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
