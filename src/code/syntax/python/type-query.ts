// Types of expressions, asked of all files at once. This is the seam to pyright's evaluator: who
// asks names expressions by their ranges and gets builtin classes, so that another type checker
// could answer.
import { PlumblineError } from "../../../core/errors.ts";
import { AttributeReads } from "./attribute-reads.ts";
import { builtinClasses } from "./builtin-classes.ts";
import { withTypedFiles, type TypedFiles, type TypedNode } from "./pyright-program.ts";
import { enclosing, kindOf, operatorOf, RepositoryUses } from "./repository-uses.ts";
import type { Evidence } from "./evidence.ts";
import { TypeEvidence } from "./type-evidence.ts";

export interface TypeFact {
  /** The builtin classes that the value is of, sorted; empty where they are not known. */
  readonly classes: readonly string[];
  readonly evidence: Evidence;
  /** Of an attribute: whether reading it runs no code, and whether it is always there. */
  readonly read: "code" | "plain" | "settled";
}

/** A range of a file as a key: UTF-16 offsets. */
export type RangeKey = `${number}:${number}`;

export function rangeKey({ start, end }: { start: number; end: number }): RangeKey {
  return `${start}:${end}`;
}

export interface TypeAnswers {
  /** By path and range; an expression of which nothing is known is left out. */
  readonly facts: ReadonlyMap<string, ReadonlyMap<RangeKey, TypeFact>>;
  /** Builtin classes of which some class of the files is a subclass with operators of its own. */
  readonly overridden: readonly string[];
}

/** Changes whenever the same files could get other answers; part of every cache's key. */
export const TYPE_QUERY_VERSION = "pyright-1.1.414/2";

/** An operator of whose operands something is to be known. */
export interface Question {
  readonly operands: readonly RangeKey[];
  /** What is of interest only when the classes of all operands are known. */
  readonly inside: readonly RangeKey[];
}

/**
 * Above so many remembered types everything is forgotten, which bounds memory on large repositories.
 * It is counted and not measured, so that the answers are the same on every machine.
 */
const MOST_ENTRIES = 500_000;

/**
 * Answers for expressions of files: `asked` has the questions by path, in source order. Files are asked in sorted
 * order and expressions in source order, since what pyright infers depends on it in rare cases.
 */
export function queryTypes(
  files: ReadonlyMap<string, string>,
  asked: ReadonlyMap<string, readonly Question[]>,
): TypeAnswers {
  checkOnce();
  return withTypedFiles(files, (typed) => {
    const answers = new Map<string, ReadonlyMap<RangeKey, TypeFact>>();
    let questions = new Questions(files, typed);
    for (const path of [...asked.keys()].sort()) {
      if (typed.evaluator.getTypeCacheEntryCount() > MOST_ENTRIES) {
        typed.restart();
        questions = new Questions(files, typed);
      }
      try {
        answers.set(path, questions.ask(path, asked.get(path) ?? []));
      } catch {
        // The evaluator is not always up to what it reads. What it was in the middle of is unknown,
        // so the rest is asked anew and nothing is known of this file.
        typed.restart();
        questions = new Questions(files, typed);
      }
    }
    return { facts: answers, overridden: overriddenClasses(typed, questions.uses) };
  });
}

class Questions {
  readonly uses: RepositoryUses;
  readonly #typed: TypedFiles;
  readonly #evidence: TypeEvidence;
  readonly #reads: AttributeReads;

  constructor(files: ReadonlyMap<string, string>, typed: TypedFiles) {
    this.#typed = typed;
    this.uses = new RepositoryUses(files, typed);
    this.#evidence = new TypeEvidence(typed, this.uses);
    this.#reads = new AttributeReads(typed, this.uses);
  }

