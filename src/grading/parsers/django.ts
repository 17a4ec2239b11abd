// Reads Django's runner at verbosity 2, which is unittest's, and believes what `unittest` believes.
// Published instances name a test as Python up to 3.10 printed it, `test_x (mod.Class)`, or as later
// ones do, `test_x (mod.Class.test_x)`, or by the first line of its docstring where it has one. All
// are names of one result, whichever Python ran; tests that share a docstring have the worst status
// of them.
import { defineTestLogParser } from "./test-log-parser.ts";
import type { TestLine } from "./test-line.ts";
import { worstStatuses } from "./test-line.ts";
import { unittestStatuses } from "./unittest.ts";
import type { Named } from "./unittest-log.ts";
import { readUnittestLog } from "./unittest-log.ts";

/** From Django 3.2; the first of its lines comes before any test. */
const FOUND = /^Found (\d{1,9}) test/m;

export const django = defineTestLogParser({
  id: "django",
  summary: "Django's own test runner at verbosity 2.",
  parse(output) {
    const log = readUnittestLog(output);
    const found = FOUND.exec(output)?.[1];
    const names = new Map<string, Set<string>>();
    const add = (id: string, ...more: string[]) => {
      const known = names.get(id) ?? new Set<string>();
      for (const name of more) known.add(name);
      names.set(id, known);
    };
    for (const test of [...log.announcements, ...log.details])
      add(test.id, ...publishedNames(test));
    for (const { id, docstring } of log.announcements) {
      if (docstring !== null && docstring !== "") add(id, docstring);
    }
    const lines = [...unittestStatuses(log, Number(found ?? Infinity))].flatMap(
      ([id, status]): TestLine[] =>
        [...(names.get(id) ?? [id])].map((name) => ({ id: name, status })),
    );
    return worstStatuses(lines);
  },
});

function publishedNames({ id, name, place }: Named): string[] {
  // A module that could not be imported.
  if (id === name) return [id];
  const short = place.endsWith(`.${name}`) ? place.slice(0, -name.length - 1) : place;
  return [`${name} (${short})`, `${name} (${short}.${name})`];
}
