"""Exception types raised by the package."""

from __future__ import annotations

from typing import Optional


class LedgerError(Exception):
    """Base class of every error that ledgerkit raises on purpose."""


class CurrencyMismatchError(LedgerError):
    """Two amounts in different currencies were combined."""

    def __init__(self, left: str, right: str) -> None:
        super().__init__(f"cannot combine {left} with {right}")
        self.left = left
        self.right = right


class UnknownAccountError(LedgerError):
    """An account name is not declared in the tree."""

    def __init__(self, name: str) -> None:
        super().__init__(f"unknown account: {name!r}")
        self.name = name


class UnbalancedEntryError(LedgerError):
    """The postings of an entry do not sum to zero."""


class _LocatedError(LedgerError):
    """An error that knows the line of the input it belongs to."""

    def __init__(self, message: str, line: Optional[int] = None) -> None:
        text = message if line is None else f"line {line}: {message}"
        super().__init__(text)
        self.message = message
        self.line = line


class JournalSyntaxError(_LocatedError):
    """The text of a journal cannot be read."""


class CsvFormatError(_LocatedError):
    """A row of an imported CSV file cannot be read."""
