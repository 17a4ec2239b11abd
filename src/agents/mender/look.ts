// Looking around: which files there are, where the terms stand, what suspicious lines say.
// Output is kept short, because an agent is shown only so much of it.
import type { AgentSession } from "../session.ts";
import type { Term } from "./issue/terms.ts";
import { quote } from "./workbench.ts";

const skipTests =
  "grep -vE '(^|/)(tests?|testing|build|dist|venv|\\.[^/]+)/|(^|/)(test_[^/]*|[^/]*_test|conftest|tests)\\.py'";

export interface Mention {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export async function listFiles(session: AgentSession): Promise<void> {
  await session.run("find . -path ./.git -prune -o -type f -print | LC_ALL=C sort | head -n 120", {
    thought: "See what is here.",
  });
}

/** Lines outside tests that name one of the terms. */
export async function grepTerms(session: AgentSession, terms: readonly Term[]): Promise<Mention[]> {
  const names = terms.filter((term) => /^\w+$/.test(term.text)).slice(0, 12);
  if (names.length === 0) return [];
  const pattern = names.map((term) => term.text).join("|");
  const { output } = await session.run(
    `grep -rnwE --include='*.py' ${quote(pattern)} . | sed 's|^\\./||' | ${skipTests} | LC_ALL=C sort -t: -k1,1 -k2,2n | cut -c1-140 | head -n 80`,
    { thought: "Find where the code names what the issue names." },
  );
  return output.split("\n").flatMap((row) => {
    const match = /^([^:]+\.py):(\d+):(.*)$/.exec(row);
    return match ? [{ file: match[1] ?? "", line: Number(match[2]), text: match[3] ?? "" }] : [];
  });
}

/** The text of given lines of one file. */
export async function readLines(
  session: AgentSession,
  file: string,
  lines: readonly number[],
): Promise<Mention[]> {
  const wanted = ranges(lines).map(([first, last]) => `(NR>=${first}&&NR<=${last})`);
  const { output } = await session.run(
    `awk '${wanted.join("||")} {printf "%d\\t%s\\n", NR, substr($0, 1, 120)}' ${quote(file)} | head -n 150`,
    { thought: `Read what the failing run executes in ${file}.` },
  );
  return output.split("\n").flatMap((row) => {
    const match = /^(\d+)\t(.*)$/.exec(row);
    return match ? [{ file, line: Number(match[1]), text: match[2] ?? "" }] : [];
  });
}

/** Lines as ranges; gaps of one or two lines are read along. */
function ranges(lines: readonly number[]): (readonly [number, number])[] {
  const sorted = [...lines].sort((a, b) => a - b);
  const found: [number, number][] = [];
  for (const line of sorted) {
    const last = found.at(-1);
    if (last !== undefined && line - last[1] <= 3) last[1] = line;
    else found.push([line, line]);
  }
  return found;
}
