"""Plain text double-entry bookkeeping."""

from .accounts import Account, AccountTree
from .errors import (
    CsvFormatError,
    CurrencyMismatchError,
    JournalSyntaxError,
    LedgerError,
    UnbalancedEntryError,
    UnknownAccountError,
)
from .journal import Entry, Journal, Posting
from .money import Money, RoundingRule, parse_money, sum_by_currency
from .parser import parse_journal

__version__ = "1.0.0"

__all__ = [
    "Account",
    "AccountTree",
    "CsvFormatError",
    "CurrencyMismatchError",
    "Entry",
    "Journal",
    "JournalSyntaxError",
    "LedgerError",
    "Money",
    "Posting",
    "RoundingRule",
    "UnbalancedEntryError",
    "UnknownAccountError",
    "parse_journal",
    "parse_money",
    "sum_by_currency",
]
