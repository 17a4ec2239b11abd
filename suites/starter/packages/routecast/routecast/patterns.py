"""URL patterns with typed converters."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Optional, Tuple, Type
from urllib.parse import quote, unquote

_PLACEHOLDER = re.compile(
    r"<(?:(?P<converter>[a-z]+)(?:\((?P<args>[^)]*)\))?:)?(?P<name>[^<>:]*)>"
)


class PatternError(ValueError):
    """A pattern is wrong or a URL cannot be built from it."""


class Converter:
    """Converts one placeholder between its URL text and a Python value."""

    regex = r"[^/]+"
    weight = 10

    def __init__(self, args: Optional[List[str]] = None) -> None:
        if args:
            raise PatternError(f"{type(self).__name__} takes no arguments")

    def to_python(self, text: str) -> Any:
        return text

    def to_url(self, value: Any) -> str:
        text = str(value)
        if not text or "/" in text:
            raise PatternError(f"not a single path segment: {text!r}")
        return quote(text, safe="-._~!$&'()*+,;=:@")


class IntConverter(Converter):
    """Non-negative integers."""

    regex = r"[0-9]+"
    weight = 20

    def to_python(self, text: str) -> int:
        return int(text)

    def to_url(self, value: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise PatternError(f"not a non-negative integer: {value!r}")
        return str(value)


class FloatConverter(Converter):
    """Decimal numbers; the fraction is required so that integers stay apart."""

    regex = r"[0-9]+\.[0-9]+"
    weight = 20

    def to_python(self, text: str) -> float:
        return float(text)

    def to_url(self, value: Any) -> str:
        return repr(float(value))


class SlugConverter(Converter):
    """Lower-case words joined with dashes."""

    regex = r"[a-z0-9]+(?:-[a-z0-9]+)*"
    weight = 15

    def to_url(self, value: Any) -> str:
        if not re.fullmatch(self.regex, str(value)):
            raise PatternError(f"not a slug: {value!r}")
        return str(value)


class PathConverter(Converter):
    """One or more segments."""

    regex = r"[^/].*?"
    weight = 1

    def to_url(self, value: Any) -> str:
        text = str(value)
        if not text.strip("/"):
            raise PatternError("empty path")
        return quote(text.lstrip("/"), safe="/-._~!$&'()*+,;=:@")


class AnyConverter(Converter):
    """One of a fixed set of words."""

    weight = 25

    def __init__(self, args: Optional[List[str]] = None) -> None:
        super().__init__()
        if not args:
            raise PatternError("any() needs at least one choice")
        self.choices = args
        self.regex = "(?:" + "|".join(re.escape(choice) for choice in args) + ")"

    def to_url(self, value: Any) -> str:
        if value not in self.choices:
            expected = ", ".join(self.choices)
            raise PatternError(f"{value!r} is not one of: {expected}")
        return super().to_url(value)


CONVERTERS: Dict[str, Type[Converter]] = {
    "str": Converter,
    "int": IntConverter,
    "float": FloatConverter,
    "slug": SlugConverter,
    "path": PathConverter,
    "any": AnyConverter,
}


class Pattern:
    """A compiled URL pattern such as ``/users/<int:id>``."""

    STATIC_WEIGHT = 100

    def __init__(
        self, source: str, converters: Optional[Dict[str, Type[Converter]]] = None
    ) -> None:
        if not source.startswith("/"):
            raise PatternError(f"pattern must start with a slash: {source!r}")
        self.source = source
        self._available = converters if converters is not None else CONVERTERS
        # Literal strings and placeholder names in the order of the source.
        self._parts: List[Tuple[bool, str]] = []
        self._converters: Dict[str, Converter] = {}
        self._regex = re.compile(self._compile())

    def _compile(self) -> str:
        out = []
        pos = 0
        while pos < len(self.source):
            start = self.source.find("<", pos)
            if start == -1:
                start = len(self.source)
            literal = self.source[pos:start]
            if ">" in literal:
                raise PatternError(f"unexpected '>' in {self.source!r}")
            if literal:
                self._parts.append((False, literal))
                out.append(re.escape(literal))
            if start == len(self.source):
                break
            match = _PLACEHOLDER.match(self.source, start)
            if match is None:
                raise PatternError(f"bad placeholder in {self.source!r} at {start}")
            name = match.group("name")
            converter = self._make_converter(match.group("converter") or "str", match)
            if not name.isidentifier():
                raise PatternError(f"bad placeholder name {name!r}")
            if name in self._converters:
                raise PatternError(f"placeholder {name!r} is used twice")
            self._converters[name] = converter
            self._parts.append((True, name))
            out.append(f"(?P<{name}>{converter.regex})")
            pos = match.end()
        return "".join(out)

    def _make_converter(self, kind: str, match: "re.Match[str]") -> Converter:
        cls = self._available.get(kind)
        if cls is None:
            raise PatternError(f"unknown converter {kind!r}")
        args = match.group("args")
        return cls([arg.strip() for arg in args.split(",") if arg.strip()] if args else None)

    @property
    def names(self) -> List[str]:
        return list(self._converters)

    @property
    def is_static(self) -> bool:
        return not self._converters

    @property
    def weight(self) -> Tuple[int, ...]:
        """Sort key: a greater weight means a more specific pattern."""
        weights = []
        for segment in self.source.strip("/").split("/"):
            names = [match.group("name") for match in _PLACEHOLDER.finditer(segment)]
            weights.append(
                min((self._converters[n].weight for n in names), default=self.STATIC_WEIGHT)
            )
        return tuple(weights)

    def match(self, path: str) -> Optional[Dict[str, Any]]:
        """Return the converted parameters, or ``None`` when the path does not match."""
        found = self._regex.fullmatch(path)
        if found is None:
            return None
        return {
            name: self._converters[name].to_python(unquote(text))
            for name, text in found.groupdict().items()
        }

    def build(self, **params: Any) -> str:
        """Build the path for the given parameters."""
        missing = [name for name in self._converters if name not in params]
        if missing:
            raise PatternError("missing parameters: " + ", ".join(missing))
        extra = sorted(set(params) - set(self._converters))
        if extra:
            raise PatternError("unexpected parameters: " + ", ".join(extra))
        return "".join(
            self._converters[text].to_url(params[text]) if is_name else text
            for is_name, text in self._parts
        )

    def __repr__(self) -> str:
        return f"Pattern({self.source!r})"
