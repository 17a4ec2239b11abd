"""Line tokenizer and block parser."""

from __future__ import annotations

import re
from typing import Dict, List, Match, Optional, Sequence, Tuple

from .frontmatter import split_front_matter
from .inline import InlineParser, normalize_label
from .nodes import (
    BlockQuote, CodeBlock, Document, Heading, LeafBlock, ListBlock, ListItem, Node, Paragraph,
    Table, ThematicBreak,
)
from .tables import parse_table, starts_table

TAB_SIZE = 4

_ATX = re.compile(r"^ {0,3}(#{1,6})(?: +(.*?))? *$")
_ATX_CLOSING = re.compile(r"(?:^| +)#+$")
_CUSTOM_ID = re.compile(r" *\{#([A-Za-z][\w.:-]*)\}$")
_SETEXT = re.compile(r"^ {0,3}(=+|-+) *$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,}) *([^`]*)$")
_RULE = re.compile(r"^ {0,3}([-*_])(?: *\1){2,} *$")
_QUOTE = re.compile(r"^ {0,3}> ?")
_ITEM = re.compile(r"^( {0,3})([-*+]|\d{1,9}[.)])(?: {1,4}(?=\S)| *$)")
_DEFINITION = re.compile(
    r"^ {0,3}\[([^\]]+)\]: *<?([^\s>]+)>?(?: +[\"'(](.*)[\"')])? *$"
)


