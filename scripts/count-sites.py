"""Counts in CPython's own syntax trees the sites that the paper's patterns match, as a check on ours.

count-sites.py FOLDER: JSON, by transformation, over the Python files outside of tests. What ours
reports as matched comes from `plumbline check project FOLDER --json`.
"""
import ast
import collections
import json
import os
import sys

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
ORDERS = (ast.Lt, ast.Gt, ast.LtE, ast.GtE)
COMMUTATIVE = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
TERMINATORS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
BLOCKS = ("body", "orelse", "finalbody")
SHORTEST_STRING = 4


def main(root):
    counts = collections.Counter()
    for path in source_files(root):
        with open(path, "rb") as file:
            source = file.read()
        try:
            count_file(source, ast.parse(source), counts)
        except (SyntaxError, ValueError):
            counts["unreadable"] += 1
    json.dump(counts, sys.stdout, indent=1, sort_keys=True)
    print()


def source_files(root):
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in ("test", "tests", "testing", ".git")]
        for name in names:
            is_test = name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"
            if name.endswith(".py") and not is_test:
                yield os.path.join(folder, name)


def count_file(source, module, counts):
    lines = source.split(b"\n")
    parents = {inner: outer for outer in ast.walk(module) for inner in ast.iter_child_nodes(outer)}
    for node in ast.walk(module):
        for name in sites_of(node, lines, parents):
            counts[name] += 1
        for block in blocks_of(node, lines):
            for name, number in block_sites(block, node, parents):
                counts[name] += number


def sites_of(node, lines, parents):
    if isinstance(node, ast.If):
        if node.orelse and not is_elif(node, lines):
            yield "if-else-switcher"
        if isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And):
            yield "and-condition-splitter"
    if isinstance(node, ast.IfExp):
        yield "if-else-switcher"
    if isinstance(node, (ast.If, ast.While)) and is_negatable(node.test):
        yield "double-negation"
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ORDERS):
        yield "comparison-swapper"
    if isinstance(node, ast.BinOp) and isinstance(node.op, COMMUTATIVE):
        yield "commutative-operand-permuter"
    if isinstance(node, ast.While) and not node.orelse and node.body[0].lineno > node.lineno:
        yield "while-loop-unrolling"
    if isinstance(node, ast.For):
        yield "for-loop-rewriting"
    if isinstance(node, ast.ClassDef):
        yield "dead-method-injection"
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from string_sites(node, lines, parents)


def is_elif(node, lines):
    """Whether the else of an if is an elif, which ast does not tell from an else with an if in it."""
    first = node.orelse[0]
    line = lines[first.lineno - 1]
    return isinstance(first, ast.If) and line[first.col_offset :].startswith(b"elif")


def is_negatable(test):
    if isinstance(test, ast.Constant) and isinstance(test.value, bool):
        return False
    return not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))


def string_sites(node, lines, parents):
    parent = parents.get(node)
    if len(node.value) < SHORTEST_STRING or isinstance(parent, (ast.JoinedStr, ast.Attribute)):
        return
    text = literal_text(node, lines)
    if text[:1] not in (b'"', b"'") or has_neighbour(text):
        return
    if isinstance(parent, ast.BinOp) and not isinstance(parent.op, ast.Add):
        return
    inner = node
    while parent is not None:
        if is_annotation_of(inner, parent) or isinstance(parent, ast.pattern):
            return
        inner, parent = parent, parents.get(parent)
    # A string that stands alone is left apart: to split a docstring would lose it.
    is_alone = isinstance(parents.get(node), ast.Expr)
    yield "string-literal-splitter (string statements)" if is_alone else "string-literal-splitter"


def literal_text(node, lines):
    rows = lines[node.lineno - 1 : node.end_lineno]
    rows = rows[:-1] + [rows[-1][: node.end_col_offset]]
    rows[0] = rows[0][node.col_offset :]
    return b"\n".join(rows)


def has_neighbour(text):
    """Whether a literal is an implicit concatenation: something follows its own closing quotes."""
    quote = text[:3] if text[:3] in (b'"""', b"'''") else text[:1]
    at = len(quote)
    while at < len(text):
        if text[at : at + 1] == b"\\":
            at += 2
        elif text.startswith(quote, at):
            return at + len(quote) < len(text)
        else:
            at += 1
    return False


def is_annotation_of(node, parent):
    annotated = isinstance(parent, (ast.arg, ast.AnnAssign)) and node is parent.annotation
    return annotated or (isinstance(parent, FUNCTIONS) and node is parent.returns)


def blocks_of(node, lines):
    """Indented blocks that belong to a statement: not those behind a colon on the same line."""
    lists = [getattr(node, field, None) for field in BLOCKS]
    for block in lists:
        if isinstance(node, ast.Module) or not isinstance(block, list) or not block:
            continue
        if isinstance(block[0], ast.stmt):
            first = block[0]
            is_chained = isinstance(node, ast.If) and block is node.orelse and is_elif(node, lines)
            start = min([first.lineno] + [d.lineno for d in getattr(first, "decorator_list", [])])
            column = min([first.col_offset] + [d.col_offset - 1 for d in getattr(first, "decorator_list", [])])
            if not is_chained and not lines[start - 1][:column].strip():
                yield block


def block_sites(block, node, parents):
    documented = is_string_statement(block[0]) and isinstance(node, FUNCTIONS + (ast.ClassDef,))
    yield "dead-code-injector", 1
    start = min([block[0].lineno] + [d.lineno for d in getattr(block[0], "decorator_list", [])])
    if not documented and 5 <= block[-1].end_lineno - start + 1 <= 100:
        yield "if-true-wrapper", 1
        yield "try-except-injector", 1
    if in_function(node, parents):
        ends = [index for index, item in enumerate(block) if isinstance(item, TERMINATORS)]
        reachable = ends[0] + 1 if ends else len(block)
        is_documented = documented and isinstance(node, FUNCTIONS)
        yield "dead-string-assignment", max(0, reachable - is_documented)


def is_string_statement(node):
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


def in_function(node, parents):
    while node is not None and not isinstance(node, FUNCTIONS + (ast.ClassDef,)):
        node = parents.get(node)
    return isinstance(node, FUNCTIONS)


if __name__ == "__main__":
    main(sys.argv[1])
