"""Exception types raised by the package."""

from __future__ import annotations

from typing import Sequence


class TaskGraphError(Exception):
    """Base class of the errors of this package."""


class ConfigError(TaskGraphError):
    """A task definition is incomplete or contradicts itself."""

    def __init__(self, message: str, task: str = "") -> None:
        super().__init__(f"task {task!r}: {message}" if task else message)
        self.task = task


class UnknownTaskError(TaskGraphError):
    """A task was named that is not defined."""

    def __init__(self, name: str, wanted_by: str = "") -> None:
        hint = f" (needed by {wanted_by!r})" if wanted_by else ""
        super().__init__(f"unknown task {name!r}{hint}")
        self.name = name
        self.wanted_by = wanted_by


class CycleError(TaskGraphError):
    """Tasks depend on each other in a circle."""

    def __init__(self, path: Sequence[str]) -> None:
        super().__init__("dependency cycle: " + " -> ".join(path))
        self.path = tuple(path)


class SelectionError(TaskGraphError):
    """A selection pattern matches no task."""


class ScheduleError(TaskGraphError, ValueError):
    """A schedule expression cannot be read."""
