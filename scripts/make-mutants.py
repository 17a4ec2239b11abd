"""Makes a suite of one-operator mutants of a Python package, in the starter suite's form.

usage: make-mutants.py PROJECT PACKAGE OUT [--count N] [--seed S]

PROJECT is an unpacked source distribution whose tests `python3 -m unittest` finds, PACKAGE its
import name, OUT a new folder. Each mutant changes one operator or constant so that between one and
six tests fail; these tests are taken out of the visible suite, and the issue is written from the
first of them by rule: its name, its traceback, and its body as a script where that stands alone.
Nobody looks at the result: it measures an agent on faults that nobody chose.
"""
import argparse
import ast
import builtins
import difflib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

COMPARE = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
           ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is"}
BINARY = {ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*", ast.Mod: "//"}
WORDS = {ast.And: "or", ast.Or: "and"}
STATUS = re.compile(r"^(\w+) \(([\w.]+)\).*? \.\.\. (ok|FAIL|ERROR|skipped.*)$", re.M)
MOST_FAILURES = 6


def mutations(source):
    """All (start, end, text) replacements of one operator or constant, in source order."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def at(line, column):
        text = source[starts[line - 1]:starts[line]]
        return starts[line - 1] + len(text.encode()[:column].decode())

    def gap(left, right):
        return at(left.end_lineno, left.end_col_offset), at(right.lineno, right.col_offset)

    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            replacement = COMPARE.get(type(node.ops[0]))
            found.append((*gap(node.left, node.comparators[0]), replacement))
        elif isinstance(node, ast.BinOp) and not isinstance(node.left, ast.Constant):
            found.append((*gap(node.left, node.right), BINARY.get(type(node.op))))
        elif isinstance(node, ast.BoolOp) and len(node.values) == 2:
            found.append((*gap(*node.values), WORDS[type(node.op)]))
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            span = (at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset))
            found.append((*span, str(node.value + 1)))
    for start, end, text in sorted(found, key=lambda item: item[:2]):
        between = source[start:end]
        # Parentheses and line breaks between operands are left for people.
        if text is not None and not re.search(r"[()\n#\\]", between):
            spaced = f" {text} " if between.startswith(" ") or text.isalpha() or " " in text else text
            yield start, end, spaced


def run_tests(root):
    """Status of each test by id, and the whole output; None where the run does not end."""
    env = dict(os.environ, PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1")
    try:
        done = subprocess.run([sys.executable, "-m", "unittest", "-v"], cwd=root, env=env, timeout=60,
                              capture_output=True, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        return None
    statuses = {}
    for name, owner, status in STATUS.findall(done.stderr):
        test = owner if owner.endswith(f".{name}") else f"{owner}.{name}"
        statuses[test] = "ok" if status == "ok" else status.split()[0]
    return statuses, done.stderr.replace(f"{root}/", "")


def without_methods(source, names):
    """The test module without the test methods of these (class, method) names."""
    lines = source.splitlines(keepends=True)
    for node in reversed(list(ast.walk(ast.parse(source)))):
        if not isinstance(node, ast.ClassDef):
            continue
        for item in reversed(node.body):
            if isinstance(item, ast.FunctionDef) and (node.name, item.name) in names:
                first = min([item.lineno, *(d.lineno for d in item.decorator_list)])
                if len(node.body) == 1:
                    return None
                del lines[first - 1:item.end_lineno]
    return "".join(lines)


def diff(path, before, after):
    lines = difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True),
                                 f"a/{path}", f"b/{path}")
    return f"diff --git a/{path} b/{path}\n" + "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def statement(test, output, test_source):
    """The issue: what fails, its traceback, and the test as a script where it stands alone."""
    method = test.rsplit(".", 1)[1]
    block = re.search(rf"^(?:FAIL|ERROR): {method} .*?\n-+\n(.*?)\n\n", output, re.M | re.S)
    trace = block.group(1) if block else ""
    snippet = standalone_script(test, test_source)
    words = method.removeprefix("test").strip("_").replace("_", " ") or method
    parts = [f"# {words}: wrong result\n", f"The case `{method}` does not work.\n"]
    if snippet:
        parts.append(f"```python\n{snippet}\n```\n")
    return "\n".join([*parts, f"```\n{trace.strip()}\n```\n"])


class WithoutSelf(ast.NodeTransformer):
    """`self.x` becomes `x`: a test method and its setUp as a plain script."""

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == "self":
            return ast.Name(node.attr, node.ctx)
        return node


def standalone_script(test, source):
    """The imports, the class's setUp and the method as a script, if it uses no other names."""
    module = ast.parse(source)
    imports = [node for node in module.body if isinstance(node, (ast.Import, ast.ImportFrom))
               and "unittest" not in ast.unparse(node) and "tests" not in ast.unparse(node)]
    known = {alias.asname or alias.name.split(".")[0] for node in imports for alias in node.names}
    _, owner, method = test.rsplit(".", 2)
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef) and node.name == owner:
            methods = {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}
            bodies = [methods[name].body for name in ("setUp", method) if name in methods]
            steps = [WithoutSelf().visit(step) for body in bodies for step in body
                     if not (isinstance(step, ast.Expr) and "setUp" in ast.unparse(step))]
            names = [n for step in steps for n in ast.walk(step) if isinstance(n, ast.Name)]
            bound = {n.id for n in names if isinstance(n.ctx, ast.Store)}
            if {n.id for n in names} <= known | bound | set(dir(builtins)):
                return "\n".join(map(ast.unparse, [*imports, *steps]))
    return None


