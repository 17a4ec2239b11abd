"""A least-recently-used cache with optional expiry."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Callable, Generic, Hashable, Iterator, Optional, Tuple, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_MISSING: Any = object()


@dataclass
class CacheInfo:
    """Counters of a cache."""

    hits: int = 0
    misses: int = 0
    evictions: int = 0

    @property
    def ratio(self) -> float:
        total = self.hits + self.misses
        return self.hits / total if total else 0.0


class LRUCache(Generic[K, V]):
    """Keeps the ``maxsize`` entries that were used last.

    With a ``ttl``, entries are also dropped that many seconds after they were stored;
    this needs a clock.
    """

    def __init__(
        self,
        maxsize: int,
        ttl: Optional[float] = None,
        clock: Optional[Callable[[], float]] = None,
    ) -> None:
        if maxsize < 1:
            raise ValueError("maxsize must be at least 1")
        if ttl is not None and clock is None:
            raise ValueError("a ttl needs a clock")
        self.maxsize = maxsize
        self.ttl = ttl
        self.info = CacheInfo()
        self._clock = clock if clock is not None else (lambda: 0.0)
        self._entries: "OrderedDict[K, Tuple[V, float]]" = OrderedDict()

    def _expired(self, stored: float) -> bool:
        return self.ttl is not None and self._clock() - stored >= self.ttl

    def get(self, key: K, default: Any = None) -> Any:
        """Return the value of a key and mark it as used."""
        entry = self._entries.get(key)
        if entry is not None and self._expired(entry[1]):
            del self._entries[key]
            entry = None
        if entry is None:
            self.info.misses += 1
            return default
        self.info.hits += 1
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: K, value: V) -> None:
        self._entries[key] = (value, self._clock())
        self._entries.move_to_end(key)
        while len(self._entries) > self.maxsize:
            self._entries.popitem(last=False)
            self.info.evictions += 1

    def get_or_create(self, key: K, factory: Callable[[], V]) -> V:
        """Return the cached value, or make and store it; ``None`` is a value too."""
        value = self.get(key, _MISSING)
        if value is _MISSING:
            value = factory()
            self.put(key, value)
        return value

    def discard(self, key: K) -> bool:
        return self._entries.pop(key, None) is not None

    def purge(self) -> int:
        """Drop all expired entries; returns how many."""
        stale = [key for key, (_, stored) in self._entries.items() if self._expired(stored)]
        for key in stale:
            del self._entries[key]
        return len(stale)

    def clear(self) -> None:
        self._entries.clear()
        self.info = CacheInfo()

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: object) -> bool:
        entry = self._entries.get(key)  # type: ignore[call-overload]
        return entry is not None and not self._expired(entry[1])

    def __iter__(self) -> Iterator[K]:
        """Keys, the one used longest ago first."""
        return iter(list(self._entries))
