"""The dependency graph and the selection of tasks in it."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Dict, Iterable, Iterator, List, Optional, Sequence, Set

from .config import Task
from .errors import ConfigError, CycleError, SelectionError, UnknownTaskError


class TaskGraph:
    """A set of tasks whose dependencies are all known and free of cycles."""

    def __init__(self, tasks: Iterable[Task] = ()) -> None:
        self._tasks: Dict[str, Task] = {}
        for task in tasks:
            self.add(task)

    def __len__(self) -> int:
        return len(self._tasks)

    def __contains__(self, name: object) -> bool:
        return name in self._tasks

    def __iter__(self) -> Iterator[Task]:
        return iter(self._tasks.values())

    def __getitem__(self, name: str) -> Task:
        try:
            return self._tasks[name]
        except KeyError:
            raise UnknownTaskError(name) from None

    def add(self, task: Task) -> None:
        """Add a task; its dependencies may be added later."""
        if task.name in self._tasks:
            raise ConfigError("defined twice", task.name)
        self._tasks[task.name] = task

    def replace(self, task: Task) -> None:
        """Put a new definition in the place of an existing task."""
        if task.name not in self._tasks:
            raise UnknownTaskError(task.name)
        self._tasks[task.name] = task

    def dependents(self, name: str) -> List[str]:
        """Return the tasks that directly depend on *name*."""
        self[name]
        return [task.name for task in self if name in task.depends]

    def closure(self, names: Iterable[str]) -> Set[str]:
        """Return *names* with everything they need, directly or not."""
        found: Set[str] = set()
        waiting = [(name, "") for name in names]
        while waiting:
            name, wanted_by = waiting.pop()
            if name in found:
                continue
            if name not in self._tasks:
                raise UnknownTaskError(name, wanted_by)
            found.add(name)
            waiting.extend((needed, name) for needed in self._tasks[name].depends)
        return found

    def order(self, names: Optional[Iterable[str]] = None) -> List[Task]:
        """Return tasks so that each comes after what it depends on.

        Without *names* all tasks are returned, otherwise the named ones and
        what they need. Tasks that are independent keep the order of definition.
        """
        wanted = self.closure(self._tasks if names is None else names)
        done: List[Task] = []
        state: Dict[str, str] = {}
        path: List[str] = []

        def visit(name: str) -> None:
            if state.get(name) == "done":
                return
            if state.get(name) == "open":
                raise CycleError(path[path.index(name):] + [name])
            state[name] = "open"
            path.append(name)
            for needed in self._tasks[name].depends:
                visit(needed)
            path.pop()
            state[name] = "done"
            done.append(self._tasks[name])

        for name in self._tasks:
            if name in wanted:
                visit(name)
        return done

    def levels(self) -> List[List[str]]:
        """Group the tasks into waves that could run at the same time."""
        depth: Dict[str, int] = {}
        for task in self.order():
            depth[task.name] = max((depth[name] + 1 for name in task.depends), default=0)
        waves: List[List[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
        for name, level in depth.items():
            waves[level].append(name)
        return waves

    def roots(self) -> List[str]:
        """Return the tasks that no other task depends on."""
        needed = {name for task in self for name in task.depends}
        return [task.name for task in self if task.name not in needed]


def _matches(task: Task, pattern: str) -> bool:
    kind, colon, rest = pattern.partition(":")
    if colon and kind == "tag":
        return any(fnmatchcase(tag, rest.lower()) for tag in task.tags)
    return fnmatchcase(task.name, pattern)


def select_tasks(graph: TaskGraph, patterns: Sequence[str]) -> List[str]:
    """Return the names of the tasks that *patterns* describe.

    A pattern is a glob for task names (``test-*``) or for tags
    (``tag:slow``). A leading ``!`` takes the matching tasks out again. If there
    are only such exclusions, they apply to all tasks.
    """
    cleaned = [pattern.strip() for pattern in patterns if pattern.strip()]
    includes = [pattern for pattern in cleaned if not pattern.startswith("!")]
    excludes = [pattern[1:].strip() for pattern in cleaned if pattern.startswith("!")]
    for pattern in includes:
        if not any(_matches(task, pattern) for task in graph):
            raise SelectionError(f"no task matches {pattern!r}")
    chosen = []
    for task in graph:
        if includes and not any(_matches(task, pattern) for pattern in includes):
            continue
        if excludes and any(_matches(task, pattern) for pattern in excludes):
            continue
        chosen.append(task.name)
    return chosen
