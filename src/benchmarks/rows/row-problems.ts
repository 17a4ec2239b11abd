// What is odd about a row, found once when it is read. Odd rows are kept, and told.
import type { FilePatch } from "../../code/patch/index.ts";
import { parsePatch } from "../../code/patch/index.ts";
import { describeError } from "../../core/errors.ts";
import type { Instance } from "../../core/instance.ts";

/** Clauses about an instance whose row can be used. */
export function oddities(instance: Instance): readonly string[] {
  const { FAIL_TO_PASS, PASS_TO_PASS } = instance;
  const passing = new Set(PASS_TO_PASS);
  const inBoth = FAIL_TO_PASS.filter((id) => passing.has(id));
  return [
    ...(FAIL_TO_PASS.length === 0 ? ["FAIL_TO_PASS is empty"] : []),
    ...(PASS_TO_PASS.length === 0 ? ["PASS_TO_PASS is empty"] : []),
    ...(inBoth.length === 0 ? [] : [`${named(inBoth)} in FAIL_TO_PASS and in PASS_TO_PASS`]),
    ...repeated("FAIL_TO_PASS", FAIL_TO_PASS),
    ...repeated("PASS_TO_PASS", PASS_TO_PASS),
    ...(instance.problem_statement.trim() === "" ? ["there is no problem statement"] : []),
    ...(instance.test_patch.trim() === "" ? ["the test patch is empty"] : []),
  ];
}

function repeated(field: string, ids: readonly string[]): readonly string[] {
  const again = ids.filter((id, at) => ids.indexOf(id) !== at);
  return again.length === 0 ? [] : [`${named(again)} more than once in ${field}`];
}

function named(ids: readonly string[]): string {
  const [first = ""] = ids;
  return ids.length === 1 ? `${first} is` : `${first} and ${ids.length - 1} more are`;
}

/** A patch of a row, or why it cannot be read. */
export function readRowPatch(
  field: string,
  text: string,
): { readonly files: readonly FilePatch[] } | { readonly problem: string } {
  try {
    return { files: parsePatch(text) };
  } catch (error) {
    return { problem: `${field}: ${describeError(error).replace(/\.$/, "")}` };
  }
}