class LineCursor:
    """A position in a sequence of lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._pos = 0

    @property
    def exhausted(self) -> bool:
        return self._pos >= len(self._lines)

    @property
    def current(self) -> str:
        return self._lines[self._pos]

    def peek(self, offset: int = 1) -> str:
        """A later line, or an empty one past the end."""
        index = self._pos + offset
        return self._lines[index] if index < len(self._lines) else ""

    def take(self) -> str:
        line = self._lines[self._pos]
        self._pos += 1
        return line


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def make_heading(level: int, content: str) -> Heading:
    """Build a heading, taking an explicit id off the end of its text."""
    content = content.strip()
    custom_id = None
    match = _CUSTOM_ID.search(content)
    if match is not None:
        custom_id = match.group(1)
        content = content[:match.start()]
    return Heading(level, content, custom_id)


class BlockParser:
    """Splits lines into blocks; leaf blocks keep their source for the inline pass."""

    def __init__(self, references: Optional[Dict[str, Tuple[str, str]]] = None) -> None:
        self.references = references if references is not None else {}
        self._readers = (
            self._read_fence,
            self._read_heading,
            self._read_rule,
            self._read_quote,
            self._read_list,
            self._read_table,
        )

    def parse(self, lines: Sequence[str]) -> List[Node]:
        cursor = LineCursor(lines)
        blocks: List[Node] = []
        while not cursor.exhausted:
            if not cursor.current.strip():
                cursor.take()
            elif self._define_reference(cursor.current):
                cursor.take()
            else:
                blocks.append(self._read_block(cursor))
        return blocks

    def _read_block(self, cursor: LineCursor) -> Node:
        for reader in self._readers:
            node = reader(cursor)
            if node is not None:
                return node
        return self._read_paragraph(cursor)

    def _define_reference(self, line: str) -> bool:
        match = _DEFINITION.match(line)
        if match is None:
            return False
        label, target, title = match.groups()
        # The first definition of a label wins.
        self.references.setdefault(normalize_label(label), (target, title or ""))
        return True

    def _interrupts(self, line: str) -> bool:
        """True when ``line`` ends a paragraph without a blank line before it."""
        if any(regex.match(line) for regex in (_ATX, _FENCE, _RULE, _QUOTE)):
            return True
        item = _ITEM.match(line)
        if item is None or not line[item.end():].strip():
            return False
        marker = item.group(2)
        return not marker[0].isdigit() or int(marker[:-1]) == 1

    def _read_fence(self, cursor: LineCursor) -> Optional[Node]:
        match = _FENCE.match(cursor.current)
        if match is None:
            return None
        fence, info = match.groups()
        indent = indent_of(cursor.take())
        content = []
        while not cursor.exhausted:
            line = cursor.take()
            stripped = line.strip()
            if len(stripped) >= len(fence) and not stripped.strip(fence[0]):
                break
            content.append(line[min(indent, indent_of(line)):])
        language = info.split()[0] if info.strip() else ""
        return CodeBlock("".join(line + "\n" for line in content), language)

    def _read_heading(self, cursor: LineCursor) -> Optional[Node]:
        match = _ATX.match(cursor.current)
        if match is None:
            return None
        cursor.take()
        content = _ATX_CLOSING.sub("", match.group(2) or "")
        return make_heading(len(match.group(1)), content)

    def _read_rule(self, cursor: LineCursor) -> Optional[Node]:
        if not _RULE.match(cursor.current):
            return None
        cursor.take()
        return ThematicBreak()

    def _read_quote(self, cursor: LineCursor) -> Optional[Node]:
        if not _QUOTE.match(cursor.current):
            return None
        content = []
        while not cursor.exhausted:
            line = cursor.current
            match = _QUOTE.match(line)
            if match is not None:
                content.append(line[match.end():])
            elif line.strip() and content[-1].strip() and not self._interrupts(line):
                content.append(line)
            else:
                break
            cursor.take()
        return BlockQuote(self.parse(content))

    def _read_list(self, cursor: LineCursor) -> Optional[Node]:
        match = _ITEM.match(cursor.current)
        if match is None:
            return None
        marker = match.group(2)
        ordered = marker[0].isdigit()
        result = ListBlock(ordered, int(marker[:-1]) if ordered else 1)
        loose = False
        while match is not None and match.group(2)[-1] == marker[-1]:
            lines, inner_blank, blank_after = self._collect_item(cursor, match)
            result.children.append(ListItem(self.parse(lines)))
            loose = loose or inner_blank
            if cursor.exhausted or _RULE.match(cursor.current):
                break
            match = _ITEM.match(cursor.current)
            if blank_after and match is not None and match.group(2)[-1] == marker[-1]:
                loose = True
        result.tight = not loose
        return result

    def _collect_item(
        self, cursor: LineCursor, match: Match[str]
    ) -> Tuple[List[str], bool, bool]:
        """Take the lines of one item, without its marker and indentation."""
        first = cursor.take()
        has_text = bool(first[match.end():].strip())
        indent = match.end() if has_text else match.end(2) + 1
        lines = [first[match.end():]]
        blanks = 0
        inner_blank = False
        while not cursor.exhausted:
            line = cursor.current
            if not line.strip():
                blanks += 1
            elif indent_of(line) >= indent:
                if blanks:
                    inner_blank = True
                    lines.extend([""] * blanks)
                    blanks = 0
                lines.append(line[indent:])
            elif blanks or _ITEM.match(line) or self._interrupts(line):
                break
            else:
                lines.append(line.lstrip())
            cursor.take()
        return lines, inner_blank, blanks > 0

    def _read_table(self, cursor: LineCursor) -> Optional[Table]:
        if not starts_table(cursor.current, cursor.peek()):
            return None
        lines = [cursor.take(), cursor.take()]
        while not cursor.exhausted and "|" in cursor.current:
            lines.append(cursor.take())
        return parse_table(lines)

    def _read_paragraph(self, cursor: LineCursor) -> Node:
        lines = [cursor.take().lstrip()]
        while not cursor.exhausted and cursor.current.strip():
            underline = _SETEXT.match(cursor.current)
            if underline is not None:
                cursor.take()
                content = " ".join(line.strip() for line in lines)
                return make_heading(1 if underline.group(1)[0] == "=" else 2, content)
            if self._interrupts(cursor.current):
                break
            lines.append(cursor.take().lstrip())
        return Paragraph("\n".join(lines).rstrip())


def parse(text: str) -> Document:
    """Parse a whole document, front matter included."""
    meta, body = split_front_matter(text)
    parser = BlockParser()
    blocks = parser.parse(body.expandtabs(TAB_SIZE).splitlines())
    document = Document(blocks, meta, parser.references)
    inline = InlineParser(parser.references)
    for node in document.walk():
        if isinstance(node, LeafBlock):
            node.children = inline.parse(node.source)
    return document
