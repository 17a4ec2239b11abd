// A Python program as a tree of statements: printed for running, cut down when it fails.
export type Statement = Line | Block;

/** A simple statement. Lines behind its first one are inside of a string and stay as they are. */
export interface Line {
  readonly kind: "line";
  readonly text: string;
}

/** A compound statement: `if … elif … else …` is a block of three clauses. */
export interface Block {
  readonly kind: "block";
  readonly clauses: readonly Clause[];
}

export interface Clause {
  /** With its colon; decorators and comments on lines of their own above. */
  readonly head: string;
  readonly body: readonly Statement[];
}

export interface Program {
  /** Names the random draws of its rewriting; the same for what it is cut down to. */
  readonly name: string;
  readonly statements: readonly Statement[];
  readonly indentation: string;
  readonly newline: string;
  /** The keywords that transformations plant in it. */
  readonly keywords: { readonly string: string; readonly method: string };
}

export function line(text: string): Line {
  return { kind: "line", text };
}

export function clause(head: string, body: readonly Statement[]): Clause {
  return { head, body };
}

export function block(head: string, body: readonly Statement[], ...others: Clause[]): Block {
  return { kind: "block", clauses: [clause(head, body), ...others] };
}

/** The program's text. */
export function programText({ statements, indentation, newline }: Program): string {
  return statementsText(statements, indentation).replaceAll("\n", newline);
}

/** The text of a few statements. */
export function statementsText(statements: readonly Statement[], indentation = "    "): string {
  return `${statements.flatMap((statement) => printed(statement, "", indentation)).join("\n")}\n`;
}

function printed(statement: Statement, margin: string, unit: string): string[] {
  if (statement.kind === "line") return [margin + statement.text];
  return statement.clauses.flatMap(({ head, body }) => {
    const heads = head.split("\n").map((text) => margin + text);
    const [only, ...more] = body;
    // A body that is written on the header's line is a line which begins with a space.
    if (only?.kind === "line" && more.length === 0 && only.text.startsWith(" ")) {
      return [...heads.slice(0, -1), `${heads.at(-1) ?? ""}${only.text}`];
    }
    const inner = margin + unit;
    const lines = body.flatMap((item) => printed(item, inner, unit));
    return [...heads, ...(lines.length > 0 ? lines : [`${inner}pass`])];
  });
}

/** Programs that lack one thing of this one, those that lack most first. */
export function* smallerPrograms(program: Program): Generator<Program> {
  for (const statements of smallerLists(program.statements)) yield { ...program, statements };
  if (program.newline !== "\n") yield { ...program, newline: "\n" };
  if (program.indentation !== "    ") yield { ...program, indentation: "    " };
}

type List = readonly Statement[];

function* smallerLists(list: List): Generator<List> {
  for (let length = list.length; length >= 1; length = Math.floor(length / 2)) {
    for (let start = list.length - length; start >= 0; start -= length) {
      yield [...list.slice(0, start), ...list.slice(start + length)];
    }
  }
  for (const [index, statement] of list.entries()) {
    for (const replacement of smallerStatements(statement)) {
      yield [...list.slice(0, index), ...replacement, ...list.slice(index + 1)];
    }
  }
}

/** What a statement can be replaced by. */
function* smallerStatements(statement: Statement): Generator<List> {
  if (statement.kind === "line") return;
  const { clauses } = statement;
  for (const { body } of clauses) yield body;
  for (const index of clauses.keys()) {
    const others = clauses.filter((_, at) => at !== index);
    if (index > 0) yield [{ kind: "block", clauses: others }];
  }
  for (const [index, { head, body }] of clauses.entries()) {
    for (const inner of smallerLists(body)) {
      const changed = clause(head, inner);
      yield [{ kind: "block", clauses: clauses.map((old, at) => (at === index ? changed : old)) }];
    }
  }
}
