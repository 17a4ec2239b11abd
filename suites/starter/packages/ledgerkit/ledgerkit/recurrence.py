"""Repeating dates, for standing orders and subscriptions."""

from __future__ import annotations

import calendar
import datetime as dt
from dataclasses import dataclass
from typing import Iterator, List, Optional

from .journal import Entry, Posting

_DAYS = {"daily": 1, "weekly": 7}
_MONTHS = {"monthly": 1, "quarterly": 3, "yearly": 12}


def add_months(date: dt.date, months: int) -> dt.date:
    """Move *date* by whole months, shortening the day if the month is too short."""
    index = date.year * 12 + date.month - 1 + months
    year, month = index // 12, index % 12 + 1
    last = calendar.monthrange(year, month)[1]
    return dt.date(year, month, min(date.day, last))


@dataclass(frozen=True)
class Recurrence:
    """A rule such as "every two weeks from 1 March until the end of the year".

    *until* is the last day on which an occurrence may fall, *count* limits the
    number of occurrences. Without either, the rule never ends.
    """

    start: dt.date
    frequency: str = "monthly"
    interval: int = 1
    until: Optional[dt.date] = None
    count: Optional[int] = None

    def __post_init__(self) -> None:
        if self.frequency not in _DAYS and self.frequency not in _MONTHS:
            raise ValueError(f"unknown frequency: {self.frequency!r}")
        if self.interval < 1:
            raise ValueError("interval must be at least 1")

    def _shift(self, steps: int) -> dt.date:
        """Return the date a number of steps after the start."""
        distance = self.interval * steps
        if self.frequency in _DAYS:
            return self.start + dt.timedelta(days=_DAYS[self.frequency] * distance)
        return add_months(self.start, _MONTHS[self.frequency] * distance)

    def occurrences(self) -> Iterator[dt.date]:
        """Yield the dates of the rule in order."""
        produced = 0
        current = self.start
        while self.until is None or current <= self.until:
            if self.count is not None and produced >= self.count:
                return
            yield current
            produced += 1
            current = self._shift(produced)

    def between(self, start: dt.date, end: dt.date) -> List[dt.date]:
        """Return the occurrences from *start* to before *end*."""
        dates = []
        for date in self.occurrences():
            if date >= end:
                break
            if date >= start:
                dates.append(date)
        return dates

    def next_after(self, date: dt.date) -> Optional[dt.date]:
        """Return the first occurrence later than *date*, None when there is none."""
        return next((day for day in self.occurrences() if day > date), None)


@dataclass
class RecurringEntry:
    """A template entry that is repeated by a rule."""

    template: Entry
    rule: Recurrence

    def entries(self, start: dt.date, end: dt.date) -> Iterator[Entry]:
        """Yield copies of the template for the dates in a period."""
        for date in self.rule.between(start, end):
            postings = [
                Posting(post.account, post.amount, post.note)
                for post in self.template.postings
            ]
            yield Entry(date, self.template.description, postings, self.template.tags)
