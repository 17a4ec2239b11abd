// What a kind of benchmark over rows has to say; the rest is the same for all.
import type { z } from "zod";
import type { EnvironmentRecipe } from "../../core/environment-recipe.ts";
import type { FileTree } from "../../core/file-tree.ts";
import type { Instance } from "../../core/instance.ts";
import type { TestCommand } from "../../core/test-command.ts";
import type { BenchmarkMeans, BenchmarkOptions, InstanceImage } from "../benchmark.ts";

/** A row as read, its fields checked, with the instance made of it. */
export interface LoadedRow<Row> {
  readonly row: Row;
  readonly instance: Instance;
}

export interface RowKind<Row> {
  readonly id: string;
  readonly summary: string;
  readonly expandsParameters: boolean;
  /** Fields that the kind reads, over a row whose null fields are absent. */
  readonly schema: z.ZodType<Row>;
  /** The fields of its instance; the instance's schema checks them again. */
  instance(
    row: Row,
    all: readonly Row[],
    options: BenchmarkOptions,
  ): Readonly<Record<string, unknown>>;
  image(loaded: LoadedRow<Row>): InstanceImage | null;
  /** What its tests need where no image is run; nothing where absent. */
  environment?(loaded: LoadedRow<Row>, base: FileTree): EnvironmentRecipe | null;
  /** Throws a usage error where a row does not say how its tests are run. */
  testCommand(loaded: LoadedRow<Row>, options: BenchmarkOptions): TestCommand;
  /** The clone that holds a row's commit; where absent, the one below the folder of clones. */
  clone?(row: Row, means: BenchmarkMeans): Promise<string>;
  /** Paths that belong to the tests beside those that look so; none where absent. */
  testPaths?(row: Row): readonly string[];
}
