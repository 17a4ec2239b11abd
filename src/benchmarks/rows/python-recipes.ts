// What the tests of SWE-bench's Python repositories need, where no image brings it: packages of
// early 2023, the newest that all of these repositories work with on Python 3.11 (chosen by running
// their published instances, `npm run check:instances`).
import { projectVersion, recipeId } from "../../core/environment-recipe.ts";
import type { InstalledProject, PythonRecipe } from "../../core/environment-recipe.ts";
import type { Instance } from "../../core/instance.ts";

interface Repository {
  readonly project: string;
  /** Folders that modules are imported from. */
  readonly paths?: readonly string[];
  readonly requirements: readonly string[];
  readonly entryPoints?: string;
  readonly programs?: Readonly<Record<string, string>>;
  readonly prepare?: (version: string) => string;
}

const PYTEST = ["pytest==7.2.1"];

/** Starts the tests without an environment of its own; what comes after `--` is for pytest. */
const TOX = `
while [ "$#" -gt 0 ] && [ "$1" != -- ]; do shift; done
[ "$#" -gt 0 ] && shift
exec python -X dev -m pytest -rA "$@"`;

const REPOSITORIES: Readonly<Record<string, Repository>> = {
  "django/django": {
    project: "Django",
    requirements: [
      ...["asgiref==3.6.0", "sqlparse==0.4.3", "pytz==2022.7.1", "Pillow==9.4.0"],
      ...["Jinja2==3.1.2", "docutils==0.19", "PyYAML==6.0.1", "tblib==1.7.0"],
    ],
  },
  "marshmallow-code/marshmallow": {
    project: "marshmallow",
    paths: ["src", "."],
    requirements: [
      ...PYTEST,
      ...["pytz==2022.7.1", "simplejson==3.18.3", "python-dateutil==2.8.2", "packaging==23.0"],
    ],
  },
  "pallets/flask": {
    project: "Flask",
    paths: ["src"],
    requirements: [
      ...PYTEST,
      ...["Werkzeug==2.2.2", "Jinja2==3.1.2", "itsdangerous==2.1.2", "click==8.1.3"],
      ...["blinker==1.5", "python-dotenv==0.21.0", "asgiref==3.6.0"],
    ],
    entryPoints: "[console_scripts]\nflask = flask.cli:main\n",
  },
  "psf/requests": {
    project: "requests",
    requirements: [
      ...PYTEST,
      ...["pytest-httpbin==1.0.2", "pytest-mock==3.10.0", "httpbin==0.10.1", "flask==2.2.2"],
      ...["Werkzeug==2.2.2", "urllib3==1.26.12", "charset-normalizer==3.0.1", "idna==3.3"],
      ...["certifi==2022.9.24", "chardet==4.0.0", "PySocks==1.7.1", "trustme==0.9.0"],
    ],
  },
  "pylint-dev/astroid": {
    project: "astroid",
    requirements: [
      ...PYTEST,
      ...["typing-extensions==4.4.0", "lazy-object-proxy==1.9.0", "wrapt==1.14.1"],
      ...["attrs==22.2.0", "python-dateutil==2.8.2", "six==1.16.0"],
    ],
  },
  "pylint-dev/pylint": {
    project: "pylint",
    requirements: [
      ...PYTEST,
      ...["astroid==2.14.2", "dill==0.3.6", "isort==5.6.4", "mccabe==0.7.0"],
      ...["platformdirs==2.6.0", "tomlkit==0.11.7", "typing-extensions==4.4.0", "py==1.11.0"],
    ],
    entryPoints: "[console_scripts]\npylint = pylint:run_pylint\n",
  },
  "pytest-dev/pytest": {
    project: "pytest",
    paths: ["src"],
    requirements: [
      ...["attrs==22.2.0", "iniconfig==1.1.1", "packaging==23.0", "pluggy==1.0.0"],
      ...["Pygments==2.14.0", "hypothesis==6.67.1", "xmlschema==1.10.0", "py==1.11.0"],
    ],
    entryPoints: "[console_scripts]\npytest = pytest:console_main\npy.test = pytest:console_main\n",
    prepare: pytestVersion,
  },
  "sphinx-doc/sphinx": {
    project: "Sphinx",
    requirements: [
      ...PYTEST,
      ...["Jinja2==3.1.2", "Pygments==2.14.0", "docutils==0.19", "Babel==2.10.3"],
      ...["alabaster==0.7.12", "imagesize==1.4.1", "snowballstemmer==2.2.0", "requests==2.28.1"],
      ...["packaging==23.0", "html5lib==1.1", "sphinxcontrib-applehelp==1.0.2"],
      ...["sphinxcontrib-devhelp==1.0.2", "sphinxcontrib-htmlhelp==2.0.0"],
      ...["sphinxcontrib-jsmath==1.0.1", "sphinxcontrib-qthelp==1.0.3"],
      ...["sphinxcontrib-serializinghtml==1.1.5", "filelock==3.9.0", "Cython==0.29.33"],
    ],
    entryPoints: "[console_scripts]\nsphinx-build = sphinx.cmd.build:main\n",
    programs: { tox: TOX },
  },
  "sympy/sympy": { project: "sympy", requirements: ["mpmath==1.2.1"] },
};

/** The environment of a repository and version; null where it is not known. */
export function pythonRecipe({
  repo,
  version,
}: Pick<Instance, "repo" | "version">): PythonRecipe | null {
  const known = REPOSITORIES[repo];
  if (known === undefined) return null;
  const release = projectVersion(version);
  const project: InstalledProject = {
    name: known.project,
    version: release,
    paths: known.paths ?? ["."],
    entryPoints: known.entryPoints ?? "",
  };
  return {
    kind: "python",
    id: recipeId(repo, release),
    requirements: known.requirements,
    project,
    programs: known.programs ?? {},
    prepare: known.prepare?.(release) ?? "",
  };
}

/** A file that pytest's build writes, and without which it refuses its own configuration. */
function pytestVersion(version: string): string {
  const parts = `${version}.0`.split(".").slice(0, 3);
  return [
    `printf '%s\\n' 'version = "${parts.join(".")}"'`,
    `'version_tuple = (${parts.join(", ")})' > src/_pytest/_version.py`,
  ].join(" ");
}
