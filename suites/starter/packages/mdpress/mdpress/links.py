"""Collecting and checking the links of a document."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import Iterable, Iterator, List, Optional

from .nodes import Document, Image, Link
from .toc import assign_anchors

ALLOWED_SCHEMES = ("http", "https", "ftp", "mailto", "tel")

_SCHEME = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*):")


@dataclass(frozen=True)
class LinkProblem:
    """A link that does not work and why."""

    target: str
    label: str
    reason: str

    def __str__(self) -> str:
        return f"{self.target or '(empty)'}: {self.reason} (in {self.label!r})"


def collect_links(document: Document) -> Iterator[Link]:
    """All links and images of a document in order."""
    for node in document.walk():
        if isinstance(node, Link):
            yield node


def scheme_of(target: str) -> Optional[str]:
    """The lower-case scheme of an absolute URL, or ``None``."""
    match = _SCHEME.match(target)
    return match.group(1).lower() if match else None


class LinkChecker:
    """Checks links without going to the network.

    ``known_paths`` are the files of the site, relative to its root; without them, links
    to other files are taken on trust. ``base`` is the folder of the checked document.
    """

    def __init__(
        self,
        known_paths: Optional[Iterable[str]] = None,
        base: str = "",
        allowed_schemes: Iterable[str] = ALLOWED_SCHEMES,
    ) -> None:
        self._paths = set(known_paths) if known_paths is not None else None
        self.base = base
        self.allowed_schemes = tuple(allowed_schemes)

    def check(self, document: Document) -> List[LinkProblem]:
        assign_anchors(document)
        anchors = {heading.anchor for heading in document.headings()}
        problems = []
        for link in collect_links(document):
            reason = self._reason(link, anchors)
            if reason is not None:
                problems.append(LinkProblem(link.target, link.plain_text(), reason))
        return problems

    def _reason(self, link: Link, anchors: set) -> Optional[str]:
        target = link.target.strip()
        if not target:
            return "empty target"
        scheme = scheme_of(target)
        if scheme is not None:
            if scheme not in self.allowed_schemes:
                return f"scheme {scheme!r} is not allowed"
            return None
        path, _, fragment = target.partition("#")
        if not path:
            if isinstance(link, Image):
                return "an image needs a file"
            if fragment and fragment not in anchors:
                return f"no heading with anchor {fragment!r}"
            return None
        if self._paths is not None and self._resolve(path) not in self._paths:
            return "no such file"
        return None

    def _resolve(self, path: str) -> str:
        path = path.partition("?")[0]
        if path.startswith("/"):
            return posixpath.normpath(path).lstrip("/")
        return posixpath.normpath(posixpath.join(self.base, path))


def check_links(document: Document, **options) -> List[LinkProblem]:
    """Check ``document`` with a new :class:`LinkChecker`."""
    return LinkChecker(**options).check(document)
