// Types of expressions, asked of all files at once. This is the seam to pyright's evaluator: who
// asks names expressions by their ranges and gets builtin classes, so that another type checker
// could answer.
import { PlumblineError } from "../../../core/errors.ts";
import { AttributeReads } from "./attribute-reads.ts";
import { builtinClasses } from "./builtin-classes.ts";
import { withTypedFiles, type TypedFiles, type TypedNode } from "./pyright-program.ts";
import { enclosing, kindOf, operatorOf, RepositoryUses } from "./repository-uses.ts";
import { TypeEvidence, type Evidence } from "./type-evidence.ts";

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
export const TYPE_QUERY_VERSION = "pyright-1.1.414/1";

/**
 * Answers for expressions of files: `asked` has their ranges by path. Files are asked in sorted
 * order and expressions in source order, since what pyright infers depends on it in rare cases.
 */
export function queryTypes(
  files: ReadonlyMap<string, string>,
  asked: ReadonlyMap<string, ReadonlySet<RangeKey>>,
): TypeAnswers {
  checkOnce();
  return withTypedFiles(files, (typed) => {
    const answers = new Map<string, ReadonlyMap<RangeKey, TypeFact>>();
    let questions = new Questions(files, typed);
    for (const path of [...asked.keys()].sort()) {
      try {
        answers.set(path, questions.ask(path, asked.get(path) ?? new Set()));
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

  ask(path: string, wanted: ReadonlySet<RangeKey>): Map<RangeKey, TypeFact> {
    const facts = new Map<RangeKey, TypeFact>();
    for (const node of nodesAt(path, wanted, this.#typed)) {
      const classes = builtinClasses(this.#typed.evaluator.getType(node)) ?? [];
      const read = kindOf(node) === "MemberAccess" ? this.#reads.of(node) : "code";
      if (classes.length === 0 && read === "code") continue;
      const evidence = classes.length === 0 ? "weak" : this.#evidence.of(node);
      facts.set(rangeKey(spanOf(node)), { classes, evidence, read });
    }
    return facts;
  }
}

function spanOf({ start, length }: TypedNode): { start: number; end: number } {
  return { start, end: start + length };
}

const OPERATOR_METHODS = "lt le gt ge eq ne add radd mul rmul and rand or ror xor rxor".split(" ");

function overriddenClasses(typed: TypedFiles, uses: RepositoryUses): string[] {
  const found = new Set<string>();
  for (const method of OPERATOR_METHODS) {
    for (const definition of uses.of(`__${method}__`).functions) {
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

function nodesAt(path: string, wanted: ReadonlySet<RangeKey>, typed: TypedFiles): TypedNode[] {
  const root = typed.root(path);
  const found: TypedNode[] = [];
  const waiting = root === null || wanted.size === 0 ? [] : [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const key = rangeKey(spanOf(node));
    if (wanted.has(key) && !HOLDERS.has(kindOf(node))) found.push(node);
    for (const child of typed.children(node)) waiting.push(child);
  }
  return found.sort((a, b) => a.start - b.start || b.length - a.length);
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
  return nodesAt("sample.py", new Set(words), typed)
    .map((node) => {
      if (kindOf(node) === "BinaryOperation") return operatorOf(node);
      const [declaration] = typed.evaluator.getDeclInfoForNameNode(node)?.decls ?? [];
      const classes = builtinClasses(typed.evaluator.getType(node)) ?? [];
      return `${declaration?.type ?? "none"}:${classes.join()}`;
    })
    .join(" ");
}
