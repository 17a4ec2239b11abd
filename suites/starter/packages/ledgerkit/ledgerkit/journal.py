"""Entries, postings and the journal that holds them."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Dict, Iterable, Iterator, List, Optional, Tuple

from .accounts import AccountTree, is_within, normalize_name
from .errors import LedgerError, UnbalancedEntryError, UnknownAccountError
from .money import Money, sum_by_currency


@dataclass
class Posting:
    """One line of an entry; the amount may be left out once per entry."""

    account: str
    amount: Optional[Money] = None
    note: str = ""

    def __post_init__(self) -> None:
        self.account = normalize_name(self.account)

    @property
    def is_elided(self) -> bool:
        return self.amount is None


@dataclass
class Entry:
    """A dated transaction made of two or more postings."""

    date: dt.date
    description: str
    postings: List[Posting] = field(default_factory=list)
    tags: Tuple[str, ...] = ()
    cleared: bool = False

    def imbalance(self) -> Dict[str, Money]:
        """Return what is missing for balance, for each currency that is off."""
        explicit = [post.amount for post in self.postings if post.amount is not None]
        totals = sum_by_currency(explicit)
        return {code: money for code, money in totals.items() if not money.is_zero}

    def complete(self) -> None:
        """Fill in the elided amount and check that the entry balances.

        An elided posting takes whatever is left over. If several currencies
        are left over it is replaced by one posting for each of them.
        """
        if len(self.postings) < 2:
            raise UnbalancedEntryError(f"entry {self.description!r} needs two postings")
        elided = [index for index, post in enumerate(self.postings) if post.is_elided]
        if len(elided) > 1:
            raise UnbalancedEntryError(
                f"entry {self.description!r} has more than one posting without an amount"
            )
        if elided:
            self._fill(elided[0])
        off = self.imbalance()
        if off:
            rest = ", ".join(str(off[code]) for code in sorted(off))
            raise UnbalancedEntryError(f"entry {self.description!r} is off by {rest}")

    def _fill(self, index: int) -> None:
        """Replace the elided posting at *index* by what the others leave over."""
        blank = self.postings[index]
        off = self.imbalance()
        if off:
            amounts = [-off[code] for code in sorted(off)]
        else:
            first = next(post for post in self.postings if post.amount is not None)
            amounts = [Money.zero(first.amount.currency)]
        self.postings[index:index + 1] = [
            Posting(blank.account, amount, blank.note) for amount in amounts
        ]

    def amount_for(self, account: str) -> Dict[str, Money]:
        """Return what the entry moves in *account* and below it."""
        return sum_by_currency(
            post.amount
            for post in self.postings
            if post.amount is not None and is_within(post.account, account)
        )

    def touches(self, account: str) -> bool:
        return any(is_within(post.account, account) for post in self.postings)

    def has_tag(self, tag: str) -> bool:
        return tag.lower().lstrip("#") in self.tags


class Journal:
    """A list of complete entries kept in date order."""

    def __init__(self, accounts: Optional[AccountTree] = None, strict: bool = False) -> None:
        self.accounts = accounts if accounts is not None else AccountTree()
        self.strict = strict
        self._entries: List[Entry] = []

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def add(self, entry: Entry) -> Entry:
        """Complete *entry* and insert it after earlier entries of its date."""
        entry.complete()
        for posting in entry.postings:
            if posting.account not in self.accounts:
                if self.strict:
                    raise UnknownAccountError(posting.account)
                self.accounts.declare(posting.account)
            elif self.accounts.get(posting.account).closed:
                raise LedgerError(f"account {posting.account!r} is closed")
        position = len(self._entries)
        while position > 0 and self._entries[position - 1].date > entry.date:
            position -= 1
        self._entries.insert(position, entry)
        return entry

    def extend(self, entries: Iterable[Entry]) -> int:
        """Add several entries and return how many there were."""
        count = 0
        for entry in entries:
            self.add(entry)
            count += 1
        return count

    def select(
        self,
        start: Optional[dt.date] = None,
        end: Optional[dt.date] = None,
        account: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Iterator[Entry]:
        """Yield entries dated from *start* to before *end* that match."""
        for entry in self._entries:
            if start is not None and entry.date < start:
                continue
            if end is not None and entry.date >= end:
                break
            if account is not None and not entry.touches(account):
                continue
            if tag is not None and not entry.has_tag(tag):
                continue
            yield entry

    def balance(self, account: str, as_of: Optional[dt.date] = None) -> Dict[str, Money]:
        """Return the balance of *account* and the accounts below it.

        With *as_of*, entries up to and including that day are counted.
        Currencies whose balance is zero are left out.
        """
        name = self.accounts.get(account).name
        end = None if as_of is None else as_of + dt.timedelta(days=1)
        moved = [
            money
            for entry in self.select(end=end, account=name)
            for money in entry.amount_for(name).values()
        ]
        totals = sum_by_currency(moved)
        return {code: money for code, money in totals.items() if not money.is_zero}
