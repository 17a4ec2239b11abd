"""Run interdependent tasks in order, with retries and a result cache."""

from .cache import ResultCache, fingerprint
from .config import Task, load_ini, load_json
from .durations import format_duration, parse_duration
from .errors import (
    ConfigError,
    CycleError,
    ScheduleError,
    SelectionError,
    TaskGraphError,
    UnknownTaskError,
)
from .graph import TaskGraph, select_tasks
from .retry import RetryPolicy
from .runner import Result, Runner, RunReport
from .schedule import Schedule

__version__ = "1.0.0"

__all__ = [
    "ConfigError",
    "CycleError",
    "Result",
    "ResultCache",
    "RetryPolicy",
    "RunReport",
    "Runner",
    "Schedule",
    "ScheduleError",
    "SelectionError",
    "Task",
    "TaskGraph",
    "TaskGraphError",
    "UnknownTaskError",
    "fingerprint",
    "format_duration",
    "load_ini",
    "load_json",
    "parse_duration",
    "select_tasks",
]
