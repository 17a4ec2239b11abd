// Mender's tools in the sandbox. Every method is one command, hence one step of the trajectory.
// The tools are Python programs that work on a copy of the tree in scratch; the work tree itself is
// only read, and written once: by `keep`.
import { z } from "zod";
import type { AgentSession } from "../session.ts";
import { programs } from "./programs/index.ts";

export interface Reproduced {
  /** See programs/goals.ts. */
  readonly shows: "wrong" | "changed" | "nothing" | "unusable";
  /** Checks that the faulty tree meets already. */
  readonly held: number;
  /** Things that the issue says happen and that do not. */
  readonly refuted: number;
  /** Deepest line of the project in the first exception. */
  readonly file: string | null;
  readonly fileLine: number | null;
}

export interface ExecutedLine {
  readonly file: string;
  readonly line: number;
  /** Passing runs that execute it too. */
  readonly passes: number;
  readonly by: "failing" | "setup" | "constant";
}

export interface EditGroup {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly numbers: readonly number[];
}

export interface Verdict {
  readonly edit: number;
  readonly state: "passes" | "partial" | "fails";
}

export interface Hints {
  readonly exceptions: readonly string[];
  readonly strings: readonly string[];
  readonly numbers: readonly number[];
  readonly identifiers: readonly string[];
}

const reproducedSchema = z.object({
  shows: z.enum(["wrong", "changed", "nothing", "unusable"]),
  held: z.int(),
  refuted: z.int(),
  file: z.string().nullable().default(null),
  fileLine: z.int().nullable().default(null),
});
const letters = { f: "failing", s: "setup", i: "constant" } as const;

export interface Workbench {
  setUp(): Promise<void>;
  /** Runs the scripts of the issue and keeps the one that shows most. */
  reproduce(scripts: readonly string[], exceptions: readonly string[]): Promise<Reproduced>;
  /** Runs the tests that are there; the lines that the failing reproduction executes. */
  runVisibleTests(terms: readonly string[]): Promise<ExecutedLine[]>;
  propose(lines: ReadonlyMap<string, readonly number[]>, hints: Hints): Promise<EditGroup[]>;
  /** Verdicts in the order given; by tests, up to the first edit that passes. */
  tryEdits(edits: readonly number[], by: "reproduction" | "tests"): Promise<Verdict[]>;
  keep(edit: number): Promise<void>;
}

export function workbench(session: AgentSession): Workbench {
  const home = `${session.scratch}/mender`;
  const runner = quote(`${home}/run.py`);
  // No cache prefix for bytecode: the standard library's own would go unread and be made anew.
  // The work tree stays as it is, because nothing is imported from it.
  const environment = "PYTHONHASHSEED=0";
  let python = "python3";
  const tool = async (call: string, thought: string, input?: unknown): Promise<string> => {
    const command = `${environment} ${python} -W ignore ${runner} ${call}`;
    const stdin = input === undefined ? {} : { stdin: JSON.stringify(input) };
    return (await session.run(command, { thought, ...stdin })).output;
  };

  return {
    async setUp() {
      const unpack =
        "import json, os, sys; [open(os.path.join(sys.argv[1], n), 'w').write(t) for n, t in json.load(sys.stdin).items()]";
      const { output } = await session.run(
        `mkdir -p ${quote(`${home}/mender_tools`)} && python3 -c "${unpack}" ${quote(home)} && ${environment} python3 ${runner} tree .`,
        {
          thought:
            "Lay out the tools in scratch and copy the tree: nothing is tried in the tree itself.",
          stdin: JSON.stringify(programs),
        },
      );
      // Called by its own path, the interpreter is spared the detour of version managers' shims.
      python = quote(/^interpreter: (\/\S+)$/m.exec(output)?.[1] ?? "python3");
    },

    async reproduce(scripts, exceptions) {
      const thought = "Run what the issue shows as a script. Does it go wrong as described?";
      const output = await tool("reproduce", thought, { scripts, exceptions });
      const line = /^verdict: (.*)$/m.exec(output)?.[1];
      return line === undefined
        ? { shows: "unusable", held: 0, refuted: 0, file: null, fileLine: null }
        : reproducedSchema.parse(JSON.parse(line));
    },

    async runVisibleTests(terms) {
      const call = ["visible_tests", ...terms.map(quote)].join(" ");
      const thought =
        "Run the tests that are there: what passes, and where does only the failure go?";
      const output = await tool(call, thought);
      return output.split("\n").flatMap(readExecuted);
    },

    async propose(lines, hints) {
      const request = { lines: Object.fromEntries(lines), hints };
      const output = await tool("propose", "List the small edits that these lines allow.", request);
      return output.split("\n").flatMap(readGroups);
    },

    async tryEdits(edits, by) {
      const thought =
        by === "tests"
          ? "Do the tests that passed still pass with these edits?"
          : "Try these edits, one at a time, against the reproduction.";
      const output = await tool(`try_edits ${by} ${edits.join(" ")}`, thought);
      return [...output.matchAll(/^(\d+) (passes|partial|fails) /gm)].map((match) => ({
        edit: Number(match[1]),
        state: match[2] as Verdict["state"],
      }));
    },

    async keep(edit) {
      const call = `keep . ${edit}`;
      await tool(call, "Make this edit in the work tree.");
    },
  };
}

function readExecuted(row: string): ExecutedLine[] {
  const [file = "", ...runs] = row.split(" ");
  return runs.flatMap((run) => {
    const match = /^(\d+)-(\d+):(\d+)([fsi])$/.exec(run);
    if (match === null) return [];
    const [first, last, passes] = match.slice(1, 4).map(Number) as [number, number, number];
    const by = letters[match[4] as keyof typeof letters];
    return range(first, last).map((line) => ({ file, line, passes, by }));
  });
}

function readGroups(row: string): EditGroup[] {
  const match = /^(.+):(\d+) ([a-z-]+=.*)$/.exec(row);
  if (match === null) return [];
  return [...(match[3] ?? "").matchAll(/([a-z-]+)=(\d+)\.\.(\d+)/g)].map((group) => ({
    file: match[1] ?? "",
    line: Number(match[2]),
    kind: group[1] ?? "",
    numbers: range(Number(group[2]), Number(group[3])),
  }));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** A word of a shell command. */
export function quote(text: string): string {
  return /^[\w./+:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
