// Which published names read the logs of which folder in logs/: what the comparison with
// SWE-bench's harness goes through.
import type { ParserId } from "./published-parsers.ts";

export const PUBLISHED_LOGS: Readonly<Partial<Record<ParserId, readonly string[]>>> = {
  "ant-junit": ["parse_log_ant"],
  automake: ["parse_log_jq"],
  cargo: ["parse_log_cargo"],
  cucumber: ["parse_log_cucumber"],
  django: ["parse_log_django"],
  "doctest-xml": ["parse_log_doctest"],
  "go-test": ["parse_log_gotest"],
  googletest: ["parse_log_googletest"],
  gradle: ["parse_log_gradle_custom"],
  jest: ["parse_log_jest"],
  "jest-json": ["parse_log_jest_json"],
  karma: ["parse_log_karma"],
  "maven-commands": ["parse_log_maven"],
  micropython: ["parse_log_micropython_test"],
  minitest: ["parse_log_minitest"],
  phpunit: ["parse_log_phpunit"],
  "pytest-published": [
    "parse_log_pytest",
    "parse_log_pytest_options",
    "parse_log_pytest_v2",
    "parse_log_matplotlib",
    "parse_log_seaborn",
  ],
  redis: ["parse_log_redis"],
  "rspec-lines": ["parse_log_rspec_transformed_json"],
  sympy: ["parse_log_sympy"],
  tap: ["parse_log_tap"],
  "test-unit": ["parse_log_ruby_unit"],
  vitest: ["parse_log_vitest"],
};
