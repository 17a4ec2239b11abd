"""Parsing of request headers: Accept, Range and Cache-Control."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

_TOKEN = re.compile(r"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")
_RANGE = re.compile(r"^(\d*)-(\d*)$")


class HeaderError(ValueError):
    """A header does not follow its grammar."""


def split_quoted(text: str, separator: str) -> Iterator[str]:
    """Split at a separator that is not inside a quoted string; drops empty items."""
    start = 0
    pos = 0
    quoted = False
    while pos < len(text):
        char = text[pos]
        if char == "\\" and quoted:
            pos += 1
        elif char == '"':
            quoted = not quoted
        elif char == separator and not quoted:
            item = text[start:pos].strip()
            if item:
                yield item
            start = pos + 1
        pos += 1
    item = text[start:].strip()
    if item:
        yield item


def unquote(text: str) -> str:
    """Remove the quotes and backslashes of a quoted string."""
    text = text.strip()
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        return text
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def parse_options(text: str) -> Tuple[str, Dict[str, str]]:
    """Split ``value; key=value`` headers such as Content-Type."""
    first, *rest = list(split_quoted(text, ";")) or [""]
    options = {}
    for item in rest:
        key, _, value = item.partition("=")
        options[key.strip().lower()] = unquote(value)
    return first.lower(), options


@dataclass(frozen=True)
class MediaType:
    """A media type without wildcards, such as ``text/html; charset=utf-8``."""

    type: str
    subtype: str
    params: Tuple[Tuple[str, str], ...] = ()

    @classmethod
    def parse(cls, text: str) -> MediaType:
        name, options = parse_options(text)
        major, slash, minor = name.partition("/")
        if not slash or not _TOKEN.match(major) or not _TOKEN.match(minor):
            raise HeaderError(f"not a media type: {text!r}")
        return cls(major, minor, tuple(sorted(options.items())))

    def __str__(self) -> str:
        return f"{self.type}/{self.subtype}" + "".join(f"; {k}={v}" for k, v in self.params)


@dataclass(frozen=True)
class MediaRange(MediaType):
    """One entry of an Accept header."""

    quality: float = 1.0

    @property
    def specificity(self) -> int:
        """Zero for ``*/*``, more for ranges that say more."""
        if self.type == "*":
            return 0
        return 1 if self.subtype == "*" else 2 + len(self.params)

    def matches(self, offer: MediaType) -> bool:
        """True when the offer is in the range, its parameters included."""
        if self.type not in ("*", offer.type):
            return False
        if self.subtype not in ("*", offer.subtype):
            return False
        return set(self.params) <= set(offer.params)


def parse_quality(text: str) -> float:
    """A q-value; out-of-range values are held between 0 and 1."""
    try:
        quality = float(text)
    except ValueError:
        raise HeaderError(f"bad q-value: {text!r}") from None
    if quality != quality:
        raise HeaderError(f"bad q-value: {text!r}")
    return min(1.0, max(0.0, quality))


def parse_accept(header: str) -> List[MediaRange]:
    """Parse an Accept header; best quality first, otherwise in the client's order.

    Entries that make no sense are skipped.
    """
    ranges = []
    for item in split_quoted(header, ","):
        name, options = parse_options(item)
        if name == "*":
            name = "*/*"
        major, _, minor = name.partition("/")
        if not major or not minor or (major == "*" and minor != "*"):
            continue
        try:
            quality = parse_quality(options.pop("q", "1"))
        except HeaderError:
            continue
        ranges.append(MediaRange(major, minor, tuple(sorted(options.items())), quality))
    return sorted(ranges, key=lambda entry: -entry.quality)


def quality_of(offer: MediaType, ranges: Iterable[MediaRange]) -> float:
    """Quality the client gives to an offer: that of the most specific matching range."""
    best: Optional[MediaRange] = None
    for entry in ranges:
        if not entry.matches(offer):
            continue
        if best is None or entry.specificity > best.specificity:
            best = entry
    return best.quality if best is not None else 0.0


def negotiate(
    header: Optional[str], offers: Sequence[str], default: Optional[str] = None
) -> Optional[str]:
    """Pick the offer the client likes best; ties go to the offer listed first.

    Without a header anything is acceptable. Returns ``default`` when nothing is.
    """
    if header is None or not header.strip():
        return offers[0] if offers else default
    ranges = parse_accept(header)
    chosen = default
    chosen_quality = 0.0
    for offer in offers:
        quality = quality_of(MediaType.parse(offer), ranges)
        if quality > chosen_quality:
            chosen, chosen_quality = offer, quality
    return chosen


@dataclass(frozen=True)
class ByteRange:
    """A satisfiable range of bytes; both ends are included."""

    start: int
    end: int

    @property
    def length(self) -> int:
        return self.end - self.start + 1

    def content_range(self, size: int) -> str:
        """Value of the Content-Range header for a body of ``size`` bytes."""
        return f"bytes {self.start}-{self.end}/{size}"


def parse_range(header: str, size: int) -> List[ByteRange]:
    """Parse a Range header for a body of ``size`` bytes.

    Ranges past the end are dropped, so an empty list means "not satisfiable".
    """
    unit, equals, spec = header.partition("=")
    if not equals or unit.strip().lower() != "bytes":
        raise HeaderError(f"unsupported range: {header!r}")
    ranges = []
    for item in spec.split(","):
        match = _RANGE.match(item.strip())
        if match is None or item.strip() == "-":
            raise HeaderError(f"bad range: {item.strip()!r}")
        first, last = match.groups()
        if not first:
            start, end = max(0, size - int(last)), size - 1
        else:
            start = int(first)
            end = min(int(last), size - 1) if last else size - 1
            if last and int(last) < start:
                raise HeaderError(f"bad range: {item.strip()!r}")
        if start <= end:
            ranges.append(ByteRange(start, end))
    return ranges


@dataclass
class CacheControl:
    """The directives of a Cache-Control header."""

    directives: Dict[str, Optional[str]] = field(default_factory=dict)

    @classmethod
    def parse(cls, header: str) -> CacheControl:
        directives: Dict[str, Optional[str]] = {}
        for item in split_quoted(header, ","):
            name, equals, value = item.partition("=")
            directives[name.strip().lower()] = unquote(value) if equals else None
        return cls(directives)

    def _seconds(self, name: str) -> Optional[int]:
        value = self.directives.get(name)
        if value is None or not value.isdigit():
            return None
        return int(value)

    @property
    def max_age(self) -> Optional[int]:
        return self._seconds("max-age")

    @property
    def storable(self) -> bool:
        return "no-store" not in self.directives

    def fresh_for(self, shared: bool = False) -> int:
        """Seconds for which a response may be used without asking again."""
        if not self.storable or "no-cache" in self.directives:
            return 0
        if shared:
            if "private" in self.directives:
                return 0
            shared_age = self._seconds("s-maxage")
            if shared_age is not None:
                return shared_age
        return self.max_age or 0

    def __str__(self) -> str:
        parts = []
        for name, value in self.directives.items():
            if value is None:
                parts.append(name)
            else:
                quoted = value if _TOKEN.match(value) else f'"{value}"'
                parts.append(f"{name}={quoted}")
        return ", ".join(parts)
