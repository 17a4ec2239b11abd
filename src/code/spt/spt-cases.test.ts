// Every hazard input × every transformation × all sites, under CPython. The inputs lie beside the
// repository; where they are not there, the test says so.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { randomStream } from "../../core/random-stream.ts";
import type { Level } from "../../core/variant-log.ts";
import { pythonFileBehaviour } from "../../testing/python-behaviour.ts";
import { ModuleCache, NO_REPOSITORY, rewriteFile, TRANSFORMATIONS } from "./index.ts";

const CASES = fileURLToPath(new URL("../../../../shared/spt-cases/", import.meta.url));
const present = existsSync(join(CASES, "check.py"));
const KEYWORD = 'it\'s "odd" C:\\';
/** The method whose appearance a case is about, by the case's number; any other name elsewhere. */
const METHODS: Readonly<Record<string, string>> = {
  "190": "transform",
  "196": "area",
  "198": "weight",
  "199": "y",
  "204": "cache",
  "206": "refresh",
};
const METHOD = "merge_totals";

describe.skipIf(!present)("hazard inputs (skipped where ../shared/spt-cases is missing)", () => {
  const names = present ? readdirSync(CASES).filter((name) => /^\d.*\.py$/.test(name)) : [];
  const cache = new ModuleCache();
  const files = new Map(names.map((name) => [name, readFileSync(join(CASES, name))]));

  function rewriteAll(
    id: string,
    name: string,
    before: Uint8Array,
    level: Level = "conservative",
    method = METHODS[name.slice(0, 3)] ?? METHOD,
  ) {
    const transformation = TRANSFORMATIONS.find((item) => item.id === id);
    const file = cache.load(before);
    if (transformation === undefined || !file.ok) return { bytes: before, sites: [] };
    const keywords = { string: KEYWORD, method };
    const keyword = transformation.keyword === null ? null : keywords[transformation.keyword];
    const types = cache.types(new Map([[name, { bytes: before, mode: "100644" }]]));
    const context = { level, keyword, repository: NO_REPOSITORY, types };
    const sites = cache.sites(transformation, file.facts, context);
    const chosen = sites.filter((site) => site.refusal === null);
    const result = rewriteFile(transformation, file, chosen, context, randomStream("cases", name));
    expect(["rewritten", "unchanged"], name).toContain(result.kind);
    return { bytes: result.kind === "rewritten" ? result.bytes : before, sites };
  }

  /** What is left of a set of rewritten cases without those that say the same as in another set. */
  function differing(
    rewritten: ReadonlyMap<string, Uint8Array>,
    known: ReadonlyMap<string, Uint8Array>,
  ): Map<string, Uint8Array> {
    const same = (name: string, bytes: Uint8Array) =>
      Buffer.compare(bytes, known.get(name) ?? Buffer.alloc(0)) === 0;
    return new Map([...rewritten].filter(([name, bytes]) => !same(name, bytes)));
  }

  /** Names of the cases that do not print what is recorded, or end with an exception. */
  function changedCases(rewritten: ReadonlyMap<string, Uint8Array>): string[] {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-cases-"));
    try {
      const paths = Array.from(rewritten, ([name, bytes]) => {
        writeFileSync(join(folder, name), bytes);
        return join(folder, name);
      });
      const results = pythonFileBehaviour(paths);
      return [...rewritten.keys()].filter((name, index) => {
        const { stdout, error } = results[index] ?? { stdout: "", error: "did not run" };
        expect(error ?? "", name).not.toMatch(/^(Syntax|Indentation)Error/);
        const wanted = readFileSync(join(CASES, "stdout", name.replace(/\.py.*/, ".txt")), "utf8");
        return error !== null || stdout !== wanted;
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  it("print what is recorded when nothing is rewritten", () => {
    expect(changedCases(files)).toEqual([]);
  });

  const rewriteCases = (id: string, level: Level = "conservative") =>
    new Map(
      [...files].map(([name, bytes]) => [name, rewriteAll(id, name, bytes, level).bytes] as const),
    );

  for (const { id } of TRANSFORMATIONS) {
    it(`${id} keeps what each of them prints`, () => {
      expect(changedCases(differing(rewriteCases(id), files))).toEqual([]);
    });
  }

  it("a method of any name that occurs in them changes nothing", () => {
    const rewritten = new Map<string, Uint8Array>();
    for (const [name, bytes] of files) {
      const words = new Set(bytes.toString("utf8").match(/\b[A-Za-z_]\w*/g));
      for (const word of words) {
        const id = "python/dead-method-injection";
        const after = rewriteAll(id, name, bytes, "conservative", word).bytes;
        if (after !== bytes) rewritten.set(`${name} ${word}`, after);
      }
    }
    expect(changedCases(rewritten)).toEqual([]);
    expect(rewritten.size).toBeGreaterThan(40);
  });

  it("all transformations together keep what each of them prints", () => {
    const rewritten = new Map<string, Uint8Array>(files);
    for (const { id } of TRANSFORMATIONS) {
      for (const [name, bytes] of rewritten) rewritten.set(name, rewriteAll(id, name, bytes).bytes);
    }
    expect(changedCases(rewritten)).toEqual([]);
  });

  it("changes by the paper's rules only what those rules admit, and never breaks syntax", () => {
    const changed = TRANSFORMATIONS.map(({ id }) => {
      const [paper, conservative] = [rewriteCases(id, "paper"), rewriteCases(id)];
      return [id, changedCases(differing(paper, conservative))] as const;
    });
    expect(Object.fromEntries(changed)).toEqual({
      // The rule asks whether a walrus is of a fitting type, not what it binds; it admits sets.
      "python/commutative-operand-permuter": [
        "086_commutative_operand_permuter_set_keeps_left_element.py",
        "091_commutative_operand_permuter_walrus_operand.py",
      ],
      // The rule asks nothing of the operands.
      "python/comparison-swapper": [
        "026_comparison_swapper_rich_comparison_builds_expr.py",
        "029_comparison_swapper_walrus_operand.py",
        "030_comparison_swapper_property_side_effect.py",
        "031_comparison_swapper_yield_operands.py",
        "033_comparison_swapper_fstring_debug_text.py",
        "036_comparison_swapper_which_exception_first.py",
      ],
      // The rule copies the else whatever is in it: here what warns once for each line.
      "python/and-condition-splitter": ["022_and_condition_splitter_warn_once_in_else.py"],
      // The rule knows no reader of code objects or source lines.
      "python/dead-code-injector": [
        "116_local_variable_renamer_code_object_varnames.py",
        "145_if_true_wrapper_getsource_line_count.py",
      ],
      // The rule looks at the class alone, and at its bases by their names: not at what is inherited,
      // at other bases under other names, and at nothing that asks for names or lists them.
      "python/dead-method-injection": [
        "081_for_loop_rewriting_class_body_leaks_names.py",
        "190_dead_method_injection_optional_hook.py",
        "191_dead_method_injection_init_subclass_registry.py",
        "192_dead_method_injection_class_decorator_scans.py",
        "196_dead_method_injection_satisfies_abstract_method.py",
        "198_dead_method_injection_slots_conflict.py",
        "202_dead_method_injection_definition_order_pipeline.py",
        "204_dead_method_injection_lazy_attribute_probe.py",
        "206_dead_method_injection_mock_spec.py",
      ],
      // The rule excludes functions that reflect on their names, not readers of source lines.
      "python/dead-string-assignment": ["145_if_true_wrapper_getsource_line_count.py"],
      "python/double-negation": [],
      // The rule knows neither class bodies nor reflection, and keeps the iterator when it breaks.
      "python/for-loop-rewriting": [
        "069_for_loop_rewriting_iterator_lifetime.py",
        "070_for_loop_rewriting_enum_body_new_names.py",
        "072_for_loop_rewriting_locals_snapshot.py",
        "081_for_loop_rewriting_class_body_leaks_names.py",
      ],
      // The rule excludes annotations from string splitting, not from switching ternaries.
      "python/if-else-switcher": ["010_if_else_switcher_future_annotation_text.py"],
      // The rules know no reader of source lines.
      "python/if-true-wrapper": ["145_if_true_wrapper_getsource_line_count.py"],
      // The rule knows no reflection on local names and no error that tells an unbound name.
      "python/local-variable-renamer": [
        "097_local_variable_renamer_locals_in_format.py",
        "098_local_variable_renamer_vars_without_argument.py",
        "103_local_variable_renamer_fstring_debug_name.py",
        "104_local_variable_renamer_eval_string_uses_name.py",
        "115_local_variable_renamer_unbound_error_names_variable.py",
        "116_local_variable_renamer_code_object_varnames.py",
        "181_dead_string_assignment_generator_frame_locals.py",
        "185_dead_string_assignment_traceback_captures_locals.py",
      ],
      "python/string-literal-splitter": [],
      "python/try-except-injector": ["145_if_true_wrapper_getsource_line_count.py"],
      // The rule copies bodies that know the line on which they stand.
      "python/while-loop-unrolling": [
        "052_while_loop_unrolling_warn_once_per_line.py",
        "056_while_loop_unrolling_call_site_registry.py",
      ],
    });
  });

  it("rewrites the marked site where a case says that it is safe", () => {
    const missed: string[] = [];
    for (const [name, bytes] of files) {
      const text = bytes.toString("utf8");
      const [, subject = "", expectation = ""] = /spt: (\w+);.*expect: (\S+)/.exec(text) ?? [];
      const transformation = TRANSFORMATIONS.find((item) =>
        subject.startsWith(item.id.slice(7).replaceAll("-", "_")),
      );
      if (transformation === undefined || expectation !== "safe-rewrite") continue;
      const file = cache.load(bytes);
      if (!file.ok) continue;
      const lines = file.source.text.split("\n");
      const marked = lines.findIndex((line, index) => index > 0 && line.includes("# SITE"));
      const { sites } = rewriteAll(transformation.id, name, bytes);
      const touched = sites.some(({ node, refusal }) => {
        const first = file.source.text.slice(0, node.start).split("\n").length - 1;
        const last = file.source.text.slice(0, node.end).split("\n").length - 1;
        // An insertion belongs to the statement that it stands before, or to the one above.
        return refusal === null && first <= marked + 1 && marked <= last;
      });
      if (!touched) missed.push(name);
    }
    expect(missed).toEqual([]);
  });
});
