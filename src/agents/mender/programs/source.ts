// Python source, run in the sandbox: a parsed file with exact positions, and what an edit is.
export const source = String.raw`"""Positions in a file, in bytes, and the surroundings of a statement."""
import ast
import builtins
import re

from . import tree

STATEMENT_FIELDS = ("body", "orelse", "finalbody", "handlers", "cases")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Source:
    def __init__(self, path):
        self.path = path
        self.raw = tree.read(path)
        self.module = ast.parse(self.raw)
        self.walked = {}
        nodes = self.nodes(self.module)
        self.words = set(re.findall(r"\w+", self.raw.decode()))
        self.strings = short_strings([n.value for n in nodes if isinstance(n, ast.Constant)])
        self.callables = unique([n.name for n in nodes if isinstance(n, FUNCTIONS)])
        self.starts = [0]
        for line in self.raw.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.parents = {inner: outer for outer in nodes for inner in ast.iter_child_nodes(outer)}

    def nodes(self, scope):
        """The scope and all that is in it; kept, because many statements share few scopes."""
        if scope not in self.walked:
            self.walked[scope] = list(ast.walk(scope))
        return self.walked[scope]

    def start(self, node):
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node):
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node):
        return self.raw[self.start(node) : self.end(node)].decode()

    def between(self, left, right):
        """Start, end and text of what stands between two nodes."""
        start, end = self.end(left), self.start(right)
        return start, end, self.raw[start:end].decode()

    def line(self, number):
        return self.raw[self.starts[number - 1] : self.starts[number]].decode()

    def indent(self, node):
        text = self.line(node.lineno)
        return text[: len(text) - len(text.lstrip())]

    def enclosing(self, node, kinds):
        node = self.parents.get(node)
        while node is not None and not isinstance(node, kinds):
            node = self.parents.get(node)
        return node

    def statements(self):
        """All statements and handlers, with the last line of their own part (before any block)."""
        for node in self.nodes(self.module):
            if isinstance(node, (ast.stmt, ast.ExceptHandler)):
                blocks = [b for f in STATEMENT_FIELDS for b in getattr(node, f, [])]
                last = min([b.lineno for b in blocks]) - 1 if blocks else node.end_lineno
                first = min([node.lineno] + [d.lineno for d in getattr(node, "decorator_list", [])])
                yield node, first, max(last, node.lineno)

    def expressions(self, node):
        """Expressions of a statement's own part, outermost first."""
        pending = [node]
        while pending:
            current = pending.pop(0)
            if current is not node:
                if isinstance(current, (ast.stmt, ast.ExceptHandler)):
                    continue
                if isinstance(current, ast.expr):
                    yield current
            if isinstance(current, ast.JoinedStr):
                continue  # Positions inside f-strings are only right from Python 3.12 on.
            pending.extend(ast.iter_child_nodes(current))


class Context:
    """What is in sight of a statement: names, texts and numbers that could stand in for others."""

    def __init__(self, source, node, hints):
        self.source = source
        self.hints = hints
        self.function = node if isinstance(node, FUNCTIONS) else source.enclosing(node, FUNCTIONS)
        self.owner = source.enclosing(node, ast.ClassDef)
        scope = self.function or source.module
        nodes = source.nodes(scope)
        stored = [n for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        looping = source.enclosing(node, (ast.For, ast.While)) is not None
        # Names that are bound only further down are of no use, except on the next turn of a loop.
        bound = [n.id for n in stored if looping or n.lineno < node.lineno]
        self.names = unique([item.arg for item in nodes if isinstance(item, ast.arg)] + bound)
        self.parameters = []
        if self.function:
            arguments = self.function.args
            listed = getattr(arguments, "posonlyargs", []) + arguments.args + arguments.kwonlyargs
            self.parameters = [item.arg for item in listed if item.arg not in ("self", "cls")]
        constants = [n.value for n in nodes if isinstance(n, ast.Constant)]
        self.strings = short_strings(constants)
        self.all_strings = source.strings
        self.numbers = unique([c for c in constants if type(c) in (int, float)])
        self.attributes = unique(
            [n.attr for n in source.nodes(self.owner or scope) if isinstance(n, ast.Attribute)]
        )
        self.callables = source.callables
        self.known = set(dir(builtins)) | set(self.names) | source.words
        self.returned = unique(
            [
                source.text(n.value)
                for n in nodes
                if isinstance(n, ast.Return) and n.value is not None and is_plain(n.value)
            ]
        )


def is_plain(node):
    empty = isinstance(node, (ast.List, ast.Tuple)) and not node.elts
    return isinstance(node, (ast.Constant, ast.Name)) or empty


def short_strings(values):
    return unique([value for value in values if isinstance(value, str) and len(value) <= 24])


def unique(items):
    return list(dict.fromkeys(items))


def parenthesised(source, node):
    text = source.text(node)
    wide = (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr, ast.Compare, ast.BinOp)
    return "(" + text + ")" if isinstance(node, wide) else text
`;
