import type { MiniSettings } from "../settings.ts";
import { SENTINEL } from "./sentinel.ts";

const HOW: Readonly<Record<MiniSettings["mode"], string>> = {
  tools: `Every turn: say briefly what you are after, and call the tool bash at least once. Commands that
do not depend on one another may be several calls of one turn.`,
  text: `Every turn: say briefly what you are after, and give exactly one command in a block like this:

\`\`\`bash
ls -la && git status --short
\`\`\``,
};

/** The first message: the issue, and the rules of the work. */
export function taskPrompt(statement: string, workdir: string, mode: MiniSettings["mode"]): string {
  return `An issue was reported in the repository at ${workdir}:

<issue>
${statement}
</issue>

Change the source code so that the issue is solved for every case that it describes, in the manner
of the code around it. Leave tests and the project's configuration as they are; your change will
be checked by tests that you do not see.

${HOW[mode]}

What to know of the shell:
- Each command runs in a new shell that starts in ${workdir}. Folders and variables that one command
  sets are gone in the next: write \`cd folder && …\` or \`NAME=value …\` where you need them.
- Nothing can be typed in later: give flags such as -y, and use no editors or pagers.
- There is no network. What is installed is all there is.
- Long output is cut in the middle: look at parts of large files.

A good order of work: find the code in question and read it; write a small script that shows the
fault; mend the code; run the script again; try cases at the edges; remove your scripts.

If the repository already behaves as the issue asks, change nothing.

When you are done, give this as a command of its own, and nothing after it:

echo ${SENTINEL}

Your change is then taken from the files in ${workdir} as they are. You can do nothing afterwards.`;
}
