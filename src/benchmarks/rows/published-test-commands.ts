// How the tests of SWE-bench's older rows are run: command and log parser by repository, as its
// harness published them. Rows of the newer form carry the same in `eval_script`; the test holds
// this table to every one of them.
import type { FilePatch } from "../../code/patch/index.ts";
import type { Instance } from "../../core/instance.ts";
import type { SetupStep } from "../../core/test-command.ts";

export interface PublishedCommand {
  readonly setup: readonly SetupStep[];
  readonly command: string;
  readonly parser: string;
}

interface Runner {
  readonly parser: string;
  readonly command: string;
  /** How a test file is named to the runner; the path itself where absent. */
  readonly name?: (path: string) => string;
}

const pytest = (parser: string, command = "pytest -rA"): Runner => ({ parser, command });

const RUNNERS: Readonly<Record<string, Runner>> = {
  "astropy/astropy": pytest("parse_log_astropy"),
  "django/django": {
    parser: "parse_log_django",
    command: "./tests/runtests.py --verbosity 2 --settings=test_sqlite --parallel 1",
    name: djangoLabel,
  },
  "marshmallow-code/marshmallow": pytest("parse_log_marshmallow"),
  "matplotlib/matplotlib": pytest("parse_log_matplotlib"),
  "mwaskom/seaborn": pytest("parse_log_seaborn", "pytest --no-header -rA"),
  "pallets/flask": pytest("parse_log_flask"),
  "psf/requests": pytest("parse_log_requests"),
  "pvlib/pvlib-python": pytest("parse_log_pvlib"),
  "pydata/xarray": pytest("parse_log_xarray"),
  "pydicom/pydicom": pytest("parse_log_pydicom"),
  "pylint-dev/astroid": pytest("parse_log_astroid"),
  "pylint-dev/pylint": pytest("parse_log_pylint"),
  "pytest-dev/pytest": pytest("parse_log_pytest"),
  "pyvista/pyvista": pytest("parse_log_pyvista"),
  "scikit-learn/scikit-learn": pytest("parse_log_scikit"),
  "sphinx-doc/sphinx": {
    parser: "parse_log_sphinx",
    command: "tox --current-env -epy39 -v --",
  },
  "sqlfluff/sqlfluff": pytest("parse_log_sqlfluff"),
  "sympy/sympy": {
    parser: "parse_log_sympy",
    command: "PYTHONWARNINGS='ignore::UserWarning,ignore::SyntaxWarning' bin/test -C --verbose",
  },
};

/** Test data, which no runner takes by name. */
const NO_TEST = /\.(json|png|csv|txt|md|jpg|jpeg|pkl|yml|yaml|toml)$/;

/** The published command of an instance, over the test files of its test patch; null: none is. */
export function publishedTestCommand(
  { repo, version }: Pick<Instance, "repo" | "version">,
  testPatch: readonly FilePatch[],
): PublishedCommand | null {
  const runner = RUNNERS[repo];
  if (runner === undefined) return null;
  const paths = testPatch.map(({ oldPath, newPath }) => newPath ?? oldPath ?? "");
  const names = paths
    .filter((path) => !NO_TEST.test(path))
    .map((path) => runner.name?.(path) ?? path);
  return {
    setup: [
      { kind: "image", script: "source /opt/miniconda3/bin/activate" },
      { kind: "image", script: "conda activate testbed" },
    ],
    command: [commandOf(runner, repo, version), ...names].join(" "),
    parser: runner.parser,
  };
}

function commandOf(runner: Runner, repo: string, version: string): string {
  // The one version that was published with switches of its own.
  return repo === "astropy/astropy" && /^(0\.|1\.)/.test(version)
    ? "pytest -rA -vv -o console_output_style=classic --tb=no"
    : runner.command;
}

/** `tests/forms_tests/test_a.py` is `forms_tests.test_a`. */
function djangoLabel(path: string): string {
  return path
    .replace(/\.py$/, "")
    .replace(/^tests\//, "")
    .replaceAll("/", ".");
}
