// Python source, run in the sandbox: edits that change an operator, a condition or a number.
export const editOperators = String.raw`"""Each function yields (kind, [(start, end, text)]) for one expression."""
import ast
import re

from .source import parenthesised, unique

COMPARISONS = {
    ast.Lt: {"boundary": ["<="], "negate": [">="], "mirror": [">"], "loosen": ["!="]},
    ast.LtE: {"boundary": ["<"], "negate": [">"], "mirror": [">="], "loosen": ["=="]},
    ast.Gt: {"boundary": [">="], "negate": ["<="], "mirror": ["<"], "loosen": ["!="]},
    ast.GtE: {"boundary": [">"], "negate": ["<"], "mirror": ["<="], "loosen": ["=="]},
    ast.Eq: {"negate": ["!="], "loosen": ["<=", ">=", "in", "is"]},
    ast.NotEq: {"negate": ["=="], "loosen": ["<", ">", "not in"]},
    ast.Is: {"negate": ["is not"], "loosen": ["=="]},
    ast.IsNot: {"negate": ["is"], "loosen": ["!="]},
    ast.In: {"negate": ["not in"], "loosen": ["=="]},
    ast.NotIn: {"negate": ["in"], "loosen": ["!="]},
}
COMPARISON = re.compile(r"<=|>=|==|!=|<|>|\bis\s+not\b|\bis\b|\bnot\s+in\b|\bin\b")
ARITHMETIC = {
    ast.Add: ["-", "*"], ast.Sub: ["+", "//"], ast.Mult: ["+", "/", "**", "//"],
    ast.Div: ["//", "*"], ast.FloorDiv: ["/", "%", "*"], ast.Mod: ["//", "*"], ast.Pow: ["*"],
    ast.LShift: [">>"], ast.RShift: ["<<"], ast.BitAnd: ["|", "^"], ast.BitOr: ["&", "^"],
    ast.BitXor: ["|", "&"],
}
OPERATOR = re.compile(r"\*\*|//|<<|>>|[-+*/%&|^@]")


def edits(source, context, node):
    kinds = {
        ast.Compare: comparison, ast.BoolOp: connective, ast.UnaryOp: unary, ast.BinOp: arithmetic,
        ast.Constant: number, ast.IfExp: conditional, ast.Subscript: subscript, ast.Call: ranges,
    }
    for kind, make in kinds.items():
        if isinstance(node, kind):
            yield from make(source, context, node)
    if is_sort_key(source, node):
        start = source.start(node)
        yield "add-minus", [(start, start, "-")]
    if is_condition(source, node):
        yield from condition(source, context, node)


def comparison(source, context, node):
    operands = [node.left] + node.comparators
    for left, operator, right in zip(operands, node.ops, operands[1:]):
        start, end, text = source.between(left, right)
        match = COMPARISON.search(text)
        if match and "#" not in text:
            for kind, texts in COMPARISONS[type(operator)].items():
                for new in texts:
                    yield kind, [(start + match.start(), start + match.end(), new)]
    for operand in operands:
        if isinstance(operand, (ast.Name, ast.Call, ast.Attribute)):
            yield from stepped(source, operand, "step-operand")


def connective(source, context, node):
    new = "or" if isinstance(node.op, ast.And) else "and"
    spans = []
    for left, right in zip(node.values, node.values[1:]):
        start, end, text = source.between(left, right)
        match = re.search(r"\b(and|or)\b", text)
        if match and "#" not in text:
            spans.append((start + match.start(), start + match.end(), new))
    yield "and-or", spans
    old = " and " if new == "or" else " or "
    for dropped in node.values:
        kept = [parenthesised(source, value) for value in node.values if value is not dropped]
        first, last = source.start(node.values[0]), source.end(node.values[-1])
        yield "drop-operand", [(first, last, old.join(kept))]


def unary(source, context, node):
    text = parenthesised(source, node.operand)
    if isinstance(node.op, (ast.Not, ast.USub)):
        kind = "drop-not" if isinstance(node.op, ast.Not) else "drop-minus"
        yield kind, [(source.start(node), source.end(node), text)]


def arithmetic(source, context, node):
    start, end, text = source.between(node.left, node.right)
    match = OPERATOR.search(text)
    whole = (source.start(node), source.end(node))
    if match is None or "#" in text:
        return
    for new in ARITHMETIC.get(type(node.op), []):
        yield "arithmetic", [(start + match.start(), start + match.end(), new)]
    yield "drop-term", [(*whole, parenthesised(source, node.left))]
    yield "drop-term", [(*whole, parenthesised(source, node.right))]
    if not isinstance(node.op, ast.Mult):
        swapped = [parenthesised(source, side) for side in (node.right, node.left)]
        yield "swap-operands", [(*whole, (" " + match.group() + " ").join(swapped))]


def number(source, context, node):
    whole = (source.start(node), source.end(node))
    if isinstance(node.value, bool):
        yield "flip-flag", [(*whole, str(not node.value))]
    elif isinstance(node.value, int):
        for new in (node.value + 1, node.value - 1):
            yield "step-number", [(*whole, str(new))]
        for factor in (10, 2):
            yield "scale-number", [(*whole, str(node.value * factor))]
            if node.value % factor == 0 and node.value:
                yield "scale-number", [(*whole, str(node.value // factor))]
    if type(node.value) in (int, float):
        issue = [n for n in context.hints["numbers"] if n != node.value]
        near = [n for n in context.numbers if n != node.value]
        for new in unique(issue + near)[:6]:
            yield "replace-number", [(*whole, repr(new))]
        if node.value:
            yield "drop-minus", [(*whole, "-" + source.text(node))]


def conditional(source, context, node):
    whole = (source.start(node), source.end(node))
    test, body, orelse = (source.text(part) for part in (node.test, node.body, node.orelse))
    yield "swap-branches", [(*whole, orelse + " if " + test + " else " + body)]
    yield "force-condition", [(*whole, body)]
    yield "force-condition", [(*whole, orelse)]


def subscript(source, context, node):
    if not isinstance(node.slice, ast.Slice):
        if isinstance(node.slice, (ast.Name, ast.BinOp, ast.Call)):
            yield from stepped(source, node.slice, "step-bound")
        return
    part = node.slice
    whole = (source.end(node.value), source.end(node))
    bounds = [source.text(b) if b else "" for b in (part.lower, part.upper, part.step)]
    for bound in (part.lower, part.upper):
        if bound is not None and not isinstance(bound, ast.Constant):
            yield from stepped(source, bound, "step-bound")
    lower, upper, step = bounds
    tail = ":" + step if step else ""
    variants = [("drop-bound", "", upper), ("drop-bound", lower, ""), ("mirror-slice", upper, lower)]
    if not lower:
        variants.append(("step-bound", "1", upper))
    if not upper:
        variants.append(("step-bound", lower, "-1"))
    for kind, low, high in variants:
        if (low, high) != (lower, upper):
            yield kind, [(*whole, "[" + low + ":" + high + tail + "]")]


def ranges(source, context, node):
    if isinstance(node.func, ast.Name) and node.func.id in ("range", "len", "enumerate", "islice"):
        for argument in node.args:
            if not isinstance(argument, (ast.Constant, ast.Starred)) and node.func.id != "len":
                yield from stepped(source, argument, "step-bound")
        if node.func.id == "len":
            yield from stepped(source, node, "step-operand")
        if node.func.id == "range" and len(node.args) == 1:
            first = source.start(node.args[0])
            yield "step-bound", [(first, first, "1, ")]
        if node.func.id == "enumerate" and len(node.args) == 1 and not node.keywords:
            end = source.end(node.args[0])
            yield "step-bound", [(end, end, ", 1")]


def stepped(source, node, kind):
    text = parenthesised(source, node)
    for new in (" + 1", " - 1"):
        yield kind, [(source.start(node), source.end(node), "(" + text + new + ")")]


def is_sort_key(source, node):
    parent = source.parents.get(node)
    keyed = isinstance(parent, ast.Tuple) and isinstance(source.parents.get(parent), ast.Lambda)
    value = isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call))
    return value and (keyed or isinstance(parent, ast.Lambda))


def inside(node):
    return [item.id for item in ast.walk(node) if isinstance(item, ast.Name) and item.id != "self"]


def is_condition(source, node):
    parent = source.parents.get(node)
    tested = isinstance(parent, (ast.If, ast.While, ast.IfExp, ast.Assert)) and parent.test is node
    filtered = isinstance(parent, ast.comprehension) and node in parent.ifs
    joined = isinstance(parent, ast.BoolOp)
    boolean = isinstance(node, (ast.Compare, ast.BoolOp)) and isinstance(parent, ast.Return)
    return tested or filtered or joined or boolean


def condition(source, context, node):
    whole = (source.start(node), source.end(node))
    text = source.text(node)
    if not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        yield "add-not", [(*whole, "not (" + text + ")")]
    if not isinstance(source.parents.get(node), ast.BoolOp):
        for new in ("True", "False"):
            if not isinstance(source.parents.get(node), ast.While) or new == "False":
                yield "force-condition", [(*whole, new)]
        wrapped = parenthesised(source, node)
        for name in unique(inside(node) + context.parameters)[:3]:
            yield "extend-condition", [(*whole, wrapped + " and " + name)]
            yield "extend-condition", [(*whole, wrapped + " or " + name + " is None")]
            yield "extend-condition", [(*whole, wrapped + " or not " + name)]
            yield "extend-condition", [(*whole, wrapped + " and " + name + " is not None")]
`;
