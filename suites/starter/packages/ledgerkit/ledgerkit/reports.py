"""Period reports: trial balance, income statement and register."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Dict, Iterator, List, Optional, Tuple

from .accounts import is_within, normal_sign
from .journal import Journal
from .money import Money, sum_by_currency
from .recurrence import add_months


@dataclass(frozen=True)
class Period:
    """A range of days; the end is not part of it."""

    start: dt.date
    end: dt.date

    def __post_init__(self) -> None:
        if self.end <= self.start:
            raise ValueError("a period must end after it starts")

    @classmethod
    def month(cls, year: int, month: int) -> "Period":
        start = dt.date(year, month, 1)
        return cls(start, add_months(start, 1))

    @classmethod
    def quarter(cls, year: int, quarter: int) -> "Period":
        if not 1 <= quarter <= 4:
            raise ValueError(f"not a quarter: {quarter}")
        start = dt.date(year, 3 * quarter - 2, 1)
        return cls(start, add_months(start, 3))

    @classmethod
    def year(cls, year: int) -> "Period":
        return cls(dt.date(year, 1, 1), dt.date(year + 1, 1, 1))

    @property
    def days(self) -> int:
        return (self.end - self.start).days

    @property
    def last_day(self) -> dt.date:
        return self.end - dt.timedelta(days=1)

    def __contains__(self, date: dt.date) -> bool:
        return self.start <= date < self.end

    def months(self) -> Iterator["Period"]:
        """Yield the calendar months, clipped to the period."""
        current = self.start
        while current < self.end:
            following = add_months(current.replace(day=1), 1)
            yield Period(current, min(following, self.end))
            current = following

    def label(self) -> str:
        """Return a short name: a year, a month or the first and last day."""
        if self == Period.year(self.start.year):
            return str(self.start.year)
        if self == Period.month(self.start.year, self.start.month):
            return f"{self.start:%Y-%m}"
        return f"{self.start.isoformat()} to {self.last_day.isoformat()}"


@dataclass(frozen=True)
class RegisterRow:
    """One movement of an account and the balance after it."""

    date: dt.date
    description: str
    amount: Money
    balance: Money


def trial_balance(
    journal: Journal, currency: str, as_of: Optional[dt.date] = None
) -> List[Tuple[str, Money]]:
    """Return the own balance of every account that has one, in tree order."""
    end = None if as_of is None else as_of + dt.timedelta(days=1)
    totals: Dict[str, Money] = {}
    for entry in journal.select(end=end):
        for post in entry.postings:
            if post.amount is None or post.amount.currency != currency:
                continue
            before = totals.get(post.account, Money.zero(currency))
            totals[post.account] = before + post.amount
    return [
        (account.name, totals[account.name])
        for account in journal.accounts
        if account.name in totals and not totals[account.name].is_zero
    ]


def income_statement(journal: Journal, period: Period, currency: str) -> Dict[str, Money]:
    """Return total income, total expenses and the result of a period."""
    totals = {"income": Money.zero(currency), "expenses": Money.zero(currency)}
    for entry in journal.select(period.start, period.end):
        for key, root in (("income", "Income"), ("expenses", "Expenses")):
            moved = entry.amount_for(root).get(currency)
            if moved is not None:
                totals[key] += moved * normal_sign(root)
    totals["result"] = totals["income"] - totals["expenses"]
    return totals


def register(
    journal: Journal, account: str, currency: str, period: Optional[Period] = None
) -> Iterator[RegisterRow]:
    """Yield the movements of an account with a running balance."""
    name = journal.accounts.get(account).name
    balance = Money.zero(currency)
    for entry in journal.select(end=period.end if period else None, account=name):
        moved = entry.amount_for(name).get(currency)
        if moved is None:
            continue
        balance += moved
        if period is None or entry.date in period:
            yield RegisterRow(entry.date, entry.description, moved, balance)


def spending_by_month(
    journal: Journal, account: str, period: Period, currency: str
) -> Dict[str, Money]:
    """Return the movement of an account for each month of a period."""
    result = {}
    for month in period.months():
        moved = [
            post.amount
            for entry in journal.select(month.start, month.end)
            for post in entry.postings
            if post.amount is not None and is_within(post.account, account)
        ]
        total = sum_by_currency(moved).get(currency)
        result[f"{month.start:%Y-%m}"] = Money.zero(currency) if total is None else total
    return result


def render_balances(rows: List[Tuple[str, Money]], indent: int = 2) -> str:
    """Lay out a trial balance as text, amounts aligned to the right."""
    if not rows:
        return "(no balances)\n"
    names = []
    for name, _ in rows:
        parts = name.split(":")
        names.append(" " * indent * (len(parts) - 1) + parts[-1])
    amounts = [money.format() for _, money in rows]
    left = max(len(name) for name in names)
    right = max(len(amount) for amount in amounts)
    lines = [
        f"{name:<{left}}  {amount:>{right}}" for name, amount in zip(names, amounts)
    ]
    return "\n".join(lines) + "\n"
