// The way with a reproduction: localise, draw edits, try them, submit what passes.
import type { AgentEnding } from "../agent.ts";
import { readLines } from "./look.ts";
import { drawOrder, search } from "./search.ts";
import { byFile, giveUp, hintsOf, submitEdit } from "./situation.ts";
import type { Situation } from "./situation.ts";
import { suspectsOf } from "./suspicion.ts";
import type { Reproduced } from "./workbench.ts";

const mostFilesRead = 3;
const mostSuspects = 60;

export async function searchRepair(
  situation: Situation,
  reproduced: Reproduced,
): Promise<AgentEnding> {
  const { bench, session, reading, settings, random } = situation;
  const terms = reading.terms.identifiers.slice(0, 8).map((term) => term.text);
  const executed = await bench.runVisibleTests(terms);
  const texts = [];
  for (const [file, lines] of [...byFile(executed)].slice(0, mostFilesRead)) {
    texts.push(...(await readLines(session, file, lines)));
  }
  const suspects = suspectsOf(executed, texts, reading, reproduced).slice(0, mostSuspects);
  const groups = await bench.propose(byFile(suspects), hintsOf(reading));
  const draws = random.fork("search");
  const budget = Math.ceil(settings.maxCandidates * (0.25 + 0.75 * draws.next()));
  const order = drawOrder(groups, suspects, random.fork("order"));
  const choice = random.fork("choice");
  const result = await search(bench, order, budget, choice);

  if (result.accepted !== null) {
    const proof =
      reproduced.shows === "wrong"
        ? "The reproduction from the issue passes now"
        : "The result that the issue complains of is another one now";
    return submitEdit(
      situation,
      result.accepted.edit,
      `${proof}, and all tests that passed still pass.`,
    );
  }
  if (result.partial !== null && choice.next() < settings.boldness) {
    const conclusion =
      "The complaint is gone; whether the new result is the right one is not shown.";
    return submitEdit(situation, result.partial.edit, conclusion);
  }
  return giveUp(`None of ${result.tried} edits repairs it. The tree is as it was.`);
}
