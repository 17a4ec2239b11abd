"""Reader for the metadata block at the top of a document.

Only a small, predictable subset of YAML is understood: ``key: value`` lines with scalar
values, inline lists in brackets and block lists with one ``- item`` per line.
"""

from __future__ import annotations

import re
from typing import Any, Dict, List, Tuple

FENCE = "---"
END_FENCES = (FENCE, "...")

_KEY = re.compile(r"^[A-Za-z_][\w-]*$")
_INTEGER = re.compile(r"^[+-]?\d+$")
_FLOAT = re.compile(r"^[+-]?\d+\.\d+$")
_WORDS = {
    "true": True,
    "yes": True,
    "false": False,
    "no": False,
    "null": None,
    "~": None,
    "": None,
}


class FrontMatterError(ValueError):
    """The metadata block is there but cannot be read."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


def parse_scalar(text: str) -> Any:
    """Convert the text of one value."""
    text = text.strip()
    if len(text) >= 2 and text[0] in "\"'" and text[-1] == text[0]:
        return text[1:-1]
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _INTEGER.match(text):
        return int(text)
    return float(text) if _FLOAT.match(text) else text


def split_items(text: str) -> List[str]:
    """Split the inside of an inline list at commas outside quotes."""
    items = []
    start = 0
    quote = ""
    for pos, char in enumerate(text):
        if quote:
            if char == quote:
                quote = ""
        elif char in "\"'":
            quote = char
        elif char == ",":
            items.append(text[start:pos])
            start = pos + 1
    items.append(text[start:])
    return [item for item in items if item.strip()]


def parse_value(text: str, line: int) -> Any:
    """Convert a scalar or an inline list."""
    text = text.strip()
    if not text.startswith("["):
        return parse_scalar(text)
    if not text.endswith("]"):
        raise FrontMatterError("list is not closed", line)
    return [parse_scalar(item) for item in split_items(text[1:-1])]


def parse_lines(lines: List[str], first_line: int = 2) -> Dict[str, Any]:
    """Parse the lines between the fences; ``first_line`` is for error messages."""
    meta: Dict[str, Any] = {}
    current = None
    for number, raw in enumerate(lines, first_line):
        line = raw.rstrip()
        if not line or line.lstrip().startswith("#"):
            continue
        stripped = line.lstrip()
        if stripped.startswith("- ") or stripped == "-":
            if current is None:
                raise FrontMatterError("list item without a key", number)
            if meta[current] is None:
                meta[current] = []
            elif not isinstance(meta[current], list):
                raise FrontMatterError(f"{current!r} already has a value", number)
            meta[current].append(parse_scalar(stripped[1:]))
            continue
        key, colon, value = line.partition(":")
        key = key.strip()
        if not colon or not _KEY.match(key):
            raise FrontMatterError("expected 'key: value', got {!r}".format(line), number)
        if key in meta:
            raise FrontMatterError(f"duplicate key {key!r}", number)
        meta[key] = parse_value(value, number)
        current = key
    return meta


def split_front_matter(text: str) -> Tuple[Dict[str, Any], str]:
    """Return the metadata and the body of a document.

    A document that does not begin with a fence has no metadata. A fence that is never
    closed is an error, since the author most likely forgot it.
    """
    if text.startswith("\ufeff"):
        text = text[1:]
    lines = text.splitlines(keepends=True)
    if not lines or lines[0].rstrip() != FENCE:
        return {}, text
    end = 1
    while end < len(lines):
        if lines[end].rstrip() in END_FENCES:
            break
        end += 1
    else:
        raise FrontMatterError("front matter is not closed", len(lines))
    return parse_lines(lines[1:end]), "".join(lines[end + 1:])
