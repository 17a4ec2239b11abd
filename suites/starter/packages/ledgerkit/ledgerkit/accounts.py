"""The chart of accounts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, Iterable, Iterator, List, Optional

from .errors import LedgerError, UnknownAccountError

SEPARATOR = ":"

#: Top-level accounts and the sign their balance normally has.
ROOTS = {
    "Assets": 1,
    "Expenses": 1,
    "Liabilities": -1,
    "Income": -1,
    "Equity": -1,
}

_PART = re.compile(r"^[A-Za-z0-9][A-Za-z0-9 _\-]*$")


def normalize_name(name: str) -> str:
    """Strip each part of an account name and check that it is well formed."""
    parts = [part.strip() for part in name.split(SEPARATOR)]
    for part in parts:
        if not _PART.match(part):
            raise LedgerError(f"invalid account name: {name!r}")
    if parts[0] not in ROOTS:
        roots = ", ".join(ROOTS)
        raise LedgerError(f"account {name!r} must be below one of {roots}")
    return SEPARATOR.join(parts)


def parent_name(name: str) -> Optional[str]:
    """Return the name of the enclosing account, None for a root."""
    head, found, _ = name.rpartition(SEPARATOR)
    return head if found else None


def is_within(name: str, ancestor: str) -> bool:
    """Tell whether *name* is *ancestor* itself or an account below it."""
    return name == ancestor or name.startswith(ancestor + SEPARATOR)


def normal_sign(name: str) -> int:
    """Return 1 for accounts that grow by debits and -1 for the others."""
    return ROOTS[name.split(SEPARATOR, 1)[0]]


@dataclass
class Account:
    """One node of the chart of accounts."""

    name: str
    parent: Optional["Account"] = None
    closed: bool = False
    note: str = ""
    children: List["Account"] = field(default_factory=list, repr=False)

    @property
    def depth(self) -> int:
        """Number of accounts above this one."""
        depth, node = 0, self.parent
        while node is not None:
            depth += 1
            node = node.parent
        return depth

    @property
    def short_name(self) -> str:
        return self.name.rsplit(SEPARATOR, 1)[-1]

    @property
    def is_leaf(self) -> bool:
        return not self.children

    def walk(self) -> Iterator["Account"]:
        """Yield the account and everything below it, parents first."""
        yield self
        for child in sorted(self.children, key=lambda node: node.name):
            yield from child.walk()


class AccountTree:
    """All declared accounts; missing parents are declared on the way."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._accounts: Dict[str, Account] = {}
        for name in names:
            self.declare(name)

    def __contains__(self, name: str) -> bool:
        return name in self._accounts

    def __len__(self) -> int:
        return len(self._accounts)

    def __iter__(self) -> Iterator[Account]:
        for root in ROOTS:
            if root in self._accounts:
                yield from self._accounts[root].walk()

    def declare(self, name: str, note: str = "") -> Account:
        """Return the account called *name*, creating it when needed."""
        name = normalize_name(name)
        if name in self._accounts:
            account = self._accounts[name]
            if note:
                account.note = note
            return account
        above = parent_name(name)
        parent = self.declare(above) if above else None
        account = Account(name, parent=parent, note=note)
        if parent is not None:
            parent.children.append(account)
        self._accounts[name] = account
        return account

    def get(self, name: str) -> Account:
        """Return a declared account or raise UnknownAccountError."""
        try:
            return self._accounts[normalize_name(name)]
        except KeyError:
            raise UnknownAccountError(name) from None

    def close(self, name: str) -> None:
        """Close an account and everything below it."""
        for account in self.get(name).walk():
            account.closed = True

    def leaves(self) -> List[str]:
        return [account.name for account in self if account.is_leaf]

    def find(self, text: str) -> List[str]:
        """Return the names that contain *text*, ignoring case."""
        needle = text.strip().lower()
        return [account.name for account in self if needle in account.name.lower()]
