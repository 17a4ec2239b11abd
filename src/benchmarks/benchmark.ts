// The contract of a benchmark: a source of instances that knows where their trees come from and how
// their tests are run. It describes; sandboxes carry out.
import type { CommitIdentity, Instance } from "../core/instance.ts";
import type { FileTree } from "../core/file-tree.ts";
import type { TestCommand } from "../core/test-command.ts";

/** Where the work tree of an instance comes from. */
export type BaseTree =
  /** The files themselves, put into an empty work tree. */
  | { readonly kind: "files"; readonly files: FileTree; readonly commit: CommitIdentity }
  /** A container image that holds the repository at `workdir`. */
  | { readonly kind: "image"; readonly image: string; readonly workdir: string };

export interface Benchmark {
  readonly id: string;
  readonly summary: string;
  /** All instances, in id order. Throws a usage error that names file and field of a malformed one. */
  instances(): Promise<readonly Instance[]>;
  baseTree(instance: Instance): Promise<BaseTree>;
  testCommand(instance: Instance): TestCommand;
  /** Whether a path belongs to the benchmark's tests or their infrastructure by its rules. */
  isTestPath(path: string, instance: Instance): boolean;
}

/** Declares a benchmark; the registry finds it by this call. */
export function defineBenchmark(benchmark: Benchmark): Benchmark {
  return benchmark;
}
