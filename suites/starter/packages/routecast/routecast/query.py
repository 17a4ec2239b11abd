"""Query strings: parsing, building and a dictionary with several values per key."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union
from urllib.parse import quote_plus, unquote_plus

MAX_FIELDS = 1000

# Characters that stay readable in values; all of them are allowed in a query.
SAFE_CHARACTERS = "-._~:/@,"

Pairs = Iterable[Tuple[str, Any]]

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off", ""})


class QueryError(ValueError):
    """A query string or one of its values is not acceptable."""


class QueryDict:
    """An ordered mapping of names to one or more values.

    Item access gives the last value, as most frameworks do.
    """

    def __init__(self, pairs: Pairs = ()) -> None:
        self._values: Dict[str, List[str]] = {}
        for key, value in pairs:
            self.add(key, value)

    def add(self, key: str, value: Any) -> None:
        self._values.setdefault(key, []).append(str(value))

    def __getitem__(self, key: str) -> str:
        return self._values[key][-1]

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, QueryDict):
            return self._values == other._values
        return NotImplemented

    def __repr__(self) -> str:
        return f"QueryDict({list(self.pairs())!r})"

    def __str__(self) -> str:
        return build_query(self.pairs())

    def get(self, key: str, default: Optional[str] = None) -> Optional[str]:
        return self[key] if key in self else default

    def get_list(self, key: str) -> List[str]:
        return list(self._values.get(key, ()))

    def pairs(self) -> Iterator[Tuple[str, str]]:
        """All pairs, grouped by key."""
        for key, values in self._values.items():
            for value in values:
                yield key, value

    def get_int(
        self,
        key: str,
        default: int,
        minimum: Optional[int] = None,
        maximum: Optional[int] = None,
    ) -> int:
        """An integer that is held between the two limits."""
        text = self.get(key)
        if text is None or not text.strip():
            return default
        try:
            value = int(text)
        except ValueError:
            raise QueryError(f"{key} must be an integer, not {text!r}") from None
        if minimum is not None and value < minimum:
            return minimum
        return maximum if maximum is not None and value > maximum else value

    def get_bool(self, key: str, default: bool = False) -> bool:
        text = self.get(key)
        if text is None:
            return default
        lowered = text.strip().lower()
        if lowered in _TRUE:
            return True
        if lowered in _FALSE:
            return False
        raise QueryError(f"{key} must be a boolean, not {text!r}")


def parse_query(text: str, max_fields: int = MAX_FIELDS) -> QueryDict:
    """Parse a query string, with or without its question mark.

    A plus sign stands for a space. Fields without ``=`` have an empty value.
    """
    if text.startswith("?"):
        text = text[1:]
    fields = [field for field in text.split("&") if field]
    if len(fields) > max_fields:
        raise QueryError(f"{len(fields)} fields are more than {max_fields}")
    result = QueryDict()
    for field in fields:
        key, _, value = field.partition("=")
        result.add(unquote_plus(key), unquote_plus(value))
    return result


def _encode(value: Any) -> str:
    if value is True or value is False:
        value = "true" if value else "false"
    return quote_plus(str(value), safe=SAFE_CHARACTERS)


def build_query(params: Union[Mapping[str, Any], Pairs]) -> str:
    """Build a query string from a mapping or from pairs.

    ``None`` leaves a parameter out, lists and tuples repeat it.
    """
    pairs = params.items() if isinstance(params, Mapping) else params
    fields = []
    for key, value in pairs:
        if value is None:
            continue
        values = value if isinstance(value, (list, tuple)) else [value]
        fields.extend(f"{_encode(key)}={_encode(item)}" for item in values)
    return "&".join(fields)
