// What the tests of an instance need beside its repository, where no image brings it: described by
// a benchmark, built once, mounted read-only into every sandbox.

/** The repository as Python finds an installed package, without a copy of it. */
export interface InstalledProject {
  /** Name and version that its metadata has. */
  readonly name: string;
  readonly version: string;
  /** Folders of the work tree that modules are imported from; "." is the tree itself. */
  readonly paths: readonly string[];
  /** Entry points in the form of `entry_points.txt`; console scripts become programs. */
  readonly entryPoints: string;
}

export interface PythonRecipe {
  readonly kind: "python";
  /** `<owner>__<name>-<version>`: names it for people. */
  readonly id: string;
  /** Requirements as pip takes them. */
  readonly requirements: readonly string[];
  readonly project: InstalledProject | null;
  /**
   * Programs by name, as lines of bash: those that start the tests, where the real one would want to
   * make an environment of its own.
   */
  readonly programs: Readonly<Record<string, string>>;
  /** Lines of bash, run in each work tree before anyone works there; empty where there are none. */
  readonly prepare: string;
}

export interface NodeRecipe {
  readonly kind: "node";
  readonly id: string;
  /** A `package.json` with all that is needed, without scripts. */
  readonly packageJson: string;
  /** The repository's `package-lock.json`; null where it has none. */
  readonly packageLock: string | null;
  readonly prepare: string;
}

/** Nothing is installed: what the machine has is enough. */
export interface SystemRecipe {
  readonly kind: "system";
  readonly id: string;
  /** Programs that must be there. */
  readonly programs: readonly string[];
  readonly prepare: string;
}

/** A name for people that can be a folder's: what a row says of itself may be anything. */
export function recipeId(repo: string, version: string): string {
  return `${repo.replace("/", "__")}-${version}`.replace(/[^\w.+-]+/g, "_");
}

/** A version that metadata can have; 0 where a row has none that can be. */
export function projectVersion(version: string): string {
  return /^\d[\w.+!]{0,50}$/.test(version) ? version : "0";
}

export type EnvironmentRecipe = PythonRecipe | NodeRecipe | SystemRecipe;
