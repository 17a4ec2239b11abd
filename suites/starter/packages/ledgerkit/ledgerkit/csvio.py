"""Import of bank statements and export of postings as CSV."""

from __future__ import annotations

import csv
import datetime as dt
import io
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Dict, Iterator, List, Optional, TextIO, Union

from .errors import CsvFormatError
from .journal import Entry, Journal, Posting
from .money import Money, RoundingRule

EXPORT_COLUMNS = ("date", "description", "account", "amount", "currency")


@dataclass
class ImportProfile:
    """Describes the statement files of one bank."""

    account: str
    counter_account: str = "Expenses:Uncategorised"
    currency: str = "EUR"
    date_column: str = "Date"
    amount_column: str = "Amount"
    text_column: str = "Description"
    date_format: str = "%Y-%m-%d"
    delimiter: str = ","
    decimal_comma: bool = False
    rounding: Optional[RoundingRule] = None
    rules: Dict[str, str] = field(default_factory=dict)

    def counter_for(self, text: str) -> str:
        """Return the account whose keyword occurs in the text of a row."""
        lowered = text.lower()
        for keyword, account in self.rules.items():
            if keyword.lower() in lowered:
                return account
        return self.counter_account


@dataclass
class ImportResult:
    """Entries that were read and the rows that could not be."""

    entries: List[Entry] = field(default_factory=list)
    errors: List[CsvFormatError] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.errors


def parse_number(text: str, decimal_comma: bool = False) -> Decimal:
    """Read a number as banks print them, with grouping and a trailing sign."""
    cleaned = text.strip().replace(" ", "").replace("\u00a0", "")
    if decimal_comma:
        cleaned = cleaned.replace(".", "").replace(",", ".")
    else:
        cleaned = cleaned.replace(",", "")
    if cleaned.endswith("-"):
        cleaned = "-" + cleaned[:-1]
    return Decimal(cleaned)


@contextmanager
def _opened(source: Union[str, TextIO]) -> Iterator[TextIO]:
    """Give a text stream for CSV text or for an open file."""
    if isinstance(source, str):
        stream = io.StringIO(source, newline="")
        try:
            yield stream
        finally:
            stream.close()
    else:
        yield source


def _read_row(row: Dict[str, str], line: int, profile: ImportProfile) -> Entry:
    wanted = (profile.date_column, profile.amount_column, profile.text_column)
    for column in wanted:
        if row.get(column) is None:
            raise CsvFormatError(f"missing column {column!r}", line)
    date_text = row[profile.date_column].strip()
    try:
        date = dt.datetime.strptime(date_text, profile.date_format).date()
    except ValueError:
        raise CsvFormatError(f"bad date {date_text!r}", line) from None
    amount_text = row[profile.amount_column]
    try:
        number = parse_number(amount_text, profile.decimal_comma)
    except InvalidOperation:
        raise CsvFormatError(f"bad amount {amount_text!r}", line) from None
    money = Money(number, profile.currency)
    if profile.rounding is not None:
        money = profile.rounding.apply(money)
    text = " ".join(row[profile.text_column].split())
    return Entry(
        date,
        text,
        [Posting(profile.account, money), Posting(profile.counter_for(text), -money)],
    )


def import_statement(
    source: Union[str, TextIO], profile: ImportProfile, skip_errors: bool = False
) -> ImportResult:
    """Read a bank statement.

    A row that cannot be read raises CsvFormatError with its line number; with
    *skip_errors* the error is collected and reading goes on.
    """
    result = ImportResult()
    with _opened(source) as stream:
        reader = csv.DictReader(stream, delimiter=profile.delimiter)
        for row in reader:
            try:
                entry = _read_row(row, reader.line_num, profile)
            except CsvFormatError as error:
                if not skip_errors:
                    raise
                result.errors.append(error)
            else:
                result.entries.append(entry)
    return result


def export_postings(
    journal: Journal,
    rounding: Optional[RoundingRule] = None,
    account: Optional[str] = None,
    delimiter: str = ",",
) -> str:
    """Write the postings of a journal as CSV text, one row for each."""
    rule = rounding if rounding is not None else RoundingRule()
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator="\n")
    writer.writerow(EXPORT_COLUMNS)
    for entry in journal.select(account=account):
        for post in entry.postings:
            amount = rule.apply(post.amount) if post.amount is not None else None
            writer.writerow([
                entry.date.isoformat(),
                entry.description,
                post.account,
                "" if amount is None else f"{amount.amount:f}",
                "" if amount is None else amount.currency,
            ])
    return buffer.getvalue()


def import_postings(text: str) -> List[Entry]:
    """Read text written by :func:`export_postings` back into entries.

    Rows that follow each other belong to one entry as long as they share date
    and description and the entry is not balanced yet.
    """
    entries: List[Entry] = []
    current: Optional[Entry] = None
    reader = csv.DictReader(io.StringIO(text, newline=""))
    if tuple(reader.fieldnames or ()) != EXPORT_COLUMNS:
        raise CsvFormatError("unexpected header", 1)
    for row in reader:
        try:
            date = dt.date.fromisoformat(row["date"])
            amount = Money(Decimal(row["amount"]), row["currency"])
        except (ValueError, InvalidOperation):
            raise CsvFormatError("bad posting", reader.line_num) from None
        same = (
            current is not None
            and current.date == date
            and current.description == row["description"]
        )
        if not same or not current.imbalance():
            current = Entry(date, row["description"])
            entries.append(current)
        current.postings.append(Posting(row["account"], amount))
    return entries
