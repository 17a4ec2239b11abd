"""Cron-like schedules.

An expression has five fields: minute, hour, day of month, month and day of
week. A field is ``*`` or a list of values, ranges and steps such as
``0,30``, ``9-17``, ``*/15`` or ``mon-fri``. In the last field both 0 and 7 are
Sunday. Ranges run from the smaller to the larger value; only Sunday may close
a range of weekdays, so that ``fri-sun`` is the end of the week.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Dict, FrozenSet, Mapping, Optional, Set

from .errors import ScheduleError

_MONTHS = {
    name: number
    for number, name in enumerate(
        "jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1
    )
}
_WEEKDAYS = {name: number for number, name in enumerate("sun mon tue wed thu fri sat".split())}

_ALIASES = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
}

_SEARCH_DAYS = 366 * 8


@dataclass(frozen=True)
class FieldSpec:
    """What one field of an expression may contain."""

    label: str
    low: int
    high: int
    names: Mapping[str, int] = field(default_factory=dict)
    weekday: bool = False

    def value(self, text: str) -> int:
        """Read a single number or name."""
        if text in self.names:
            return self.names[text]
        if not text.isdigit():
            raise ScheduleError(f"bad {self.label}: {text!r}")
        number = int(text)
        if self.weekday and number == 7:
            number = 0
        if not self.low <= number <= self.high:
            raise ScheduleError(
                f"{self.label} {number} is not between {self.low} and {self.high}"
            )
        return number

    def expand(self, text: str) -> FrozenSet[int]:
        """Return all values that a field stands for."""
        values: Set[int] = set()
        for item in text.lower().split(","):
            body, slash, step_text = item.partition("/")
            step = 1
            if slash:
                if not step_text.isdigit() or int(step_text) == 0:
                    raise ScheduleError(f"bad step in {self.label}: {item!r}")
                step = int(step_text)
            if body == "*":
                start, end = self.low, self.high
            elif "-" in body:
                start, end = self._bounds(body)
            else:
                start = self.value(body)
                end = self.high if slash else start
            values.update(self._wrap(number) for number in range(start, end + 1, step))
        return frozenset(values)

    def _bounds(self, text: str) -> tuple:
        """Read both ends of a range."""
        first, _, last = text.partition("-")
        start, end = self.value(first), self.value(last)
        if self.weekday and end == 0 and start > 0:
            end = 7
        if end < start:
            raise ScheduleError(f"{self.label} range {text!r} runs backwards")
        return start, end

    def _wrap(self, number: int) -> int:
        return number % 7 if self.weekday else number


_FIELDS: Dict[str, FieldSpec] = {
    "minute": FieldSpec("minute", 0, 59),
    "hour": FieldSpec("hour", 0, 23),
    "day": FieldSpec("day of month", 1, 31),
    "month": FieldSpec("month", 1, 12, _MONTHS),
    "weekday": FieldSpec("day of week", 0, 6, _WEEKDAYS, weekday=True),
}


@dataclass(frozen=True)
class Schedule:
    """A parsed schedule expression."""

    expression: str
    minutes: FrozenSet[int]
    hours: FrozenSet[int]
    days: FrozenSet[int]
    months: FrozenSet[int]
    weekdays: FrozenSet[int]
    any_day: bool
    any_weekday: bool

    @classmethod
    def parse(cls, expression: str) -> "Schedule":
        """Read an expression or one of the aliases such as ``@daily``."""
        text = " ".join(expression.split())
        if text.startswith("@"):
            if text.lower() not in _ALIASES:
                raise ScheduleError(f"unknown schedule alias {text!r}")
            fields = _ALIASES[text.lower()].split()
        else:
            fields = text.split(" ")
        if len(fields) != len(_FIELDS):
            raise ScheduleError(f"expected {len(_FIELDS)} fields, got {len(fields)}: {text!r}")
        sets = [spec.expand(part) for spec, part in zip(_FIELDS.values(), fields)]
        return cls(text, *sets, any_day=fields[2] == "*", any_weekday=fields[4] == "*")

    def __str__(self) -> str:
        return self.expression

    def matches_day(self, day: dt.date) -> bool:
        """Tell whether the schedule has a time on *day*.

        If both day of month and day of week are restricted, one of them is
        enough, as in cron.
        """
        if day.month not in self.months:
            return False
        by_date = day.day in self.days
        by_weekday = day.isoweekday() % 7 in self.weekdays
        if self.any_day or self.any_weekday:
            return by_date and by_weekday
        return by_date or by_weekday

    def matches(self, moment: dt.datetime) -> bool:
        """Tell whether the schedule is due in the minute of *moment*."""
        return (
            moment.minute in self.minutes
            and moment.hour in self.hours
            and self.matches_day(moment.date())
        )

    def next_after(self, moment: dt.datetime) -> Optional[dt.datetime]:
        """Return the first due minute after *moment*.

        None means that the schedule never comes due, like 30 February.
        """
        current = moment.replace(second=0, microsecond=0) + dt.timedelta(minutes=1)
        for _ in range(_SEARCH_DAYS):
            if self.matches_day(current.date()):
                for hour in sorted(self.hours):
                    if hour < current.hour:
                        continue
                    for minute in sorted(self.minutes):
                        if hour > current.hour or minute >= current.minute:
                            return current.replace(hour=hour, minute=minute)
            current = (current + dt.timedelta(days=1)).replace(hour=0, minute=0)
        return None
