// Which of our parsers reads what the `log_parser` field of a published row names. Rows of one
// runner carry the name of their repository.
import { PlumblineError } from "../../core/errors.ts";
import type { parsers } from "./registry.ts";

export type ParserId = keyof typeof parsers;

const PREFIX = "parse_log_";
const BY_PUBLISHED_NAME = {
  ant: "ant-junit",
  astroid: "pytest-published",
  astropy: "pytest-published",
  cargo: "cargo",
  cucumber: "cucumber",
  django: "django",
  doctest: "doctest-xml",
  flask: "pytest-published",
  googletest: "googletest",
  gotest: "go-test",
  gradle_custom: "gradle",
  immutable_js: "jest-or-json",
  jekyll: "minitest-or-cucumber",
  jest: "jest",
  jest_json: "jest-json",
  jq: "automake",
  karma: "karma",
  marshmallow: "pytest-published",
  matplotlib: "pytest-published",
  maven: "maven-commands",
  micropython_test: "micropython",
  minitest: "minitest",
  phpunit: "phpunit",
  pvlib: "pytest-published",
  pydicom: "pytest-published",
  pylint: "pytest-published",
  pytest: "pytest-published",
  pytest_options: "pytest-published",
  pytest_v2: "pytest-published",
  pyvista: "pytest-published",
  redis: "redis",
  requests: "pytest-published",
  rspec_transformed_json: "rspec-lines",
  ruby_unit: "test-unit",
  scikit: "pytest-published",
  seaborn: "pytest-published",
  sphinx: "pytest-published",
  sqlfluff: "pytest-published",
  sympy: "sympy",
  tap: "tap",
  vitest: "vitest",
  xarray: "pytest-published",
} as const satisfies Readonly<Record<string, ParserId>>;

/** The names that `publishedParser` knows. */
export const publishedParserNames: readonly string[] = Object.keys(BY_PUBLISHED_NAME).map(
  (name) => `${PREFIX}${name}`,
);

/** `parse_log_sphinx` → `pytest-published`. */
export function publishedParser(name: string): ParserId {
  const known = new Map<string, ParserId>(Object.entries(BY_PUBLISHED_NAME));
  const id = known.get(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name);
  if (id !== undefined) return id;
  throw new PlumblineError(
    "unknown-log-parser",
    "usage",
    `The row's log_parser "${name}" is not known.`,
    { hint: `use one of ${publishedParserNames.join(", ")}` },
  );
}
