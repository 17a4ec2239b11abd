// Loops: the detector of "Confident and Wrong", section 5.5 — a run of three commands that repeats
// at least three times. It counts occurrences that do not overlap, wherever they are.

const RUN_LENGTH = 3;
const TIMES = 3;

export interface Loop {
  readonly commands: readonly string[];
  /** Where each occurrence begins, as an index into the commands. */
  readonly at: readonly number[];
}

/** Every run of three commands that is there three times or more, in order of appearance. */
export function findLoops(commands: readonly string[]): Loop[] {
  const found = new Map<string, number[]>();
  const ids = new Map<string, number>();
  const numbers = commands.map((command) => {
    const id = ids.get(command) ?? ids.size;
    ids.set(command, id);
    return id;
  });
  for (let at = 0; at + RUN_LENGTH <= numbers.length; at++) {
    const key = numbers.slice(at, at + RUN_LENGTH).join(" ");
    const places = found.get(key);
    if (places === undefined) found.set(key, [at]);
    else if (at - (places.at(-1) ?? at) >= RUN_LENGTH) places.push(at);
  }
  return [...found.values()]
    .filter((places) => places.length >= TIMES)
    .map((at) => ({ commands: commands.slice(at[0], (at[0] ?? 0) + RUN_LENGTH), at }));
}
