// Keywords of an issue by a model, from its description alone and in one call (A Jagged Frontier,
// Random Variant Sampler: ExtractKeywords). The prompt is Plumbline's own.
import { PlumblineError } from "../core/errors.ts";
import { DIALECTS } from "../llm/dialects/index.ts";
import { object } from "../llm/dialects/json.ts";
import { TALKS } from "../llm/talks/index.ts";
import { acceptedKeywords, keywordContentSchema, readKeywordAnswer } from "./keyword-answer.ts";
import type { KeywordContent } from "./keyword-answer.ts";
import type { Made, MaterialOrder, MaterialModel } from "./obtain-material.ts";
import { KEYWORD_SYSTEM_PROMPT, keywordPrompt, notKeywordsPrompt } from "./prompts/keywords.ts";

/** Answers that are asked for before a model is taken to be unfit. */
const MOST_ANSWERS = 3;

/** To be counted up where the same answer would be read in another way. */
const READER_VERSION = 1;

/** What is to be had from `model` for an issue. */
export function keywordOrder(model: string, problem: string): MaterialOrder<KeywordContent> {
  return {
    ...{ kind: "keywords", model, input: problem, schema: keywordContentSchema },
    template: JSON.stringify([READER_VERSION, KEYWORD_SYSTEM_PROMPT, keywordPrompt("")]),
    make: (asked) => askForKeywords(asked, problem),
  };
}

/**
 * Asks until an answer can be read. Throws an environment error where none can, and what the gateway
 * throws.
 */
export async function askForKeywords(
  model: MaterialModel,
  problem: string,
): Promise<Made<KeywordContent>> {
  const [dialect] = model.dialects;
  const talk = TALKS[dialect]({ model: model.name, system: KEYWORD_SYSTEM_PROMPT, tools: [] });
  talk.user(keywordPrompt(problem));
  for (let malformed = 0; ;) {
    const answer = await model.ask(dialect, talk.request());
    const read = readKeywordAnswer(DIALECTS[dialect].turn(object(answer.body)).text);
    if (!("problem" in read)) {
      const content = acceptedKeywords(read, problem);
      return { content, answeredBy: answer.model, malformed };
    }
    if (++malformed === MOST_ANSWERS) {
      const message = `${model.name} gave ${MOST_ANSWERS} answers that list no keywords; the last: ${read.problem}.`;
      throw new PlumblineError("malformed-keywords", "environment", message);
    }
    // The void answer is not said again: some providers refuse an empty one.
    talk.user(notKeywordsPrompt(read.problem));
  }
}
