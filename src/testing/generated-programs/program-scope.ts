// What a generated statement can use: variables with their types, functions that may be called, and
// how often the place is run, which keeps programs short-lived.
import type { RandomStream } from "../../core/random-stream.ts";

/** Types of generated values. The class `box` has operators that print. */
export type ValueType =
  "int" | "float" | "str" | "bool" | "ints" | "table" | "tags" | "pair" | "box";

export const ANNOTATIONS: Readonly<Record<ValueType, string>> = {
  int: "int",
  float: "float",
  str: "str",
  bool: "bool",
  ints: "list[int]",
  table: "dict[str, int]",
  tags: "set[int]",
  pair: "tuple[int, int]",
  box: "Box",
};

/** The types, the common ones more than once. */
export const TYPES: readonly ValueType[] =
  "int int int int int int float float str str str bool ints ints table tags pair box".split(
    " ",
  ) as ValueType[];

export const NAMES: readonly string[] = (
  "total count value result number limit size width height start target level weight " +
  "amount price score length offset index position label message title word phrase answer " +
  "reason first second last current previous found chosen extra depth rate ratio share " +
  "power balance order item items entry record part piece group status state flag ready " +
  "done valid active"
).split(" ");

export interface Variable {
  readonly name: string;
  readonly type: ValueType;
}

/** A function that can be called from what stands below it. */
export interface Callable {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  /** `plain` returns an int; the others give ints one by one or when awaited. */
  readonly kind: "plain" | "generator" | "async";
  /** How many statements a call runs, about. */
  readonly cost: number;
}

export interface Place {
  readonly kind: "module" | "function" | "class";
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  readonly inLoop: boolean;
  /** In an `except` clause, where a bare `raise` passes something on. */
  readonly inHandler: boolean;
  /** How often it is run each time that its function is called. */
  readonly times: number;
}

/** Runs at most this many statements for a call of a function. */
const HIGHEST_COST = 120;

export interface ScopeParts {
  readonly random: RandomStream;
  /** The number of the program. */
  readonly program: number;
  readonly place: Place;
  /** What has a value here. */
  readonly variables: Variable[];
  readonly callables: Callable[];
  /** What this function binds, anywhere. */
  readonly own: Set<string>;
  /** Counters, which nothing but their loop may change. */
  readonly counters: Set<string>;
  /** What this function says is global: `nonlocal` inside of it can't name it. */
  readonly globals: Set<string>;
  /** Names of functions around. */
  readonly outer: ReadonlySet<string>;
  /** Variables of functions around, which `nonlocal` can name. */
  readonly enclosing: ReadonlySet<string>;
  readonly features: ReadonlySet<string>;
  readonly spent: { cost: number };
}

export class Scope implements ScopeParts {
  readonly random: RandomStream;
  readonly program: number;
  readonly place: Place;
  readonly variables: Variable[];
  readonly callables: Callable[];
  readonly own: Set<string>;
  readonly counters: Set<string>;
  readonly globals: Set<string>;
  readonly outer: ReadonlySet<string>;
  readonly enclosing: ReadonlySet<string>;
  readonly features: ReadonlySet<string>;
  readonly spent: { cost: number };
  readonly #parts: ScopeParts;

  constructor(parts: ScopeParts) {
    this.#parts = parts;
    this.random = parts.random;
    this.program = parts.program;
    this.place = parts.place;
    this.variables = parts.variables;
    this.callables = parts.callables;
    this.own = parts.own;
    this.counters = parts.counters;
    this.globals = parts.globals;
    this.outer = parts.outer;
    this.enclosing = parts.enclosing;
    this.features = parts.features;
    this.spent = parts.spent;
  }

  chance(share: number): boolean {
    return this.random.next() < share;
  }

  /** A variable of a type, or null. Those of this function are preferred. */
  pick(type: ValueType): Variable | null {
    const fitting = this.variables.filter((variable) => variable.type === type);
    const own = fitting.filter(({ name }) => this.own.has(name));
    if (fitting.length === 0) return null;
    return this.random.pick(own.length > 0 && this.chance(0.7) ? own : fitting);
  }

  /** Variables that this function may bind anew. */
  changeable(): Variable[] {
    return this.variables.filter(({ name }) => this.own.has(name) && !this.counters.has(name));
  }

  /** A name for a new variable; now and then that of another one around. */
  fresh(): string {
    for (let attempt = 0; attempt < 8; attempt++) {
      const name = this.random.pick(NAMES);
      if (this.own.has(name)) continue;
      if (!this.outer.has(name) || this.chance(0.1)) return name;
    }
    return `${this.random.pick(NAMES)}_${this.own.size}`;
  }

  /** The inside of a block: what it binds may have no value behind it. */
  inside(change: Partial<Place> = {}): Scope {
    const place = { ...this.place, ...change };
    return new Scope({
      ...this.#parts,
      place,
      variables: [...this.variables],
      callables: [...this.callables],
    });
  }

  /** The inside of a function. */
  function(change: Partial<Place>): Scope {
    const outer = new Set([...this.outer, ...this.own, ...this.variables.map(({ name }) => name)]);
    const place: Place = {
      ...{ kind: "function", isAsync: false, isGenerator: false, inLoop: false },
      ...{ inHandler: false, times: 1, ...change },
    };
    const isFunction = this.place.kind === "function";
    const named = [...this.own].filter((name) => !this.counters.has(name));
    const around = [...this.enclosing].filter((name) => !this.globals.has(name));
    const enclosing = isFunction ? new Set([...around, ...named]) : this.enclosing;
    return new Scope({
      ...this.#parts,
      ...{
        place,
        outer,
        enclosing,
        variables: [...this.variables],
        callables: [...this.callables],
      },
      ...{ own: new Set<string>(), counters: new Set<string>(), globals: new Set<string>() },
      spent: { cost: 0 },
    });
  }

  /** Whether something of this cost may be done here; if so it counts. */
  spend(cost: number): boolean {
    const all = cost * this.place.times;
    if (this.place.kind !== "module" && this.spent.cost + all > HIGHEST_COST) return false;
    if (all > HIGHEST_COST) return false;
    this.spent.cost += all;
    return true;
  }
}
