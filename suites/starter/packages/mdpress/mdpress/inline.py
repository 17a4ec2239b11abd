"""Inline parser: emphasis, code spans, links, images, escapes and breaks."""

from __future__ import annotations

import re
from typing import Callable, Dict, List, Optional, Tuple

from .nodes import (
    Break, CodeSpan, Emphasis, HardBreak, Image, Link, Node, SoftBreak, Strong, Text,
)

ESCAPABLE = set("\\`*_{}[]()#+-.!|<>~\"'")

_AUTOLINK = re.compile(r"<((?:https?|ftp|mailto):[^\s<>]+)>")
_DESTINATION = re.compile(
    r"\(\s*"
    r"(?:<(?P<angle>[^<>\n]*)>|(?P<bare>[^\s()]*(?:\([^\s()]*\)[^\s()]*)*))"
    r"(?:\s+(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'))?"
    r"\s*\)"
)

Result = Optional[Tuple[Node, int]]
References = Dict[str, Tuple[str, str]]


def normalize_label(label: str) -> str:
    """Labels of reference links compare without case and with collapsed space."""
    return " ".join(label.split()).casefold()


def unescape(text: str) -> str:
    """Remove the backslashes that protect punctuation."""
    out = []
    pos = 0
    while pos < len(text):
        if text[pos] == "\\" and text[pos + 1:pos + 2] in ESCAPABLE:
            pos += 1
        out.append(text[pos])
        pos += 1
    return "".join(out)


def run_length(text: str, pos: int) -> int:
    """Number of times the character at ``pos`` is repeated from there."""
    end = pos
    while end < len(text) and text[end] == text[pos]:
        end += 1
    return end - pos


class InlineParser:
    """Turns the source text of a leaf block into inline nodes.

    ``references`` maps normalized labels to ``(target, title)`` pairs.
    """

    def __init__(self, references: Optional[References] = None) -> None:
        self.references = references if references is not None else {}
        self._handlers: Dict[str, Callable[[str, int], Result]] = {
            "\\": self._escape,
            "`": self._code,
            "*": self._emphasis,
            "_": self._emphasis,
            "[": self._link,
            "!": self._image,
            "<": self._autolink,
            "\n": self._newline,
        }

    def parse(self, text: str) -> List[Node]:
        nodes: List[Node] = []
        buffer: List[str] = []

        def flush(strip: bool = False) -> None:
            content = "".join(buffer)
            buffer.clear()
            if strip:
                content = content.rstrip(" ")
            if content:
                nodes.append(Text(content))

        pos = 0
        while pos < len(text):
            handler = self._handlers.get(text[pos])
            result = handler(text, pos) if handler is not None else None
            if result is None:
                buffer.append(text[pos])
                pos += 1
                continue
            node, pos = result
            if type(node) is Text:
                buffer.append(node.text)
            else:
                flush(strip=isinstance(node, Break))
                nodes.append(node)
        flush()
        return nodes

    # Each handler returns the node and the position after it, or None when the
    # character at ``pos`` stands for itself.

    def _escape(self, text: str, pos: int) -> Result:
        following = text[pos + 1:pos + 2]
        if following == "\n":
            return HardBreak(), pos + 2
        if following and following in ESCAPABLE:
            return Text(following), pos + 2
        return None

    def _newline(self, text: str, pos: int) -> Result:
        before = text[:pos]
        spaces = len(before) - len(before.rstrip(" "))
        return (HardBreak() if spaces >= 2 else SoftBreak()), pos + 1

    def _code(self, text: str, pos: int) -> Result:
        width = run_length(text, pos)
        close = self._find_backticks(text, pos + width, width)
        if close is None:
            return Text("`" * width), pos + width
        content = text[pos + width:close].replace("\n", " ")
        if content.strip() and content.startswith(" ") and content.endswith(" "):
            content = content[1:-1]
        return CodeSpan(content), close + width

    @staticmethod
    def _find_backticks(text: str, pos: int, width: int) -> Optional[int]:
        while True:
            pos = text.find("`", pos)
            if pos == -1:
                return None
            length = run_length(text, pos)
            if length == width:
                return pos
            pos += length

    def _emphasis(self, text: str, pos: int) -> Result:
        run = run_length(text, pos)
        width = 2 if run >= 2 else 1
        marker = text[pos]
        opening = text[pos + width:pos + width + 1]
        inside_word = marker == "_" and pos > 0 and text[pos - 1].isalnum()
        if not opening or opening.isspace() or inside_word:
            return Text(marker * run), pos + run
        close = self._find_closer(text, pos + width, marker, width)
        if close is None:
            return Text(marker * width), pos + width
        children = self.parse(text[pos + width:close])
        node = Strong(children) if width == 2 else Emphasis(children)
        return node, close + width

    def _find_closer(self, text: str, pos: int, marker: str, width: int) -> Optional[int]:
        start = pos
        while pos < len(text):
            char = text[pos]
            if char == "\\":
                pos += 2
                continue
            if char == "`":
                length = run_length(text, pos)
                close = self._find_backticks(text, pos + length, length)
                pos = pos + length if close is None else close + length
                continue
            if char != marker:
                pos += 1
                continue
            run = run_length(text, pos)
            closes = pos > start and not text[pos - 1].isspace()
            if marker == "_" and text[pos + run:pos + run + 1].isalnum():
                closes = False
            if closes and run >= width and (run == width or run >= 3):
                return pos + run - width if run >= 3 else pos
            pos += run
        return None

    def _link(self, text: str, pos: int) -> Result:
        found = self._label_and_target(text, pos)
        if found is None:
            return None
        label, target, title, end = found
        return Link(target, title, self.parse(label)), end

    def _image(self, text: str, pos: int) -> Result:
        if text[pos + 1:pos + 2] != "[":
            return None
        found = self._label_and_target(text, pos + 1)
        if found is None:
            return None
        label, target, title, end = found
        return Image(target, title, self.parse(label)), end

    def _autolink(self, text: str, pos: int) -> Result:
        match = _AUTOLINK.match(text, pos)
        if match is None:
            return None
        target = match.group(1)
        label = target[len("mailto:"):] if target.startswith("mailto:") else target
        return Link(target, "", [Text(label)]), match.end()

    def _label_and_target(self, text: str, pos: int) -> Optional[Tuple[str, str, str, int]]:
        close = self._matching_bracket(text, pos)
        if close is None:
            return None
        label = text[pos + 1:close]
        follow = text[close + 1:close + 2]
        if follow == "(":
            match = _DESTINATION.match(text, close + 1)
            if match is not None:
                angle = match.group("angle")
                target = angle if angle is not None else match.group("bare")
                title = match.group("double") or match.group("single") or ""
                return label, unescape(target), title, match.end()
        reference, end = label, close + 1
        if follow == "[":
            second = self._matching_bracket(text, close + 1)
            if second is not None:
                reference = text[close + 2:second] or label
                end = second + 1
        entry = self.references.get(normalize_label(reference))
        if entry is None:
            return None
        return label, entry[0], entry[1], end

    @staticmethod
    def _matching_bracket(text: str, pos: int) -> Optional[int]:
        depth = 0
        while pos < len(text):
            char = text[pos]
            if char == "\\":
                pos += 1
            elif char == "[":
                depth += 1
            elif char == "]":
                depth -= 1
                if depth == 0:
                    return pos
            pos += 1
        return None


def parse_inline(text: str, references: Optional[References] = None) -> List[Node]:
    """Parse ``text`` with a fresh parser."""
    return InlineParser(references).parse(text)
