"""Renderers: HTML and plain text."""

from __future__ import annotations

import textwrap
from contextlib import contextmanager
from html import escape
from typing import Iterator, List

from .nodes import (
    BlockQuote, CodeBlock, CodeSpan, Document, Emphasis, Heading, Image, Link, ListBlock,
    ListItem, Node, Paragraph, Strong, Table, Text,
)
from .tables import layout_table
from .toc import assign_anchors


class RenderError(Exception):
    """A node cannot be rendered."""


class Renderer:
    """Dispatches each node to the method named after its class."""

    def render(self, document: Document) -> str:
        raise NotImplementedError

    def visit(self, node: Node) -> str:
        method = getattr(self, "visit_" + node.kind, None)
        if method is None:
            raise RenderError(f"{type(self).__name__} cannot render {node.kind!r} nodes")
        return method(node)

    def inline(self, node: Node) -> str:
        """Render the children of a node one after the other."""
        return "".join(self.visit(child) for child in node.children)


class HtmlRenderer(Renderer):
    """Renders a document as an HTML fragment."""

    def __init__(self, heading_ids: bool = True, heading_offset: int = 0) -> None:
        self.heading_ids = heading_ids
        self.heading_offset = heading_offset
        self._tight = False

    def render(self, document: Document) -> str:
        assign_anchors(document)
        self._tight = False
        return self.blocks(document)

    def blocks(self, node: Node) -> str:
        return "\n".join(self.visit(child) for child in node.children)

    @contextmanager
    def _list_context(self, tight: bool) -> Iterator[None]:
        previous = self._tight
        self._tight = tight
        try:
            yield
        finally:
            self._tight = previous

    def visit_text(self, node: Text) -> str:
        return escape(node.text, quote=False)

    def visit_codespan(self, node: CodeSpan) -> str:
        return f"<code>{escape(node.text, quote=False)}</code>"

    def visit_softbreak(self, node: Node) -> str:
        return "\n"

    def visit_hardbreak(self, node: Node) -> str:
        return "<br>\n"

    def visit_emphasis(self, node: Emphasis) -> str:
        return f"<em>{self.inline(node)}</em>"

    def visit_strong(self, node: Strong) -> str:
        return f"<strong>{self.inline(node)}</strong>"

    def visit_link(self, node: Link) -> str:
        title = f' title="{escape(node.title)}"' if node.title else ""
        return f'<a href="{escape(node.target)}"{title}>{self.inline(node)}</a>'

    def visit_image(self, node: Image) -> str:
        title = f' title="{escape(node.title)}"' if node.title else ""
        return '<img src="{}" alt="{}"{}>'.format(escape(node.target), escape(node.alt), title)

    def visit_paragraph(self, node: Paragraph) -> str:
        content = self.inline(node)
        return content if self._tight else f"<p>{content}</p>"

    def visit_heading(self, node: Heading) -> str:
        level = min(6, node.level + self.heading_offset)
        attribute = f' id="{escape(node.anchor or "")}"' if self.heading_ids else ""
        return f"<h{level}{attribute}>{self.inline(node)}</h{level}>"

    def visit_codeblock(self, node: CodeBlock) -> str:
        language = f' class="language-{escape(node.language)}"' if node.language else ""
        return f"<pre><code{language}>{escape(node.text, quote=False)}</code></pre>"

    def visit_blockquote(self, node: BlockQuote) -> str:
        with self._list_context(False):
            return f"<blockquote>\n{self.blocks(node)}\n</blockquote>"

    def visit_thematicbreak(self, node: Node) -> str:
        return "<hr>"

    def visit_listblock(self, node: ListBlock) -> str:
        tag = "ol" if node.ordered else "ul"
        start = ""
        if node.ordered and node.start != 1:
            start = f' start="{node.start}"'
        with self._list_context(node.tight):
            items = "\n".join(self.visit(item) for item in node.children)
        return f"<{tag}{start}>\n{items}\n</{tag}>"

    def visit_listitem(self, node: ListItem) -> str:
        return f"<li>{self.blocks(node)}</li>"

    def visit_table(self, node: Table) -> str:
        lines = ["<table>"]
        for row in node.children:
            tag = "th" if row.header else "td"
            cells = []
            for cell in row.children:
                style = f' style="text-align: {cell.align}"' if cell.align else ""
                cells.append(f"<{tag}{style}>{self.inline(cell)}</{tag}>")
            lines.append("<tr>" + "".join(cells) + "</tr>")
        lines.append("</table>")
        return "\n".join(lines)


