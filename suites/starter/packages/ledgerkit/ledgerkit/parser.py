"""Reader for the journal text format.

A journal looks like this::

    account Assets:Checking  ; main account
    currency EUR

    2024-03-01 * Rent  #home
        Expenses:Rent      950.00
        Assets:Checking

Entries start in the first column with a date, postings are indented. Account
and amount are separated by two spaces or a tab. A semicolon starts a comment.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import List, Optional, Tuple

from .accounts import AccountTree
from .errors import JournalSyntaxError, LedgerError
from .journal import Entry, Journal, Posting
from .money import parse_money

_DATE = re.compile(r"^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$")
_TAG = re.compile(r"(?:^|\s)#([A-Za-z][\w\-]*)")
_GAP = re.compile(r"\t|\s{2,}")


def parse_date(text: str) -> dt.date:
    """Read a date written as ``2024-03-01`` or ``2024/3/1``."""
    match = _DATE.match(text.strip())
    if not match:
        raise ValueError(f"not a date: {text!r}")
    year, month, day = (int(part) for part in match.groups())
    return dt.date(year, month, day)


def split_comment(line: str) -> Tuple[str, str]:
    """Separate a line from its comment."""
    body, mark, comment = line.partition(";")
    return body.rstrip(), comment.strip() if mark else ""


def split_tags(text: str) -> Tuple[str, Tuple[str, ...]]:
    """Take ``#tags`` out of a description."""
    tags = tuple(tag.lower() for tag in _TAG.findall(text))
    return " ".join(_TAG.sub(" ", text).split()), tags


class _Parser:
    """State of one pass over a journal text."""

    def __init__(self, default_currency: str) -> None:
        self.currency = default_currency
        self.tree = AccountTree()
        self.pending: Optional[Entry] = None
        self.pending_line = 0
        self.done: List[Tuple[int, Entry]] = []

    def feed(self, number: int, line: str) -> None:
        body, comment = split_comment(line)
        if not body.strip():
            if not comment:
                self.finish_entry()
            return
        if body[0] in " \t":
            self.posting(number, body.strip(), comment)
            return
        self.finish_entry()
        word, _, rest = body.partition(" ")
        if word == "account":
            self.tree.declare(rest.strip(), note=comment)
        elif word == "currency":
            self.currency = rest.strip().upper()
        elif word[0].isdigit():
            self.header(number, word, rest)
        else:
            raise JournalSyntaxError(f"unknown directive {word!r}", number)

    def header(self, number: int, date_text: str, rest: str) -> None:
        try:
            date = parse_date(date_text)
        except ValueError:
            raise JournalSyntaxError(f"bad date {date_text!r}", number) from None
        rest = rest.strip()
        cleared = rest.startswith("*")
        if cleared:
            rest = rest[1:]
        description, tags = split_tags(rest)
        self.pending = Entry(date, description, tags=tags, cleared=cleared)
        self.pending_line = number

    def posting(self, number: int, body: str, comment: str) -> None:
        if self.pending is None:
            raise JournalSyntaxError("posting outside of an entry", number)
        parts = _GAP.split(body, maxsplit=1)
        amount = None
        if len(parts) == 2:
            try:
                amount = parse_money(parts[1], self.currency)
            except ValueError as error:
                raise JournalSyntaxError(str(error), number) from None
        try:
            self.pending.postings.append(Posting(parts[0], amount, comment))
        except LedgerError as error:
            raise JournalSyntaxError(str(error), number) from None

    def finish_entry(self) -> None:
        if self.pending is not None:
            self.done.append((self.pending_line, self.pending))
            self.pending = None


def parse_journal(text: str, default_currency: str = "EUR", strict: bool = False) -> Journal:
    """Read a whole journal.

    With *strict*, postings to accounts that no ``account`` line declares are
    refused. All problems are reported as JournalSyntaxError with the line.
    """
    parser = _Parser(default_currency)
    for number, line in enumerate(text.splitlines(), start=1):
        parser.feed(number, line)
    parser.finish_entry()
    journal = Journal(parser.tree, strict=strict)
    for number, entry in parser.done:
        try:
            journal.add(entry)
        except LedgerError as error:
            raise JournalSyntaxError(str(error), number) from error
    return journal


def format_entry(entry: Entry, width: int = 48) -> str:
    """Write an entry in the journal format."""
    flag = "* " if entry.cleared else ""
    tags = "".join(f"  #{tag}" for tag in entry.tags)
    lines = [f"{entry.date.isoformat()} {flag}{entry.description}{tags}"]
    for posting in entry.postings:
        line = f"    {posting.account}"
        if posting.amount is not None:
            amount = posting.amount.format(grouping=False)
            gap = max(2, width - len(line) - len(amount))
            line += " " * gap + amount
        if posting.note:
            line += f"  ; {posting.note}"
        lines.append(line)
    return "\n".join(lines) + "\n"
