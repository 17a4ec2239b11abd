"""Word statistics, reading time and excerpts."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import FrozenSet, Iterator, List, Tuple

from .nodes import CodeBlock, Document, Heading, Image, LeafBlock, Link, Paragraph

WORDS_PER_MINUTE = 220
SECONDS_PER_IMAGE = 12
ELLIPSIS = "..."
STOP_WORDS: FrozenSet[str] = frozenset(
    "a an and are as at be but by for from has in is it its of on or that the this to was "
    "were will with".split()
)

_WORD = re.compile(r"\w+(?:['’-]\w+)*")
_SENTENCE_END = re.compile(r"[.!?]+(?=\s|$)")


def words_in(text: str) -> List[str]:
    """The words of a text; hyphens and apostrophes inside a word belong to it."""
    return _WORD.findall(text)


@dataclass
class DocumentStats:
    """Counts for one document. Code blocks do not count as words."""

    words: int = 0
    characters: int = 0
    sentences: int = 0
    paragraphs: int = 0
    headings: int = 0
    links: int = 0
    images: int = 0
    code_lines: int = 0

    @property
    def reading_minutes(self) -> int:
        """Estimated reading time, rounded up; zero only for an empty document."""
        seconds = self.words * 60 / WORDS_PER_MINUTE + self.images * SECONDS_PER_IMAGE
        whole, rest = divmod(seconds, 60)
        return int(whole) + (1 if rest > 0 else 0)

    @property
    def average_sentence(self) -> float:
        return self.words / self.sentences if self.sentences else 0.0


def text_blocks(document: Document) -> Iterator[LeafBlock]:
    return (node for node in document.walk() if isinstance(node, LeafBlock))


def collect_stats(document: Document) -> DocumentStats:
    """Count words and other things in a document."""
    stats = DocumentStats()
    for block in text_blocks(document):
        text = block.plain_text()
        count = len(words_in(text))
        stats.words += count
        stats.characters += len(text)
        if isinstance(block, Heading):
            stats.headings += 1
        elif isinstance(block, Paragraph):
            stats.paragraphs += 1
            if count:
                stats.sentences += max(1, len(_SENTENCE_END.findall(text)))
    for node in document.walk():
        if isinstance(node, Image):
            stats.images += 1
        elif isinstance(node, Link):
            stats.links += 1
        elif isinstance(node, CodeBlock):
            stats.code_lines += node.text.count("\n")
    return stats


def top_words(document: Document, limit: int = 10, min_length: int = 3) -> List[Tuple[str, int]]:
    """The most frequent words that carry meaning, most frequent first, then by name."""
    counter: Counter = Counter()
    for block in text_blocks(document):
        for word in words_in(block.plain_text()):
            lowered = word.lower()
            if len(lowered) >= min_length and lowered not in STOP_WORDS:
                counter[lowered] += 1
    ranked = sorted(counter.items(), key=lambda item: (-item[1], item[0]))
    return ranked[:limit]


def excerpt(document: Document, limit: int = 160) -> str:
    """The beginning of the first paragraph, cut at a word when it is too long.

    A ``summary`` in the metadata takes precedence.
    """
    text = str(document.meta.get("summary") or "")
    if not text:
        for node in document.children:
            if isinstance(node, Paragraph) and node.plain_text().strip():
                text = node.plain_text()
                break
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    cut = text[:limit - len(ELLIPSIS) + 1]
    head, space, _ = cut.rpartition(" ")
    if not space:
        head = cut[:-1]
    return head.rstrip(" ,;:") + ELLIPSIS
