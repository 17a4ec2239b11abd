"""The document tree shared by the parsers and the renderers."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple


class Node:
    """A node of the document tree; leaves simply have no children."""

    def __init__(self, children: Optional[Iterable[Node]] = None) -> None:
        self.children: List[Node] = list(children) if children is not None else []

    @property
    def kind(self) -> str:
        """Lower-case name of the node class, used to pick a render method."""
        return type(self).__name__.lower()

    def walk(self) -> Iterator[Node]:
        """Yield this node and all nodes below it in document order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def plain_text(self) -> str:
        """Return the text of the node without any markup, on one line."""
        parts = []
        for child in self.children:
            if isinstance(child, Break):
                parts.append(" ")
            else:
                parts.append(child.plain_text())
        return "".join(parts)

    def __repr__(self) -> str:
        return "<{} with {} children>".format(type(self).__name__, len(self.children))


# Inline nodes


class Text(Node):
    """A run of literal characters."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def plain_text(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text!r}>"


class CodeSpan(Text):
    """Inline code; the text is never interpreted."""


class Break(Node):
    """Base class of the two kinds of line ending inside a paragraph."""


class SoftBreak(Break):
    """A line ending of the source that has no meaning of its own."""


class HardBreak(Break):
    """A line ending the author asked for."""


class Emphasis(Node):
    """Text between single ``*`` or ``_``."""


class Strong(Node):
    """Text between double ``*`` or ``_``."""


class Link(Node):
    """A hyperlink; the children are the label."""

    def __init__(self, target: str, title: str = "", children: Optional[Iterable[Node]] = None):
        super().__init__(children)
        self.target = target
        self.title = title


class Image(Link):
    """An image; the children are the source of the alternative text."""

    @property
    def alt(self) -> str:
        return self.plain_text()


# Block nodes


class LeafBlock(Node):
    """A block whose source text is handed to the inline parser."""

    def __init__(self, source: str = "") -> None:
        super().__init__()
        self.source = source


class Paragraph(LeafBlock):
    """Consecutive lines of text."""


class Heading(LeafBlock):
    """A section heading of level 1 to 6."""

    def __init__(self, level: int, source: str, custom_id: Optional[str] = None) -> None:
        super().__init__(source)
        self.level = level
        self.custom_id = custom_id
        self.anchor: Optional[str] = custom_id


class CodeBlock(Node):
    """A fenced block of code."""

    def __init__(self, text: str, language: str = "") -> None:
        super().__init__()
        self.text = text
        self.language = language


class BlockQuote(Node):
    """Quoted blocks."""


class ThematicBreak(Node):
    """A horizontal rule."""


class ListBlock(Node):
    """A bulleted or numbered list; the children are list items."""

    def __init__(self, ordered: bool = False, start: int = 1) -> None:
        super().__init__()
        self.ordered = ordered
        self.start = start
        self.tight = True


class ListItem(Node):
    """One item of a list."""


class TableCell(LeafBlock):
    """One cell of a table."""

    def __init__(self, source: str, align: str = "") -> None:
        super().__init__(source)
        self.align = align


class TableRow(Node):
    """A row of cells."""

    def __init__(self, cells: Iterable[Node], header: bool = False) -> None:
        super().__init__(cells)
        self.header = header


class Table(Node):
    """A table; the first child is the header row."""

    def __init__(self, rows: Iterable[Node], alignments: List[str]) -> None:
        super().__init__(rows)
        self.alignments = alignments


class Document(Node):
    """The root of the tree."""

    def __init__(
        self,
        children: Optional[Iterable[Node]] = None,
        meta: Optional[Dict[str, Any]] = None,
        references: Optional[Dict[str, Tuple[str, str]]] = None,
    ) -> None:
        super().__init__(children)
        self.meta: Dict[str, Any] = meta if meta is not None else {}
        self.references = references if references is not None else {}

    def headings(self) -> Iterator[Heading]:
        """All headings in document order, also those inside quotes and lists."""
        return (node for node in self.walk() if isinstance(node, Heading))

    @property
    def title(self) -> str:
        """The title from the metadata or else the text of the first heading."""
        if self.meta.get("title"):
            return str(self.meta["title"])
        for heading in self.headings():
            return heading.plain_text()
        return ""
