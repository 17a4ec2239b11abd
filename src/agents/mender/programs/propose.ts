// Python source, run in the sandbox: lists the edits that are possible at given lines.
export const propose = String.raw`"""Reads lines and hints as JSON from stdin, prints for each line its edits: KIND=FIRST..LAST."""
import json
import sys

from . import edit_list, edit_names, edit_operators, edit_statements
from .source import Context, Source

def main(arguments):
    """propose: numbers all edits at the lines given, file by file."""
    request = json.load(sys.stdin)
    found = []
    for path, lines in request["lines"].items():
        for line, edits in at_lines(path, set(lines), request["hints"]):
            first = len(found)
            found.extend({"file": path, "line": line, "kind": kind, "spans": spans} for kind, spans in edits)
            kinds = groups([edit["kind"] for edit in found[first:]], first)
            if kinds:
                print("%s:%d %s" % (path, line, " ".join(kinds)))
    edit_list.write(found)


def at_lines(path, wanted, hints):
    source = Source(path)
    found = {}
    for node, first, last in source.statements():
        line = next((number for number in range(first, last + 1) if number in wanted), None)
        if line is not None:
            found.setdefault(line, []).extend(of_statement(source, node, hints))
    for line in sorted(found):
        seen, distinct = set(), []
        for kind, spans in found[line]:
            key = tuple(spans)
            if key not in seen and changes(source, spans):
                seen.add(key)
                distinct.append((kind, spans))
        yield line, sorted(distinct, key=lambda edit: edit[0])


def of_statement(source, node, hints):
    context = Context(source, node, hints)
    yield from edit_statements.edits(source, context, node)
    for expression in source.expressions(node):
        yield from edit_operators.edits(source, context, expression)
        yield from edit_names.edits(source, context, expression)


def changes(source, spans):
    return bool(spans) and any(source.raw[start:end].decode() != text for start, end, text in spans)


def groups(kinds, first):
    start = 0
    for index in range(1, len(kinds) + 1):
        if index == len(kinds) or kinds[index] != kinds[start]:
            yield "%s=%d..%d" % (kinds[start], first + start, first + index - 1)
            start = index
`;
