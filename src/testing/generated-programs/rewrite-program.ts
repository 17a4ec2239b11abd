// Generated programs, rewritten by one transformation at every site that it accepts, or by several
// in turn. Each is a repository of its own; only types are asked of many together, which is faster.
import type { FileTree } from "../../core/file-tree.ts";
import { randomStream } from "../../core/random-stream.ts";
import {
  ModuleCache,
  rewriteFile,
  type OperandTypes,
  type RepositoryFacts,
  type RewriteContext,
  type Transformation,
} from "../../code/spt/index.ts";
import { programText, type Program } from "./program.ts";

const PATH = "program.py";

export interface Rewritten {
  readonly text: string;
  /** How many sites each of the transformations has rewritten. */
  readonly sites: readonly number[];
  /** What the syntax checker has against the result, or null. */
  readonly fault: string | null;
}

export class ProgramUnderTest {
  readonly program: Program;
  readonly text: string;
  readonly #bytes: Uint8Array;
  readonly #cache: ModuleCache;
  readonly #types: OperandTypes;
  readonly #repository: RepositoryFacts;

  constructor(program: Program, bytes: Uint8Array, cache: ModuleCache, types: OperandTypes) {
    this.program = program;
    this.text = programText(program);
    this.#bytes = bytes;
    this.#cache = cache;
    this.#types = types;
    this.#repository = cache.repository(new Map([[PATH, { bytes, mode: "100644" }]]));
  }

  /** The program with each transformation applied at all sites that it accepts, in this order. */
  rewritten(transformations: readonly Transformation[]): Rewritten {
    const { name, keywords } = this.program;
    let bytes = this.#bytes;
    const sites: number[] = [];
    for (const transformation of transformations) {
      const file = this.#cache.load(bytes);
      if (!file.ok) throw new Error(`Program ${name} can't be read: ${file.reason}`);
      const random = randomStream(name, transformation.id);
      const context: RewriteContext = {
        ...{ level: "conservative", path: PATH, repository: this.#repository, types: this.#types },
        keyword: transformation.keyword === null ? null : keywords[transformation.keyword],
        style: random.integer(0, 4) === 0 ? "plain" : "natural",
      };
      const all = this.#cache.sites(transformation, file.facts, context);
      const accepted = all.filter((site) => site.refusal === null);
      const result = rewriteFile(transformation, file, accepted, context, random);
      sites.push(result.kind === "rewritten" ? result.rewrites.length : 0);
      if (result.kind === "fault") return { text: "", sites, fault: result.message };
      if (result.kind === "skipped") throw new Error(`Program ${name}: ${result.reason}`);
      if (result.kind === "rewritten") bytes = result.bytes;
    }
    return { text: Buffer.from(bytes).toString("utf8"), sites, fault: null };
  }
}

/** The programs with what is known of their types. */
export function prepared(programs: readonly Program[]): ProgramUnderTest[] {
  const cache = new ModuleCache();
  const texts = programs.map((program) => Buffer.from(programText(program), "utf8"));
  const tree: FileTree = new Map(
    texts.map((bytes, index) => [`program_${index}.py`, { bytes, mode: "100644" as const }]),
  );
  const types = cache.types(tree);
  return programs.map(
    (program, index) =>
      new ProgramUnderTest(program, texts[index] ?? new Uint8Array(), cache, types),
  );
}
