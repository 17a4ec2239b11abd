// Python source, run in the sandbox: whether a value is the one that the issue names.
export const claims = String.raw`"""The comments by which a reproduction says what it expects, and whether a result meets them."""
import ast
import io
import re
import tokenize

MARK = re.compile(r"#\s*(expect|expect-raises|observed|observed-raises|shown): (.*)")


def read(source, statements):
    """For each statement, its claims: {kind: text}, from the comments up to the next statement."""
    found = [{} for _ in statements]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        match = MARK.match(token.string) if token.type == tokenize.COMMENT else None
        if match is None:
            continue
        owners = [i for i, node in enumerate(statements) if first_line(node) <= token.start[0]]
        if owners:
            text = match.group(2).encode("latin-1", "backslashreplace").decode("unicode_escape")
            found[owners[-1]].setdefault(match.group(1), text)
    return found


def first_line(node):
    return min([node.lineno] + [item.lineno for item in getattr(node, "decorator_list", [])])


def without_addresses(text):
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


def names_value(text, value, printed, namespace):
    """Whether text is how one would write this value, or what was printed."""
    text = text.strip()
    if printed and same_text(text, printed):
        return True
    if same_text(text, repr(value)) or (isinstance(value, str) and text == value):
        return True
    known, literal = evaluate(text, namespace)
    if not known:
        return False
    if printed:
        return isinstance(literal, str) and literal.strip() == printed.strip()
    return same_value(literal, value, text)


def same_text(text, shown):
    """Equal but for spaces at ends of lines; three dots stand for anything, as in doctests."""
    lines = "\n".join(line.rstrip() for line in without_addresses(shown).strip().splitlines())
    parts = without_addresses(text).split("...")
    if parts == ["", ""]:
        return False
    return bool(re.fullmatch(".*".join(map(re.escape, parts)), lines, re.DOTALL))


def same_value(literal, value, text):
    try:
        if isinstance(literal, bool) is not isinstance(value, bool):
            return False
        if isinstance(literal, (list, tuple, str)) and type(literal) is not type(value):
            return False
        if bool(literal == value):
            return True
        decimals = re.fullmatch(r"-?\d+\.(\d{2,})", text)
        return bool(decimals) and round(float(value), len(decimals.group(1))) == literal
    except Exception:
        return False


def evaluate(text, namespace):
    try:
        return True, ast.literal_eval(text)
    except Exception:
        pass
    try:
        node = ast.parse(text, mode="eval").body
        # A constructor, as a repr shows it; anything else would be words and not a value.
        if isinstance(node, (ast.Call, ast.Attribute)):
            return True, eval(text, dict(namespace))
    except Exception:
        pass
    return False, None
`;
