// A model's answer to the question for keywords: read, and each word held against what can be one.
import { jsonrepair } from "jsonrepair";
import { z } from "zod";
import { keywordProblem } from "../code/spt/index.ts";
import type { KeywordMap } from "../core/variant-log.ts";

const wordsSchema = z.object({ methods: z.array(z.string()), strings: z.array(z.string()) });
type Words = z.infer<typeof wordsSchema>;

export const keywordContentSchema = wordsSchema.extend({
  /** Words of the answer that are no keywords, and why. */
  rejected: z.array(
    z.object({ as: z.enum(["method", "string"]), text: z.string(), reason: z.string() }),
  ),
});
export type KeywordContent = z.infer<typeof keywordContentSchema>;

/** The words that an answer lists, as it lists them; or why it can't be read. */
export function readKeywordAnswer(answer: string): Words | { readonly problem: string } {
  const [start, end] = [answer.indexOf("{"), answer.lastIndexOf("}")];
  // An answer that was cut off is not mended: what would follow is not known.
  if (start < 0 || end < start) return { problem: "it holds no whole JSON object" };
  const value = parsed(answer.slice(start, end + 1));
  if (value === undefined) return { problem: "it is no JSON" };
  const words = wordsSchema.safeParse(value);
  if (words.success) return words.data;
  const [issue] = words.error.issues;
  return { problem: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}` };
}

/** Undefined where it can't be mended either. */
function parsed(text: string): unknown {
  for (const read of [JSON.parse, (broken: string) => JSON.parse(jsonrepair(broken)) as unknown]) {
    try {
      return read(text) as unknown;
    } catch {
      // The next way, if there is one.
    }
  }
  return undefined;
}

/** The keywords among the words of an answer to `problem`, each once, in the answer's order. */
export function acceptedKeywords({ methods, strings }: Words, problem: string): KeywordContent {
  const text = plain(problem);
  const rejected: KeywordContent["rejected"] = [];
  const take = (as: "method" | "string", words: readonly string[]) =>
    [...new Set(words)].filter((word) => {
      const isThere = text.includes(plain(word));
      const reason = keywordProblem(as, word) ?? (isThere ? null : "not in the problem statement");
      if (reason !== null) rejected.push({ as, text: word, reason });
      return reason === null;
    });
  return { methods: take("method", methods), strings: take("string", strings), rejected };
}

/** Text without what differs between a literal, its escaped form and its form in wrapped lines. */
function plain(text: string): string {
  return text
    .replaceAll(/\\[nrt]/g, " ")
    .replaceAll(/\\(?=["'\\])/g, "")
    .replaceAll(/\s+/g, " ");
}

/** As the sampler takes them; `origin` says which model named them. */
export function keywordMapOf({ methods, strings }: KeywordContent, origin: string): KeywordMap {
  const withOrigin = (words: readonly string[]) => words.map((text) => ({ text, origin }));
  return { methods: withOrigin(methods), strings: withOrigin(strings) };
}