class TextRenderer(Renderer):
    """Renders a document as plain text of a given width."""

    bullet = "*"

    def __init__(self, width: int = 72, footnotes: bool = False) -> None:
        if width < 20:
            raise ValueError(f"width must be at least 20, not {width}")
        self.width = width
        self.footnotes = footnotes
        self._targets: List[str] = []

    def render(self, document: Document) -> str:
        self._targets = []
        body = self._join(document.children, self.width)
        if self._targets:
            notes = [f"[{n}] {target}" for n, target in enumerate(self._targets, 1)]
            body += "\n\n" + "\n".join(notes)
        return body + "\n" if body else ""

    def _join(self, nodes: List[Node], width: int, separator: str = "\n\n") -> str:
        return separator.join(self._block(node, width) for node in nodes)

    def _wrap(self, text: str, width: int) -> str:
        lines = []
        for line in text.split("\n"):
            lines.extend(textwrap.wrap(line, width, break_long_words=False) or [""])
        return "\n".join(lines)

    def _block(self, node: Node, width: int) -> str:
        width = max(width, 10)
        if isinstance(node, Paragraph):
            return self._wrap(self.inline(node), width)
        if isinstance(node, Heading):
            title = self.inline(node)
            if node.level > 2:
                return title
            return title + "\n" + ("=" if node.level == 1 else "-") * len(title)
        if isinstance(node, CodeBlock):
            return textwrap.indent(node.text.rstrip("\n"), "    ")
        if isinstance(node, BlockQuote):
            inner = self._join(node.children, width - 2)
            return "\n".join(("> " + line).rstrip() for line in inner.split("\n"))
        if isinstance(node, ListBlock):
            return self._list(node, width)
        if isinstance(node, Table):
            rows = [[self.inline(cell) for cell in row.children] for row in node.children]
            return layout_table(rows, node.alignments)
        return self.visit(node)

    def _list(self, node: ListBlock, width: int) -> str:
        items = []
        for number, item in enumerate(node.children, node.start):
            marker = f"{number}. " if node.ordered else self.bullet + " "
            separator = "\n" if node.tight else "\n\n"
            inner = self._join(item.children, width - len(marker), separator)
            pad = " " * len(marker)
            items.append(marker + textwrap.indent(inner, pad)[len(pad):])
        return ("\n" if node.tight else "\n\n").join(items)

    def visit_text(self, node: Text) -> str:
        return node.text

    visit_codespan = visit_text

    def visit_softbreak(self, node: Node) -> str:
        return " "

    def visit_hardbreak(self, node: Node) -> str:
        return "\n"

    def visit_emphasis(self, node: Emphasis) -> str:
        return self.inline(node)

    visit_strong = visit_emphasis

    def visit_link(self, node: Link) -> str:
        label = self.inline(node)
        if label == node.target or node.target == "mailto:" + label:
            return label
        if not self.footnotes:
            return f"{label} ({node.target})"
        if node.target not in self._targets:
            self._targets.append(node.target)
        return f"{label} [{self._targets.index(node.target) + 1}]"

    def visit_image(self, node: Image) -> str:
        return f"[image: {node.alt}]" if node.alt else "[image]"

    def visit_thematicbreak(self, node: Node) -> str:
        return "-" * 20


def to_html(document: Document, **options) -> str:
    """Render ``document`` as HTML; options are those of :class:`HtmlRenderer`."""
    return HtmlRenderer(**options).render(document)


def to_text(document: Document, **options) -> str:
    """Render ``document`` as plain text; options are those of :class:`TextRenderer`."""
    return TextRenderer(**options).render(document)
