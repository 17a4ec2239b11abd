"""Memory of earlier results, so that unchanged tasks need not run again."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Dict, Iterable, Iterator, Optional

from .config import Task
from .durations import format_duration

FORMAT = 1


def fingerprint(task: Task, upstream: Iterable[str] = ()) -> str:
    """Return a text that changes whenever the definition of *task* changes.

    *upstream* are the fingerprints of the tasks it depends on; a change there
    is a change of this task as well. Tags, schedule, timeout and retries have
    no influence on the result of a task and are left out.
    """
    parts = [task.name, task.command]
    parts.extend(f"env {name}={task.env[name]}" for name in sorted(task.env))
    parts.extend(f"needs {name}" for name in sorted(task.depends))
    parts.extend(f"from {value}" for value in sorted(upstream))
    return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()[:16]


@dataclass(frozen=True)
class CacheEntry:
    """What is remembered about the last success of a task."""

    fingerprint: str
    finished_at: float
    duration: float = 0.0


class ResultCache:
    """Successful results by task name."""

    def __init__(self, max_age: Optional[float] = None) -> None:
        self.max_age = max_age
        self._entries: Dict[str, CacheEntry] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def get(self, name: str) -> Optional[CacheEntry]:
        return self._entries.get(name)

    def store(self, name: str, mark: str, finished_at: float, duration: float = 0.0) -> None:
        self._entries[name] = CacheEntry(mark, finished_at, duration)

    def forget(self, name: str) -> bool:
        """Drop the result of a task; tell whether there was one."""
        return self._entries.pop(name, None) is not None

    def is_fresh(self, name: str, mark: str, now: float) -> bool:
        """Tell whether the stored result is for *mark* and young enough."""
        entry = self._entries.get(name)
        if entry is None or entry.fingerprint != mark:
            return False
        return self.max_age is None or now - entry.finished_at <= self.max_age

    def prune(self, known: Iterable[str]) -> int:
        """Forget tasks that are not among *known* and return how many."""
        keep = set(known)
        gone = [name for name in self._entries if name not in keep]
        for name in gone:
            del self._entries[name]
        return len(gone)

    def describe(self, name: str, now: float) -> str:
        entry = self._entries.get(name)
        if entry is None:
            return "never finished"
        return f"finished {format_duration(max(0.0, now - entry.finished_at))} ago"

    def dump(self) -> str:
        """Return the cache as JSON text."""
        entries = {name: asdict(entry) for name, entry in sorted(self._entries.items())}
        return json.dumps({"format": FORMAT, "entries": entries}, indent=2) + "\n"

    def load(self, text: str) -> None:
        """Replace the contents by those in JSON text.

        Text that cannot be used leaves the cache empty: results are then
        produced again, which is always safe.
        """
        self._entries = {}
        try:
            data = json.loads(text)
            if data["format"] != FORMAT:
                return
            loaded = {name: CacheEntry(**item) for name, item in data["entries"].items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            return
        self._entries = loaded


@contextmanager
def cache_file(path: str, max_age: Optional[float] = None) -> Iterator[ResultCache]:
    """Give a cache that is read from *path* and written back at the end."""
    cache = ResultCache(max_age)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as stream:
            cache.load(stream.read())
    try:
        yield cache
    finally:
        temporary = f"{path}.tmp"
        with open(temporary, "w", encoding="utf-8") as stream:
            stream.write(cache.dump())
        os.replace(temporary, path)
