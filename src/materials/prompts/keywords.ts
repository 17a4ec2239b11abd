/** What is asked of the model, and nothing of what for: it would colour what it picks. */
export const KEYWORD_SYSTEM_PROMPT =
  "You read reports of issues in software and pick out the words of code that they mention. You answer with one JSON object and nothing else.";

export function keywordPrompt(problem: string): string {
  return `An issue of a Python project is described as follows:

<issue>
${problem}
</issue>

List what somebody would search the project's source code for after reading this:

- "methods": functions and methods that the text mentions, by their bare names: without class,
  module, arguments or parentheses.
- "strings": literal strings that the text mentions and that may stand in the source code, such as
  messages, keys and formats: without the quotation marks around them.

Take each word as the text has it, and none that it does not have. Where the text mentions none, the
list is empty.

Answer in this form, with no word before or after it:

{"methods": ["first_name", "second_name"], "strings": ["some text"]}`;
}

/** What the model is told after an answer that can't be read. */
export function notKeywordsPrompt(problem: string): string {
  return `Your last answer could not be read: ${problem}. Answer again, with the JSON object alone:

{"methods": [], "strings": []}`;
}
