// Python source, run in the sandbox: the edits that were proposed, by number.
export const editList = String.raw`"""An edit is a file, a line, a kind, and spans: start and end in bytes, and the new text."""
import json
import os

from . import tree

RECORD = os.path.join(tree.HERE, "edits.json")


def write(edits):
    with open(RECORD, "w") as file:
        json.dump(edits, file)


def read():
    with open(RECORD) as file:
        return json.load(file)


def applied(edit, raw):
    for start, end, text in sorted(edit["spans"], reverse=True):
        raw = raw[:start] + text.encode() + raw[end:]
    return raw


def described(edit, reason):
    return "%s:%d %s: %s" % (edit["file"], edit["line"], edit["kind"], reason.replace("\n", "\\n"))
`;
