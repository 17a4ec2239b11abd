"""Amounts of money and the rules for rounding them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import (
    ROUND_DOWN,
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    ROUND_UP,
    Decimal,
)
from typing import Dict, Iterable, List, Sequence, Union

from .errors import CurrencyMismatchError

Number = Union[int, str, Decimal]

#: Digits after the decimal point; currencies that are not listed have two.
MINOR_UNITS = {"JPY": 0, "KRW": 0, "ISK": 0, "BHD": 3, "KWD": 3, "TND": 3}

_SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}

_ROUNDING_MODES = {
    "half-even": ROUND_HALF_EVEN,
    "half-up": ROUND_HALF_UP,
    "down": ROUND_DOWN,
    "up": ROUND_UP,
}

_CURRENCY = re.compile(r"^[A-Z]{3}$")
_AMOUNT = re.compile(r"^\d+(?:,\d{3})*(?:\.\d+)?$")


def minor_digits(currency: str) -> int:
    """Return the usual number of decimal places of *currency*."""
    return MINOR_UNITS.get(currency, 2)


@dataclass(frozen=True)
class Money:
    """An exact amount in one currency."""

    amount: Decimal
    currency: str

    def __post_init__(self) -> None:
        if not isinstance(self.amount, Decimal):
            object.__setattr__(self, "amount", Decimal(self.amount))
        if not _CURRENCY.match(self.currency):
            raise ValueError(f"not a currency code: {self.currency!r}")

    @classmethod
    def of(cls, amount: Number, currency: str) -> "Money":
        """Build an amount from an int, a string or a Decimal."""
        return cls(Decimal(amount), currency.strip().upper())

    @classmethod
    def zero(cls, currency: str) -> "Money":
        return cls(Decimal(0), currency)

    def _check(self, other: "Money") -> None:
        if self.currency != other.currency:
            raise CurrencyMismatchError(self.currency, other.currency)

    def __add__(self, other: "Money") -> "Money":
        if not isinstance(other, Money):
            return NotImplemented
        self._check(other)
        return Money(self.amount + other.amount, self.currency)

    def __sub__(self, other: "Money") -> "Money":
        if not isinstance(other, Money):
            return NotImplemented
        self._check(other)
        return Money(self.amount - other.amount, self.currency)

    def __neg__(self) -> "Money":
        return Money(-self.amount, self.currency)

    def __abs__(self) -> "Money":
        return -self if self.amount < 0 else self

    def __mul__(self, factor: Number) -> "Money":
        if isinstance(factor, Money):
            return NotImplemented
        return Money(self.amount * Decimal(factor), self.currency)

    __rmul__ = __mul__

    def __lt__(self, other: "Money") -> bool:
        self._check(other)
        return self.amount < other.amount

    def __le__(self, other: "Money") -> bool:
        self._check(other)
        return self.amount <= other.amount

    def __gt__(self, other: "Money") -> bool:
        self._check(other)
        return self.amount > other.amount

    def __ge__(self, other: "Money") -> bool:
        self._check(other)
        return self.amount >= other.amount

    def __str__(self) -> str:
        return self.format()

    @property
    def is_zero(self) -> bool:
        return self.amount == 0

    @property
    def is_negative(self) -> bool:
        return self.amount < 0

    def rounded(self, mode: str = "half-even") -> "Money":
        """Return the amount rounded to the minor unit of its currency."""
        return RoundingRule(mode).apply(self)

    def format(self, grouping: bool = True) -> str:
        """Return text such as ``-1,250.00 EUR``."""
        value = self.rounded().amount
        digits = minor_digits(self.currency)
        pattern = f"{{:,.{digits}f}}" if grouping else f"{{:.{digits}f}}"
        return f"{pattern.format(value)} {self.currency}"

    def allocate(self, weights: Sequence[int]) -> List["Money"]:
        """Split the amount by *weights* without losing a minor unit.

        Units that cannot be divided evenly go to the first shares.
        """
        total = sum(weights)
        if total <= 0 or any(weight < 0 for weight in weights):
            raise ValueError("weights must be non-negative and not all zero")
        unit = Decimal(1).scaleb(-minor_digits(self.currency))
        shares = []
        for weight in weights:
            share = (self.amount * weight / total).quantize(unit, rounding=ROUND_DOWN)
            shares.append(share)
        left = self.amount.quantize(unit, rounding=ROUND_HALF_EVEN) - sum(shares)
        step = unit if left > 0 else -unit
        index = 0
        while left != 0:
            if weights[index % len(weights)]:
                shares[index % len(shares)] += step
                left -= step
            index += 1
        return [Money(share, self.currency) for share in shares]


@dataclass(frozen=True)
class RoundingRule:
    """How amounts are rounded when they leave the ledger.

    *step* is the smallest amount that may be paid, for instance ``0.05`` for
    cash in Swiss francs. Without a step the minor unit of the currency is used.
    """

    mode: str = "half-even"
    step: Union[Decimal, None] = None

    def __post_init__(self) -> None:
        if self.mode not in _ROUNDING_MODES:
            known = ", ".join(sorted(_ROUNDING_MODES))
            raise ValueError(f"unknown rounding mode {self.mode!r} (use one of {known})")
        if self.step is not None and self.step <= 0:
            raise ValueError("rounding step must be positive")

    def apply(self, money: Money) -> Money:
        """Return *money* rounded to a multiple of the step."""
        digits = minor_digits(money.currency)
        unit = Decimal(1).scaleb(-digits)
        step = unit if self.step is None else self.step
        count = (money.amount / step).quantize(
            Decimal(1), rounding=_ROUNDING_MODES[self.mode]
        )
        value = count * step
        # Keep the familiar number of decimals, 3.50 rather than 3.5.
        if value == value.quantize(unit):
            value = value.quantize(unit)
        return Money(value, money.currency)


def parse_money(text: str, default_currency: str = "") -> Money:
    """Read an amount such as ``1,250.00 EUR``, ``$12``, ``-3.50`` or ``(3.50)``.

    Parentheses mean a negative amount. ``ValueError`` is raised for text that
    is not an amount, or when no currency is given and there is no default.
    """
    rest = text.strip()
    if not rest:
        raise ValueError("empty amount")
    currency = ""
    words = rest.split()
    if len(words) > 1 and _CURRENCY.match(words[-1].upper()):
        currency = words[-1].upper()
        rest = " ".join(words[:-1])
    negative = False
    if rest.startswith("(") and rest.endswith(")"):
        negative = True
        rest = rest[1:-1].strip()
    while rest and rest[0] in "+-":
        if rest[0] == "-":
            negative = not negative
        rest = rest[1:].lstrip()
    if rest and rest[0] in _SYMBOLS:
        currency = currency or _SYMBOLS[rest[0]]
        rest = rest[1:].lstrip()
        if rest.startswith("-"):
            negative = not negative
            rest = rest[1:]
    if not _AMOUNT.match(rest):
        raise ValueError(f"not an amount: {text.strip()!r}")
    currency = currency or default_currency
    if not currency:
        raise ValueError(f"amount without a currency: {text.strip()!r}")
    value = Decimal(rest.replace(",", ""))
    return Money.of(-value if negative else value, currency)


def sum_by_currency(amounts: Iterable[Money]) -> Dict[str, Money]:
    """Add amounts up, separately for each currency."""
    totals: Dict[str, Money] = {}
    for money in amounts:
        if money.currency in totals:
            totals[money.currency] = totals[money.currency] + money
        else:
            totals[money.currency] = money
    return totals
