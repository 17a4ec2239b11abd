// Python source, run in the sandbox: edits that change which name, text, argument or method is used.
export const editNames = String.raw`"""Each function yields (kind, [(start, end, text)]) for one expression."""
import ast
import difflib
import re

from .source import parenthesised, unique

FAMILIES = [
    ("lower", "upper", "casefold", "title", "capitalize", "swapcase"),
    ("strip", "lstrip", "rstrip"), ("startswith", "endswith"), ("find", "rfind"),
    ("index", "rindex", "find"), ("split", "rsplit", "splitlines", "partition"),
    ("partition", "rpartition"), ("append", "extend", "add"), ("add", "discard", "update"),
    ("update", "setdefault"), ("keys", "values", "items"), ("ljust", "rjust", "center"),
    ("match", "search", "fullmatch"), ("isdigit", "isdecimal", "isnumeric", "isalnum"),
    ("isalpha", "isalnum"), ("isupper", "islower"), ("union", "intersection", "difference"),
    ("issubset", "issuperset"), ("popleft", "pop"), ("appendleft", "append"),
    ("min", "max"), ("any", "all"), ("sorted", "list", "reversed"), ("floor", "ceil"),
    ("int", "round", "float"), ("list", "tuple", "set"), ("str", "repr"),
    ("isinstance", "issubclass"), ("days", "seconds", "total_seconds"), ("prefix", "suffix"),
    ("removeprefix", "removesuffix", "lstrip", "rstrip"), ("first", "last"), ("left", "right"),
    ("start", "end", "stop"), ("lower", "upper"), ("key", "value"), ("row", "column"),
    ("width", "height"), ("begin", "end"), ("group", "groups"), ("bisect_left", "bisect_right"),
    ("sub", "subn"), ("findall", "finditer"), ("copy", "deepcopy"),
]
METHODS = {name for kind in (str, list, dict, set, re.Pattern, re.Match) for name in dir(kind)}
UNWRAPPABLE = {"sorted", "list", "set", "tuple", "reversed", "abs", "int", "str", "float", "round"}
UNWRAPPABLE |= {"bool", "dict", "frozenset", "iter", "repr", "sum", "max", "min"}


def edits(source, context, node):
    if isinstance(node, ast.Call):
        yield from call(source, context, node)
    elif isinstance(node, ast.Name):
        yield from name(source, context, node)
    elif isinstance(node, ast.Attribute):
        yield from attribute(source, context, node)
    elif isinstance(node, ast.Constant):
        yield from text(source, context, node)
    elif isinstance(node, ast.Subscript):
        yield from lookup(source, context, node)
    elif isinstance(node, (ast.Tuple, ast.List)) and len(node.elts) == 2:
        left, right = node.elts
        yield "swap-pair", swapped(source, left, right)
    if is_result(source, node):
        yield from wrapped(source, node)


def swapped(source, left, right):
    return [
        (source.start(left), source.end(left), source.text(right)),
        (source.start(right), source.end(right), source.text(left)),
    ]


def call(source, context, node):
    whole = (source.start(node), source.end(node))
    for left, right in zip(node.args, node.args[1:]):
        yield "swap-arguments", swapped(source, left, right)
    parts = node.args + [keyword.value for keyword in node.keywords]
    for position, keyword in enumerate(node.keywords, len(node.args)):
        first = source.end(parts[position - 1]) if position else source.end(node.func) + 1
        if keyword.arg and not (position == 0 and len(parts) > 1):
            yield "drop-argument", [(first, source.end(keyword.value), "")]
    if len(node.args) > 1 and not node.keywords:
        last = (source.end(node.args[-2]), source.end(node.args[-1]), "")
        yield "drop-argument", [last]
    called = node.func
    if isinstance(called, ast.Name) and called.id in UNWRAPPABLE and len(node.args) == 1:
        yield "unwrap", [(*whole, parenthesised(source, node.args[0]))]
    if isinstance(called, ast.Name) and called.id in ("sorted", "max", "min"):
        yield from reordered(source, node)
    if isinstance(called, ast.Attribute):
        receiver = source.text(called.value)
        if not node.args or called.attr in ("strip", "lstrip", "rstrip", "replace", "get"):
            yield "unwrap", [(*whole, receiver)]
        if called.attr == "sort":
            yield from reordered(source, node)
        if called.attr == "get" and node.args:
            yield "lookup", [(*whole, receiver + "[" + source.text(node.args[0]) + "]")]
            if len(node.args) == 1:
                for default in ("0", "''", "[]", "False"):
                    end = source.end(node.args[0])
                    yield "lookup-default", [(end, end, ", " + default)]


def reordered(source, node):
    if not any(keyword.arg == "reverse" for keyword in node.keywords) and source.end(node):
        comma = ", " if node.args or node.keywords else ""
        yield "reverse", [(source.end(node) - 1, source.end(node) - 1, comma + "reverse=True")]


def siblings(word):
    return unique([other for family in FAMILIES if word in family for other in family if other != word])


def similar(word, others, count):
    pool = [other for other in others if other != word]
    return unique(difflib.get_close_matches(word, pool, n=count, cutoff=0.55))


def name(source, context, node):
    if not isinstance(node.ctx, ast.Load):
        return
    whole = (source.start(node), source.end(node))
    parent = source.parents.get(node)
    for new in siblings(node.id):
        if new in context.known:
            yield "sibling", [(*whole, new)]
    if isinstance(parent, ast.Call) and parent.func is node:
        for new in similar(node.id, context.callables, 3):
            yield "replace-called", [(*whole, new)]
        return
    if node.id in context.names:
        others = [other for other in context.names if other not in (node.id, "self", "cls")]
        near = similar(node.id, others, 3)
        for new in unique(near + context.parameters + others)[:6]:
            if new != node.id:
                yield "replace-name", [(*whole, new)]
    elif node.id.isupper():
        module = [n.id for n in source.nodes(source.module) if isinstance(n, ast.Name) and n.id.isupper()]
        for new in similar(node.id, unique(module), 3):
            yield "replace-name", [(*whole, new)]


def attribute(source, context, node):
    end = source.end(node)
    start = end - len(node.attr.encode())
    for new in siblings(node.attr):
        if new in METHODS or new in context.known:
            yield "sibling", [(start, end, new)]
    parent = source.parents.get(node)
    called = isinstance(parent, ast.Call) and parent.func is node
    pool = context.callables if called else context.attributes
    for new in similar(node.attr, unique(pool + context.hints["identifiers"]), 4):
        yield "replace-attribute", [(start, end, new)]
    own = isinstance(node.value, ast.Name) and node.value.id == "self"
    if own and not called and node.attr in context.parameters and isinstance(node.ctx, ast.Load):
        yield "replace-name", [(source.start(node), end, node.attr)]


def text(source, context, node):
    if not isinstance(node.value, str) or isinstance(source.parents.get(node), ast.Expr):
        return
    whole = (source.start(node), source.end(node))
    issue = context.hints["strings"]
    for new in unique(issue[:4] + similar(node.value, context.all_strings, 3) + context.strings)[:8]:
        if new != node.value:
            yield "replace-text", [(*whole, repr(new))]
    blank = {"": " ", " ": "", ", ": ",", ",": ", ", "\n": "", "-": "_", "_": "-"}
    if node.value in blank:
        yield "blank-text", [(*whole, repr(blank[node.value]))]
    elif node.value:
        yield "blank-text", [(*whole, "''")]
    literal = source.text(node)
    if any(mark in node.value for mark in "\\^$*+?[("):
        yield from pattern(whole, literal)


def pattern(whole, literal):
    """Edits of a regular expression, kept apart by the place where they apply."""
    swaps = {"+": "*", "*": "+", "\\d": "\\w", "\\s": "\\S", "\\w": "\\d", "[^": "[", "?": "", "^": "", "$": ""}
    for old, new in swaps.items():
        at = literal.find(old)
        while at >= 0:
            yield "pattern", [(*whole, literal[:at] + new + literal[at + len(old) :])]
            at = literal.find(old, at + 1)


def lookup(source, context, node):
    if isinstance(node.slice, ast.Slice) or not isinstance(node.ctx, ast.Load):
        return
    whole = (source.start(node), source.end(node))
    receiver, key = source.text(node.value), source.text(node.slice)
    if not (isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int)):
        yield "lookup", [(*whole, receiver + ".get(" + key + ")")]
        yield "lookup-default", [(*whole, receiver + ".get(" + key + ", 0)")]
    else:
        yield "step-number", [(*whole, receiver + "[-1]" if key != "-1" else receiver + "[0]")]


def is_result(source, node):
    parent = source.parents.get(node)
    place = isinstance(parent, (ast.Return, ast.Assign, ast.Compare)) and isinstance(
        node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.List)
    )
    return place and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def wrapped(source, node):
    whole = (source.start(node), source.end(node))
    inner = source.text(node)
    for method in (".strip()", ".lower()", "[::-1]"):
        yield "wrap", [(*whole, inner + method)]
    for function in ("list", "sorted", "abs", "int", "str", "set"):
        yield "wrap", [(*whole, function + "(" + inner + ")")]
`;
