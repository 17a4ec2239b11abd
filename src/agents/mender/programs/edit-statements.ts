// Python source, run in the sandbox: edits that drop, move, guard or replace a statement.
export const editStatements = String.raw`"""Each function yields (kind, [(start, end, text)]) for one statement."""
import ast
import re

from .source import FUNCTIONS, unique

SIMPLE = (ast.Assign, ast.AugAssign, ast.Return, ast.Raise, ast.Continue, ast.Break, ast.Delete, ast.Assert)
EXCEPTIONS = ["ValueError", "TypeError", "KeyError", "IndexError", "AttributeError", "LookupError"]
EXCEPTIONS += ["RuntimeError", "NotImplementedError", "OverflowError", "ZeroDivisionError", "Exception"]
AUGMENTED = {"+=": ["-=", "*=", "="], "-=": ["+=", "="], "*=": ["+=", "/="], "/=": ["//=", "*="]}
AUGMENTED.update({"|=": ["&=", "="], "&=": ["|="], "//=": ["/="], "%=": ["//="]})


def edits(source, context, node):
    if isinstance(node, SIMPLE) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "drop-statement", [(source.start(node), source.end(node), "pass")]
        yield from moved(source, node)
        yield from guarded(source, context, node)
    if isinstance(node, (ast.Continue, ast.Break)):
        new = "break" if isinstance(node, ast.Continue) else "continue"
        yield "swap-jump", [(source.start(node), source.end(node), new)]
    elif isinstance(node, (ast.Assign, ast.AugAssign)):
        yield from assignment(source, node)
    elif isinstance(node, ast.Return) and node.value is not None:
        yield from result(source, context, node)
    elif isinstance(node, (ast.Raise, ast.ExceptHandler)):
        yield from exception(source, context, node)
    elif isinstance(node, (ast.For, ast.AsyncFor)):
        start, end, text = source.start(node.iter), source.end(node.iter), source.text(node.iter)
        for wrap in ("list(%s)", "reversed(%s)", "sorted(%s)"):
            yield "wrap-iterable", [(start, end, wrap % text)]
        yield "wrap-iterable", [(end, end, "[1:]")]
        yield "wrap-iterable", [(end, end, "[:-1]")]
    elif isinstance(node, FUNCTIONS):
        yield from function(source, context, node)


def assignment(source, node):
    if isinstance(node, ast.AugAssign):
        start, end, text = source.between(node.target, node.value)
        match = re.search(r"\S*=", text)
        for new in AUGMENTED.get(match.group(), []) if match else []:
            yield "augment", [(start + match.start(), start + match.end(), new)]
    elif len(node.targets) == 1 and isinstance(node.targets[0], (ast.Name, ast.Attribute, ast.Subscript)):
        start, end, text = source.between(node.targets[0], node.value)
        at = start + text.find("=")
        yield "accumulate", [(at, at + 1, "+=")]


def result(source, context, node):
    whole = (source.start(node.value), source.end(node.value))
    old = source.text(node.value)
    for new in unique(context.returned + context.parameters + ["None"])[:6]:
        if new != old:
            yield "replace-result", [(*whole, new)]
    for name in [name for name in context.names if name not in ("self", "cls")][:8]:
        if name != old:
            yield "replace-result", [(*whole, name)]
    yield "replace-result", [(*whole, "not (" + old + ")")]


def exception(source, context, node):
    if isinstance(node, ast.Raise):
        target = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        kind = "replace-exception"
    else:
        target, kind = node.type, "catch"
    if target is None:
        return
    whole = (source.start(target), source.end(target))
    old = source.text(target)
    own = [n.name for n in source.nodes(source.module) if isinstance(n, ast.ClassDef)]
    own = [name for name in own if name.endswith(("Error", "Exception", "Warning"))]
    named = context.hints["exceptions"]
    for new in unique(named + own[:4] + EXCEPTIONS):
        if new != old:
            yield (kind + "-named" if new in named else kind), [(*whole, new)]
    if kind == "catch":
        for new in unique(named + EXCEPTIONS[:5]):
            if new not in old:
                yield kind, [(*whole, "(" + old.strip("()") + ", " + new + ")")]


def moved(source, node):
    """The statement one block further out or in, or before or after its neighbour."""
    parent = source.parents[node]
    block = next((b for b in blocks(parent) if node in b), [])
    at = block.index(node) if block else 0
    start, end = source.starts[node.lineno - 1], source.starts[node.end_lineno]
    lines = source.raw[start:end].decode()
    if not lines.startswith(source.indent(node)) or ";" in lines:
        return
    last = bool(block) and block[-1] is node and len(block) > 1
    if last and isinstance(parent, (ast.For, ast.While, ast.If, ast.With, ast.Try)):
        yield "move-out", [(start, end, shifted(lines, source.indent(node), source.indent(parent)))]
    before = block[at - 1] if at else None
    if isinstance(before, (ast.For, ast.While, ast.If, ast.With)):
        inner = (before.orelse if getattr(before, "orelse", None) else before.body)[-1]
        yield "move-in", [(start, end, shifted(lines, source.indent(node), source.indent(inner)))]
    elif isinstance(before, (ast.Assign, ast.AugAssign, ast.Expr)):
        first = source.starts[before.lineno - 1]
        above = source.raw[first:start].decode()
        yield "swap-statements", [(first, end, lines + above)]


def blocks(node):
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            yield block


def shifted(lines, old, new):
    return "".join(new + line[len(old) :] if line.startswith(old) else line for line in lines.splitlines(True))


def guarded(source, context, node):
    """An early way out in front of a statement, for the names that it uses."""
    if context.function is None:
        return
    indent = source.indent(node)
    start = source.starts[node.lineno - 1]
    used = unique([n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)])
    looping = source.enclosing(node, (ast.For, ast.While)) is not None
    for name in [name for name in used if name in context.names][:3]:
        for test in (name + " is None", "not " + name):
            ways = ["continue"] if looping else []
            for way in ways + ["return " + value for value in exits(context)[:2]]:
                text = indent + "if " + test + ":\n" + indent + "    " + way + "\n"
                yield "guard", [(start, start, text)]


def exits(context):
    return unique(context.returned + ["None"])


def function(source, context, node):
    first = node.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(getattr(first, "value", None), ast.Constant)
    if documented and len(node.body) > 1:
        first = node.body[1]
    if first.lineno == node.lineno:
        return
    indent, start = source.indent(first), source.starts[first.lineno - 1]
    for name in context.parameters[:4]:
        tests = [name + " is None", "not " + name]
        for test in tests:
            for value in unique(exits(context) + [name])[:4]:
                text = indent + "if " + test + ":\n" + indent + "    return " + value + "\n"
                yield "guard", [(start, start, text)]
        for error in context.hints["exceptions"][:2]:
            for test in tests + [name + " < 0", name + " <= 0"]:
                text = indent + "if " + test + ":\n" + indent + "    raise " + error + "(" + name + ")\n"
                yield "guard-named", [(start, start, text)]
    yield from defaults(source, node, indent, start)


def defaults(source, node, indent, start):
    arguments = node.args
    listed = getattr(arguments, "posonlyargs", []) + arguments.args
    pairs = list(zip(listed[len(listed) - len(arguments.defaults) :], arguments.defaults))
    pairs += [(a, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults) if d is not None]
    for argument, default in pairs:
        old = source.text(default)
        if isinstance(default, (ast.List, ast.Dict, ast.Set)) or old in ("list()", "dict()", "set()"):
            text = indent + "if " + argument.arg + " is None:\n"
            text += indent + "    " + argument.arg + " = " + old + "\n"
            fresh = [(source.start(default), source.end(default), "None"), (start, start, text)]
            yield "mutable-default", fresh
`;
