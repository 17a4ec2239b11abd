"""Spending limits and how much of them is used."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Dict, Iterable, List, Optional

from .accounts import normalize_name
from .errors import LedgerError
from .journal import Journal
from .money import Money
from .recurrence import add_months


@dataclass(frozen=True)
class BudgetLine:
    """The state of one budgeted account in one month."""

    account: str
    limit: Money
    carried: Money
    spent: Money

    @property
    def available(self) -> Money:
        """The limit together with what was carried over."""
        return self.limit + self.carried

    @property
    def remaining(self) -> Money:
        return self.available - self.spent

    @property
    def percent(self) -> Optional[int]:
        """Share of the available amount that is spent, None if nothing is available."""
        if self.available.amount <= 0:
            return None
        ratio = self.spent.amount * 100 / self.available.amount
        return int(ratio.quantize(Decimal(1), rounding=ROUND_HALF_UP))

    @property
    def status(self) -> str:
        """One of ``ok``, ``warning`` (80 percent and more) and ``over``."""
        if self.remaining.is_negative:
            return "over"
        percent = self.percent
        return "warning" if percent is not None and percent >= 80 else "ok"


class Budget:
    """Monthly limits for expense accounts."""

    def __init__(self, first_month: dt.date, rollover: bool = False) -> None:
        self.first_month = first_month.replace(day=1)
        self.rollover = rollover
        self._limits: Dict[str, Money] = {}

    def set_limit(self, account: str, limit: Money) -> None:
        """Set the monthly limit of an account."""
        if limit.is_negative:
            raise LedgerError("a budget limit cannot be negative")
        self._limits[normalize_name(account)] = limit

    @property
    def accounts(self) -> List[str]:
        return sorted(self._limits)

    def _spent(self, journal: Journal, account: str, month: dt.date) -> Money:
        limit = self._limits[account]
        total = Money.zero(limit.currency)
        for entry in journal.select(month, add_months(month, 1), account=account):
            moved = entry.amount_for(account).get(limit.currency)
            if moved is not None:
                total += moved
        return total

    def _carried(self, journal: Journal, account: str, month: dt.date) -> Money:
        """Add up what earlier months left over; overspending is not carried."""
        limit = self._limits[account]
        carried = Money.zero(limit.currency)
        current = self.first_month
        while current < month:
            left = limit + carried - self._spent(journal, account, current)
            carried = Money.zero(limit.currency) if left.is_negative else left
            current = add_months(current, 1)
        return carried

    def line(self, journal: Journal, account: str, month: dt.date) -> BudgetLine:
        """Return the state of one account in the month that contains *month*."""
        account = normalize_name(account)
        if account not in self._limits:
            raise LedgerError(f"no budget for account {account!r}")
        month = month.replace(day=1)
        limit = self._limits[account]
        if self.rollover:
            carried = self._carried(journal, account, month)
        else:
            carried = Money.zero(limit.currency)
        return BudgetLine(account, limit, carried, self._spent(journal, account, month))

    def lines(self, journal: Journal, month: dt.date) -> List[BudgetLine]:
        return [self.line(journal, account, month) for account in self.accounts]


def overspent(lines: Iterable[BudgetLine]) -> List[str]:
    """Return the accounts that are over budget, worst first."""
    over = [line for line in lines if line.status == "over"]
    over.sort(key=lambda line: line.remaining.amount)
    return [line.account for line in over]
