// The contract of a benchmark: a source of instances that knows where their trees come from and how
// their tests are run. It describes; sandboxes carry out. A kind of benchmark is one file; opening
// it with options gives a benchmark.
import type { CommitIdentity, Instance } from "../core/instance.ts";
import type { EnvironmentRecipe } from "../core/environment-recipe.ts";
import type { FileTree } from "../core/file-tree.ts";
import type { TestCommand } from "../core/test-command.ts";

/** A container image that holds the repository at `workdir`. */
export interface InstanceImage {
  readonly image: string;
  readonly workdir: string;
  /** PATH where the image's own lacks the programs of the tests. */
  readonly path?: string;
}

/** Where the work tree of an instance comes from. */
export type BaseTree =
  /** The files themselves, put into an empty work tree. */
  | { readonly kind: "files"; readonly files: FileTree; readonly commit: CommitIdentity }
  | ({ readonly kind: "image" } & InstanceImage);

/** A row that was refused, or is odd and kept. Nothing is dropped without one. */
export interface RowProblem {
  /** Null where the row has no usable id. */
  readonly instanceId: string | null;
  /** File and row. */
  readonly place: string;
  /** What is wrong, as a clause. */
  readonly problem: string;
  /** Whether the row is left out for it. */
  readonly refused: boolean;
}

/** Where rows were read from, so that a record can name it. */
export interface BenchmarkSource {
  readonly from: string;
  /** The revision of a data set on a hub; null for files and addresses. */
  readonly revision: string | null;
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

export interface Benchmark {
  readonly id: string;
  readonly summary: string;
  /** SHA-256 of its rows, the same in every file format and order. */
  readonly digest: string;
  /** The digest of each row, by instance id. */
  readonly rowDigests: ReadonlyMap<string, string>;
  readonly source: BenchmarkSource;
  readonly problems: readonly RowProblem[];
  /** Whether a test id without parameters stands for all variants of that test. */
  readonly expandsParameters: boolean;
  /** Whether base trees lie in the instances' images and nowhere else. */
  readonly treesInImages: boolean;
  /** All instances, in id order. */
  instances(): Promise<readonly Instance[]>;
  /**
   * Where images are run, an image that holds the instance's repository comes before a clone: its
   * makers may have changed files that its tests need so.
   */
  baseTree(instance: Instance, runsImages?: boolean): Promise<BaseTree>;
  /** The image made for an instance, also where the tree comes from a clone; null: there is none. */
  image(instance: Instance): InstanceImage | null;
  /**
   * What the tests need where no image is run; null: nothing, or it is not known. `base` is the
   * instance's tree.
   */
  environment(instance: Instance, base: FileTree): EnvironmentRecipe | null;
  /** Throws a usage error where the benchmark does not say how the tests are run. */
  testCommand(instance: Instance): TestCommand;
  /** Whether a path belongs to the benchmark's tests or their infrastructure by its rules. */
  isTestPath(path: string, instance: Instance): boolean;
}

export interface BenchmarkOptions {
  /** Its id in a study; that of its kind where absent. */
  readonly name?: string | undefined;
  /** A file, a folder, an address, or the name of a data set on a hub. */
  readonly from?: string | undefined;
  /** A revision of a data set on a hub; SHA-256 of the file for anything else. */
  readonly revision?: string | undefined;
  readonly split?: string | undefined;
  /** Folder of clones, from which base trees are read. */
  readonly repos?: string | undefined;
  /** YAML file of environments, for sandboxes that run no images. */
  readonly environments?: string | undefined;
  /** Folder with `run_script.sh` and `parser.py` of each instance of SWE-bench Pro. */
  readonly proScripts?: string | undefined;
}

/** Bytes kept by key: what is read back is what was written, or null. */
export interface ByteCache {
  read(key: string): Uint8Array | null;
  write(key: string, bytes: Uint8Array): void;
}

/** What opening a benchmark needs of the world around it. */
export interface BenchmarkMeans {
  readonly cache: ByteCache;
  /** Where repositories are cloned to. */
  readonly cloneFolder: string;
  /** Nothing is asked of the network. */
  readonly offline: boolean;
  /** Address of the hub of data sets. */
  readonly hub: string;
  readonly notice: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface BenchmarkKind {
  readonly id: string;
  readonly summary: string;
  /**
   * Throws a usage error that names file and place where there is nothing to read or it is
   * malformed as a whole; single bad rows are `problems`.
   */
  open(options: BenchmarkOptions, means: BenchmarkMeans): Promise<Benchmark>;
}

/** Declares a kind of benchmark; the registry finds it by this call. */
export function defineBenchmark(kind: BenchmarkKind): BenchmarkKind {
  return kind;
}