def make_task(out, number, package, path, sources, test_changes, failing, passing, output):
    original, mutated = sources
    folder = out / "tasks" / f"mutant__{package}-{number}"
    folder.mkdir(parents=True)
    tests = "".join(diff(name, visible, full) for name, visible, full in test_changes)
    first = failing[0]
    full_source = next(full for name, _, full in test_changes
                       if name == first.rsplit(".", 2)[0].replace(".", "/") + ".py")
    (folder / "gold.patch").write_text(diff(path, mutated, original))
    (folder / "test.patch").write_text(tests)
    (folder / "tests.json").write_text(
        json.dumps({"FAIL_TO_PASS": failing, "PASS_TO_PASS": passing}, indent=1))
    (folder / "problem_statement.md").write_text(statement(first, output, full_source))
    (folder / "task.yaml").write_text(
        f'instance_id: {folder.name}\nrepo: mutant/{package}\nversion: "1"\n'
        f'created_at: "2024-01-01"\ndifficulty: easy\nnote: "One operator of {path} changed."\n')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("project", type=pathlib.Path)
    parser.add_argument("package")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    target = options.out / "packages" / options.package
    shutil.copytree(options.project, target, ignore=shutil.ignore_patterns("*.egg-info", "docs", ".git"))
    (target / ".gitignore").write_text("__pycache__/\n*.pyc\n")
    baseline, _ = run_tests(target)
    good = sorted(test for test, status in baseline.items() if status == "ok")
    sites = []
    for file in sorted((target / options.package).rglob("*.py")):
        source = file.read_text()
        sites += [(file.relative_to(target), source, site) for site in mutations(source)]
    random.Random(options.seed).shuffle(sites)
    made = 0
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(scratch) / "work"
        shutil.copytree(target, work)
        for path, source, (start, end, text) in sites:
            if made == options.count:
                break
            mutated = source[:start] + text + source[end:]
            (work / path).write_text(mutated)
            result = run_tests(work)
            (work / path).write_text(source)
            if result is None:
                continue
            statuses, output = result
            failing = [test for test in good if statuses.get(test) != "ok"]
            if not 1 <= len(failing) <= MOST_FAILURES:
                continue
            if any(statuses.get(test) not in ("FAIL", "ERROR") for test in failing):
                continue
            changes = visible_tests(target, failing)
            if changes is None:
                continue
            made += 1
            passing = [test for test in good if test not in failing]
            make_task(options.out, made, options.package, path.as_posix(), (source, mutated), changes,
                      failing, passing, output)
            print(f"{made}: {path} at {start}: {source[start:end].strip()} -> {text.strip()}, "
                  f"{len(failing)} tests", file=sys.stderr)


def visible_tests(root, failing):
    """For each test file: its name, its text without the failing tests, its text."""
    changes = []
    by_file = {}
    for test in failing:
        module, owner, method = test.rsplit(".", 2)
        by_file.setdefault(module.replace(".", "/") + ".py", set()).add((owner, method))
    for name, methods in by_file.items():
        full = (root / name).read_text()
        visible = without_methods(full, methods)
        if visible is None or visible == full:
            return None
        changes.append((name, visible, full))
    return changes


main()