  ask(path: string, questions: readonly Question[]): Map<RangeKey, TypeFact> {
    const ranges = questions.flatMap(({ operands, inside }) => [...operands, ...inside]);
    const nodes = nodesAt(path, new Set(ranges), this.#typed);
    const facts = new Map<RangeKey, TypeFact>();
    for (const { operands, inside } of questions) {
      if (!operands.every((key) => this.#classesOf(nodes.get(key)) !== null)) continue;
      for (const key of [...operands, ...inside]) {
        const node = nodes.get(key);
        if (node !== undefined && !facts.has(key)) facts.set(key, this.#factOf(node));
      }
    }
    return facts;
  }

  #classesOf(node: TypedNode | undefined): readonly string[] | null {
    return node === undefined ? null : builtinClasses(this.#typed.evaluator.getType(node));
  }

  #factOf(node: TypedNode): TypeFact {
    const classes = this.#classesOf(node) ?? [];
    const read = kindOf(node) === "MemberAccess" ? this.#reads.of(node) : "code";
    return { classes, evidence: classes.length === 0 ? "weak" : this.#evidence.of(node), read };
  }
}

function spanOf({ start, length }: TypedNode): { start: number; end: number } {
  return { start, end: start + length };
}

const OPERATOR_METHODS = "lt le gt ge eq ne add radd mul rmul and rand or ror xor rxor".split(" ");

function overriddenClasses(typed: TypedFiles, uses: RepositoryUses): string[] {
  const found = new Set<string>();
  for (const method of OPERATOR_METHODS) {
    for (const definition of uses.of(`__${method}__`, "functions")) {
      const owner = enclosing(definition, "Class", "Function");
      if (owner === undefined || kindOf(owner) !== "Class") continue;
      const type = typed.evaluator.getTypeOfClass(owner)?.classType;
      for (const base of type?.shared?.mro ?? []) {
        const [module, name = ""] = (base.shared?.fullName ?? "").split(".");
        if (module === "builtins" && name !== "object") found.add(name);
      }
    }
  }
  return [...found].sort();
}

/** Kinds that are never asked about but may have the range of what is. */
const HOLDERS = new Set(["Argument", "StatementList", "Module", "Suite", "WithItem", "Decorator"]);

function nodesAt(
  path: string,
  wanted: ReadonlySet<RangeKey>,
  typed: TypedFiles,
): Map<RangeKey, TypedNode> {
  const root = typed.root(path);
  const found = new Map<RangeKey, TypedNode>();
  const waiting = root === null || wanted.size === 0 ? [] : [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const key = rangeKey(spanOf(node));
    const isNew = wanted.has(key) && !found.has(key);
    if (isNew && !HOLDERS.has(kindOf(node))) found.set(key, node);
    for (const child of typed.children(node)) waiting.push(child);
  }
  return found;
}

const SAMPLE = "import sys\ndef f(n: int):\n    m = 1\n    return m < n, sys, len, str\n";
const SAMPLE_ANSWER = "< 1:int 2:int 8: 5: 6:";
let checked = false;

/** The numbers by which pyright's objects are read are those of its version; see that they hold. */
function checkOnce(): void {
  if (checked) return;
  const answer = withTypedFiles(new Map([["sample.py", SAMPLE]]), readSample);
  if (answer !== SAMPLE_ANSWER) {
    throw new PlumblineError(
      "python-types",
      "environment",
      `Types of Python can't be had: the self-test read its sample as “${answer}”.`,
      { hint: "npm ci, which installs pyright" },
    );
  }
  checked = true;
}

function readSample(typed: TypedFiles): string {
  const from = SAMPLE.indexOf("m < n");
  const words = ["m < n", "m", "n", "sys", "len", "str"].map((text) => {
    const start = SAMPLE.indexOf(text, from);
    return rangeKey({ start, end: start + text.length });
  });
  const nodes = nodesAt("sample.py", new Set(words), typed);
  return words
    .flatMap((key) => nodes.get(key) ?? [])
    .map((node) => {
      if (kindOf(node) === "BinaryOperation") return operatorOf(node);
      const [declaration] = typed.evaluator.getDeclInfoForNameNode(node)?.decls ?? [];
      const classes = builtinClasses(typed.evaluator.getType(node)) ?? [];
      return `${declaration?.type ?? "none"}:${classes.join()}`;
    })
    .join(" ");
}
