// What scaffolds with prompts of their own are told beside them: the task, in our words, the same
// for all of them.
export function taskPrompt(problemStatement: string, workdir: string): string {
  return [
    `The repository in ${workdir} has a problem or lacks something. This is what is wanted:`,
    ["<task>", problemStatement.trim(), "</task>"].join("\n"),
    [
      "Change the source code in that folder so that this is done.",
      "Keep to what is asked, in the style of the code around it.",
      "Tests that you are not shown will decide, so leave the existing tests as they are.",
      "Whatever you need is installed, and there is no network.",
      "Nobody can answer questions: decide yourself, and end when the work is done.",
      "Your changes are taken from the work tree as you leave it; no commit is needed.",
    ].join(" "),
  ].join("\n\n");
}
