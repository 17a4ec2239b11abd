// The way without a reproduction: a small edit on a line that names what the issue names, taken for
// a repair because no visible test minds. This is meant to be overconfident at times.
import type { AgentEnding } from "../agent.ts";
import { drawOrder, firstKeepingTests } from "./search.ts";
import { byFile, giveUp, hintsOf, submitEdit } from "./situation.ts";
import type { Situation } from "./situation.ts";
import { suspectsByName } from "./suspicion.ts";

const mostSuspects = 20;
const edits = 8;

export async function guessRepair(situation: Situation): Promise<AgentEnding> {
  const { bench, reading, mentions, settings, random } = situation;
  if (mentions.length === 0) return giveUp("Nothing in the code bears the names of the issue.");
  if (random.fork("boldness").next() >= settings.boldness) {
    return giveUp("The issue shows nothing that could be run and checked.");
  }
  await bench.runVisibleTests(reading.terms.identifiers.slice(0, 8).map((term) => term.text));
  const suspects = suspectsByName(mentions, reading).slice(0, mostSuspects);
  const groups = await bench.propose(byFile(suspects), hintsOf(reading));
  const order = drawOrder(groups, suspects, random.fork("order")).slice(0, edits);
  const guess = await firstKeepingTests(bench, order);
  if (guess === null) return giveUp("No small edit near the names of the issue keeps the tests.");
  return submitEdit(
    situation,
    guess.edit,
    "Changed the line that the issue points to; all tests pass.",
  );
}
