// A benchmark over rows: read from a source once, then answers from memory, and from clones.
import { isTestFile } from "../../code/patch/index.ts";
import { PlumblineError } from "../../core/errors.ts";
import type { Instance } from "../../core/instance.ts";
import type {
  BaseTree,
  Benchmark,
  BenchmarkMeans,
  BenchmarkOptions,
  InstanceImage,
} from "../benchmark.ts";
import { badDataset } from "../source/bad-dataset.ts";
import { sha256 } from "../source/dataset-file.ts";
import { ownRecipe, readEnvironmentsFile } from "../source/environments-file.ts";
import type { EnvironmentsFile } from "../source/environments-file.ts";
import { readTaskRepository, taskRepositoryOf } from "../source/task-repository.ts";
import { DEFAULT_SPLIT, openSource } from "../source/open-source.ts";
import type { RawRow } from "../source/read-rows.ts";
import { readRows } from "../source/read-rows.ts";
import { cloneOf, readCommit } from "./git-commit.ts";
import type { LoadedRows } from "./load-rows.ts";
import { loadRows } from "./load-rows.ts";
import { datasetDigest } from "./row-digest.ts";
import type { LoadedRow, RowKind } from "./row-kind.ts";

/** Opens a data set of a kind. `from` is the kind's own where the options name none. */
export async function openRows<Row extends object>(
  kind: RowKind<Row>,
  from: string,
  options: BenchmarkOptions,
  means: BenchmarkMeans,
): Promise<Benchmark> {
  const repository = taskRepositoryOf(from);
  if (repository !== null) return openTasks(kind, from, repository, { options, means });
  const source = await openSource(from, options, means);
  const raws: RawRow[] = [];
  for (const file of source.files) raws.push(...(await readRows(file)));
  const files = source.files.map(({ name, bytes }) => ({ name, sha256: sha256(bytes) }));
  const origin = { from: source.from, revision: source.revision, files };
  const environments = await environmentsOf(options);
  return benchmarkOfRows(kind, raws, { options, means, source: origin, environments });
}

/** Opens a task repository: its rows are those of the data sets that it publishes. */
async function openTasks<Row extends object>(
  kind: RowKind<Row>,
  from: string,
  { folder, dataset }: NonNullable<ReturnType<typeof taskRepositoryOf>>,
  { options, means }: Pick<RowsOrigin, "options" | "means">,
): Promise<Benchmark> {
  const { split = DEFAULT_SPLIT, revision } = options;
  if (revision !== undefined) {
    throw badDataset(from, "a task repository has no revision of its own", {
      hint: "check out the commit that is meant",
    });
  }
  const { rows, files } = await readTaskRepository(folder, dataset, split);
  const environments = await environmentsOf(options);
  const source = { from, revision: null, files };
  return benchmarkOfRows(kind, rows, { options, means, source, environments });
}

/** What the user says that tests need; nothing where no file is named. */
export async function environmentsOf({
  environments,
}: BenchmarkOptions): Promise<EnvironmentsFile> {
  return environments === undefined ? {} : readEnvironmentsFile(environments);
}

export interface RowsOrigin {
  readonly options: BenchmarkOptions;
  readonly means: BenchmarkMeans;
  readonly source: Benchmark["source"];
  /** Environments of the user's own; they come before the kind's. */
  readonly environments: EnvironmentsFile;
}

/** A benchmark of rows that were read. Throws a usage error where none of them can be used. */
export function benchmarkOfRows<Row extends object>(
  kind: RowKind<Row>,
  raws: readonly RawRow[],
  origin: RowsOrigin,
): Benchmark {
  const loaded = loadRows(kind, raws, origin.options);
  if (loaded.rows.size === 0) {
    const [first] = loaded.problems;
    const why = first === undefined ? "holds no row" : `no row can be used (${first.problem})`;
    throw badDataset(origin.source.from, why, { hint: `rows of the kind ${kind.id}` });
  }
  return rowBenchmark(kind, loaded, origin);
}

function rowBenchmark<Row>(
  kind: RowKind<Row>,
  { rows, digests, problems }: LoadedRows<Row>,
  { options, means, source, environments }: RowsOrigin,
): Benchmark {
  const id = options.name ?? kind.id;
  const instances = [...rows.values()].map(({ instance }) => instance);
  const rowOf = ({ instance_id }: Instance): LoadedRow<Row> => {
    const found = rows.get(instance_id);
    if (found !== undefined) return found;
    throw new PlumblineError(
      "unknown-instance",
      "usage",
      `${id} has no instance "${instance_id}".`,
      { hint: `plumbline instances ${id}` },
    );
  };
  const image = (instance: Instance): InstanceImage | null => kind.image(rowOf(instance));
  return {
    ...{ id, summary: kind.summary, source, problems },
    ...{ digest: datasetDigest(digests), rowDigests: digests },
    expandsParameters: kind.expandsParameters,
    treesInImages: kind.clone === undefined && options.repos === undefined,
    instances: () => Promise.resolve(instances),
    image,
    baseTree: async (instance, runsImages = false) => {
      const own = runsImages && kind.clone === undefined ? image(instance) : null;
      if (own !== null) return { kind: "image", ...own };
      const clone = await cloneFor(kind, rowOf(instance), { options, means });
      if (clone !== null) {
        const { repo, base_commit } = instance;
        return { kind: "files", ...(await readCommit(clone, repo, base_commit)) };
      }
      return imageTree(instance, image(instance));
    },
    environment: (instance, base) =>
      ownRecipe(environments, instance) ?? kind.environment?.(rowOf(instance), base) ?? null,
    testCommand: (instance) => kind.testCommand(rowOf(instance), options),
    isTestPath: (path, instance) =>
      isTestFile(path) || (kind.testPaths?.(rowOf(instance).row).includes(path) ?? false),
  };
}

/** The clone to read from, or null where the tree is the image's own. */
async function cloneFor<Row>(
  kind: RowKind<Row>,
  { row, instance }: LoadedRow<Row>,
  { options, means }: Pick<RowsOrigin, "options" | "means">,
): Promise<string | null> {
  if (kind.clone !== undefined) return kind.clone(row, means);
  return options.repos === undefined ? null : cloneOf(instance.repo, options.repos);
}

function imageTree({ instance_id }: Instance, image: InstanceImage | null): BaseTree {
  if (image !== null) return { kind: "image", ...image };
  throw new PlumblineError(
    "no-base-tree",
    "usage",
    `${instance_id} names no image, and no folder of clones is given.`,
    { hint: "--repos DIR" },
  );
}
