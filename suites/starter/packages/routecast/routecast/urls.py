"""Splitting, joining and normalizing URLs."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import List, Optional
from urllib.parse import quote, unquote

DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}

_PARTS = re.compile(
    r"^(?:(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?"
    r"(?://(?P<authority>[^/?#]*))?"
    r"(?P<path>[^?#]*)"
    r"(?:\?(?P<query>[^#]*))?"
    r"(?:#(?P<fragment>.*))?$",
    re.DOTALL,
)
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")


class URLError(ValueError):
    """A URL cannot be understood."""


@dataclass(frozen=True)
class URL:
    """The parts of a URL; parts that are not there are ``None``, the path is a string."""

    scheme: Optional[str]
    authority: Optional[str]
    path: str
    query: Optional[str] = None
    fragment: Optional[str] = None

    @property
    def host(self) -> str:
        host = (self.authority or "").rpartition("@")[2]
        if host.startswith("["):
            return host.partition("]")[0] + "]"
        return host.partition(":")[0].lower()

    @property
    def port(self) -> Optional[int]:
        """The explicit port, or ``None``."""
        text = (self.authority or "").rpartition("@")[2]
        text = text.rpartition("]")[2].rpartition(":")[2] if ":" in text else ""
        if not text:
            return None
        if not text.isdigit() or not 0 < int(text) < 65536:
            raise URLError(f"bad port: {text!r}")
        return int(text)

    def __str__(self) -> str:
        out = []
        if self.scheme is not None:
            out.append(self.scheme + ":")
        if self.authority is not None:
            out.append("//" + self.authority)
        out.append(self.path)
        if self.query is not None:
            out.append("?" + self.query)
        if self.fragment is not None:
            out.append("#" + self.fragment)
        return "".join(out)


def split_url(text: str) -> URL:
    match = _PARTS.match(text)
    if match is None:
        raise URLError(f"not a URL: {text!r}")
    return URL(**match.groupdict())


def remove_dot_segments(path: str) -> str:
    """Resolve ``.`` and ``..``; never goes above the root."""
    segments = path.split("/")
    output: List[str] = []
    for segment in segments:
        if segment == "..":
            if len(output) > 1 or (output and output[0]):
                output.pop()
        elif segment != ".":
            output.append(segment)
    if segments[-1] in (".", ".."):
        output.append("")
    if path.startswith("/") and output == [""]:
        return "/"
    return "/".join(output)


def join_url(base: str, reference: str) -> str:
    """Resolve a reference against a base URL."""
    root = split_url(base)
    ref = split_url(reference)
    if ref.scheme is not None:
        return str(replace(ref, path=remove_dot_segments(ref.path)))
    if ref.authority is not None:
        return str(replace(ref, scheme=root.scheme, path=remove_dot_segments(ref.path)))
    if not ref.path:
        query = ref.query if ref.query is not None else root.query
        return str(replace(root, query=query, fragment=ref.fragment))
    if ref.path.startswith("/"):
        path = ref.path
    elif root.authority is not None and not root.path:
        path = "/" + ref.path
    else:
        path = root.path[:root.path.rfind("/") + 1] + ref.path
    path = remove_dot_segments(path)
    return str(replace(root, path=path, query=ref.query, fragment=ref.fragment))


def normalize_escapes(text: str) -> str:
    """Upper-case percent escapes, decode the needless ones, encode what must be."""

    def fix(match: "re.Match[str]") -> str:
        char = unquote(match.group(0), errors="replace")
        return char if _UNRESERVED.fullmatch(char) else match.group(0).upper()

    return quote(_ESCAPE.sub(fix, text), safe="%/:=&?~#+!$,;'@()*[]-._")


def normalize_url(text: str) -> str:
    """A canonical form, so that equal resources have equal URLs."""
    url = split_url(text.strip())
    scheme = url.scheme.lower() if url.scheme is not None else None
    authority = url.authority
    path = normalize_escapes(url.path)
    if authority is not None:
        user, at, _ = authority.rpartition("@")
        port = url.port
        authority = user + at + url.host
        if port is not None and port != DEFAULT_PORTS.get(scheme or ""):
            authority += f":{port}"
        path = remove_dot_segments(path) or "/"
    query = normalize_escapes(url.query) if url.query else None
    return str(URL(scheme, authority, path, query, url.fragment or None))


def is_safe_redirect(target: str, host: str) -> bool:
    """True for targets that stay on ``host``."""
    if not target or target != target.strip() or "\\" in target:
        return False
    url = split_url(target)
    if url.authority is None:
        return url.scheme is None and not target.startswith("//")
    return url.scheme in ("http", "https", None) and url.host == host.lower()
