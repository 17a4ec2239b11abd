"""Slugs, heading anchors and the table of contents."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from html import escape
from typing import Iterator, List, Set

from .nodes import Document, Heading

DEFAULT_SLUG = "section"

_UNWANTED = re.compile(r"[^\w\s-]")
_SEPARATORS = re.compile(r"[\s_-]+")


def slugify(text: str) -> str:
    """Turn a heading into a string that can be used as a fragment."""
    decomposed = unicodedata.normalize("NFKD", text)
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    cleaned = _UNWANTED.sub("", plain).strip().lower()
    return _SEPARATORS.sub("-", cleaned).strip("-") or DEFAULT_SLUG


class SlugRegistry:
    """Hands out slugs that are unique within one document."""

    def __init__(self) -> None:
        self._used: Set[str] = set()

    def reserve(self, slug: str) -> None:
        """Keep a slug from being handed out."""
        self._used.add(slug)

    def unique(self, text: str) -> str:
        base = slugify(text)
        slug = base
        count = 0
        while slug in self._used:
            count += 1
            slug = f"{base}-{count}"
        self._used.add(slug)
        return slug


def assign_anchors(document: Document) -> None:
    """Give each heading of the document its anchor.

    Explicit ids are kept as they are, all other headings get unique slugs in document
    order. Calling it again gives the same anchors.
    """
    registry = SlugRegistry()
    headings = list(document.headings())
    for heading in headings:
        if heading.custom_id:
            registry.reserve(heading.custom_id)
    for heading in headings:
        heading.anchor = heading.custom_id or registry.unique(heading.plain_text())


@dataclass
class TocEntry:
    """One line of the table of contents with the entries below it."""

    level: int
    title: str
    anchor: str
    children: List["TocEntry"] = field(default_factory=list)

    def flatten(self) -> Iterator["TocEntry"]:
        yield self
        for child in self.children:
            yield from child.flatten()


def build_toc(document: Document, min_level: int = 1, max_level: int = 6) -> List[TocEntry]:
    """Nest the top-level headings between the two levels, both included.

    Headings inside quotes and lists are not part of the contents. A heading that skips
    levels becomes a child of the nearest heading above it.
    """
    if min_level > max_level:
        raise ValueError(f"min_level {min_level} is greater than max_level {max_level}")
    assign_anchors(document)
    roots: List[TocEntry] = []
    stack: List[TocEntry] = []
    for node in document.children:
        if not isinstance(node, Heading) or not min_level <= node.level <= max_level:
            continue
        entry = TocEntry(node.level, node.plain_text(), node.anchor or DEFAULT_SLUG)
        while stack and stack[-1].level >= entry.level:
            stack.pop()
        if stack:
            stack[-1].children.append(entry)
        else:
            roots.append(entry)
        stack.append(entry)
    return roots


def render_toc(entries: List[TocEntry], style: str = "html") -> str:
    """Render a table of contents as nested HTML lists or as a Markdown list."""
    if style == "html":
        return _toc_html(entries, 0)
    if style == "markdown":
        return "\n".join(_toc_markdown(entries, 0))
    raise ValueError(f"unknown table of contents style: {style!r}")


def _toc_html(entries: List[TocEntry], depth: int) -> str:
    if not entries:
        return ""
    indent = "  " * depth
    lines = [f"{indent}<ul>"]
    for entry in entries:
        link = '<a href="#{}">{}</a>'.format(escape(entry.anchor), escape(entry.title))
        if entry.children:
            lines.append(f"{indent}  <li>{link}")
            lines.append(_toc_html(entry.children, depth + 2))
            lines.append(f"{indent}  </li>")
        else:
            lines.append(f"{indent}  <li>{link}</li>")
    lines.append(f"{indent}</ul>")
    return "\n".join(lines)


def _toc_markdown(entries: List[TocEntry], depth: int) -> Iterator[str]:
    for entry in entries:
        yield "{}- [{}](#{})".format("  " * depth, entry.title, entry.anchor)
        yield from _toc_markdown(entry.children, depth + 1)
