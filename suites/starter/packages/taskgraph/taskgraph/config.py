"""Task definitions and the files they are read from."""

from __future__ import annotations

import configparser
import json
import re
from dataclasses import dataclass, field, replace
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .durations import parse_duration
from .errors import ConfigError
from .schedule import Schedule, ScheduleError

_NAME = re.compile(r"^[A-Za-z0-9][\w.:\-]*$")
_SECTION = "task "
_KEYS = ("command", "depends", "env", "tags", "timeout", "retries", "schedule", "cache")
_TRUE = ("yes", "true", "on", "1")
_FALSE = ("no", "false", "off", "0")


@dataclass(frozen=True)
class Task:
    """One unit of work."""

    name: str
    command: str = ""
    depends: Tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    tags: Tuple[str, ...] = ()
    timeout: Optional[float] = None
    retries: int = 0
    schedule: Optional[Schedule] = None
    cache: bool = True

    def __post_init__(self) -> None:
        if not _NAME.match(self.name):
            raise ConfigError(f"invalid task name: {self.name!r}")
        if self.retries < 0:
            raise ConfigError("retries cannot be negative", self.name)
        if self.name in self.depends:
            raise ConfigError("a task cannot depend on itself", self.name)

    @property
    def is_group(self) -> bool:
        """Groups have no command and only tie other tasks together."""
        return not self.command

    def with_command(self, command: str) -> "Task":
        return replace(self, command=command)


def split_list(value: Any) -> Tuple[str, ...]:
    """Read a list given as text (commas or blanks) or as a sequence."""
    if value is None:
        return ()
    if isinstance(value, str):
        items: List[str] = re.split(r"[,\s]+", value)
    else:
        items = [str(item).strip() for item in value]
    unique = []
    for item in items:
        if item and item not in unique:
            unique.append(item)
    return tuple(unique)


def parse_env(value: Any) -> Dict[str, str]:
    """Read environment settings, one ``NAME=value`` a line, or a mapping."""
    if isinstance(value, Mapping):
        return {str(key): str(item) for key, item in value.items()}
    env = {}
    for line in value.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, equals, rest = line.partition("=")
        if not equals or not name.strip():
            raise ValueError(f"expected NAME=value, got {line!r}")
        env[name.strip()] = rest.strip()
    return env


def parse_flag(value: Any) -> bool:
    """Read a yes/no setting."""
    if isinstance(value, bool):
        return value
    text = str(value).strip().lower()
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    raise ValueError(f"expected yes or no, got {value!r}")


def build_task(name: str, settings: Mapping[str, Any], defaults: Mapping[str, Any]) -> Task:
    """Make a task from raw settings; *defaults* fill in what is missing."""
    unknown = sorted(key for key in settings if key not in _KEYS)
    if unknown:
        raise ConfigError(f"unknown setting {unknown[0]!r}", name)
    merged = {**defaults, **settings}
    env = {}
    try:
        for source in (defaults, settings):
            if source.get("env"):
                env.update(parse_env(source["env"]))
        timeout = merged.get("timeout")
        schedule = merged.get("schedule")
        return Task(
            name=name,
            command=" ".join(str(merged.get("command", "")).split()),
            depends=split_list(merged.get("depends")),
            env=env,
            tags=tuple(tag.lower() for tag in split_list(merged.get("tags"))),
            timeout=None if timeout in (None, "", "none") else parse_duration(timeout),
            retries=int(merged.get("retries", 0)),
            schedule=Schedule.parse(schedule) if schedule else None,
            cache=parse_flag(merged.get("cache", True)),
        )
    except ScheduleError as error:
        raise ConfigError(str(error), name) from error
    except ValueError as error:
        raise ConfigError(str(error), name) from None


def load_ini(text: str) -> List[Task]:
    """Read tasks from ``[task NAME]`` sections; ``[defaults]`` applies to all."""
    parser = configparser.ConfigParser(interpolation=None, default_section="\0")
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise ConfigError(str(error).splitlines()[0]) from None
    defaults = dict(parser["defaults"]) if parser.has_section("defaults") else {}
    tasks = []
    for section in parser.sections():
        if section == "defaults":
            continue
        if not section.startswith(_SECTION):
            raise ConfigError(f"unexpected section [{section}]")
        name = section[len(_SECTION):].strip()
        tasks.append(build_task(name, dict(parser[section]), defaults))
    return tasks


def load_json(text: str) -> List[Task]:
    """Read tasks from ``{"defaults": {...}, "tasks": {NAME: {...}}}``."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ConfigError(f"invalid JSON in line {error.lineno}") from None
    if not isinstance(data, dict) or not isinstance(data.get("tasks"), dict):
        raise ConfigError("expected an object with a 'tasks' object")
    defaults = data.get("defaults") or {}
    tasks = []
    for name, settings in data["tasks"].items():
        if isinstance(settings, str):
            settings = {"command": settings}
        tasks.append(build_task(name, settings, defaults))
    return tasks
