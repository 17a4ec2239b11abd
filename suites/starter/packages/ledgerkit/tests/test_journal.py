import datetime as dt
import unittest

from ledgerkit import (
    AccountTree,
    Entry,
    Journal,
    LedgerError,
    Money,
    Posting,
    UnbalancedEntryError,
    UnknownAccountError,
)


def eur(text):
    return Money.of(text, "EUR")


def usd(text):
    return Money.of(text, "USD")


def entry(day, text, *postings, tags=()):
    made = [Posting(account, amount) for account, amount in postings]
    return Entry(dt.date(2024, 3, day), text, made, tags=tags)


class CompleteTest(unittest.TestCase):
    def test_elided_amount(self):
        one = entry(1, "Rent", ("Expenses:Rent", eur("950")), ("Assets:Bank", None))
        one.complete()
        self.assertEqual(one.postings[1].amount, eur("-950"))

    def test_elided_amount_in_front(self):
        one = entry(
            1,
            "Shop",
            ("Assets:Bank", None),
            ("Expenses:Food", eur("20")),
            ("Expenses:Home", eur("5")),
        )
        one.complete()
        self.assertEqual(one.postings[0].amount, eur("-25"))

    def test_nothing_left_over(self):
        one = entry(
            1,
            "Swap",
            ("Assets:Bank", eur("5")),
            ("Assets:Cash", eur("-5")),
            ("Equity:Rest", None),
        )
        one.complete()
        self.assertEqual(one.postings[2].amount, eur("0"))

    def test_two_elided(self):
        one = entry(
            1, "X", ("Assets:Bank", None), ("Assets:Cash", None), ("Income:Gift", eur("1"))
        )
        with self.assertRaisesRegex(UnbalancedEntryError, "more than one posting"):
            one.complete()

    def test_one_posting_is_not_enough(self):
        with self.assertRaises(UnbalancedEntryError):
            entry(1, "X", ("Assets:Bank", eur("1"))).complete()

    def test_unbalanced(self):
        one = entry(1, "X", ("Assets:Bank", eur("1")), ("Assets:Cash", eur("-2")))
        with self.assertRaisesRegex(UnbalancedEntryError, "off by -1.00 EUR"):
            one.complete()

    def test_each_currency_must_balance(self):
        one = entry(
            1,
            "Exchange",
            ("Assets:Bank", eur("90")),
            ("Equity:Trading", eur("-90")),
            ("Assets:Dollars", usd("-100")),
            ("Equity:Trading", usd("100")),
        )
        one.complete()
        one.postings[3].amount = usd("99")
        with self.assertRaisesRegex(UnbalancedEntryError, "off by -1.00 USD"):
            one.complete()


class ElidedCurrenciesTest(unittest.TestCase):
    def test_position_and_note_are_kept(self):
        one = entry(1, "Trip", ("Assets:Card", None), ("Expenses:Food", usd("7")))
        one.postings[0].note = "card 2"
        one.postings.append(Posting("Expenses:Food", eur("4")))
        one.complete()
        self.assertEqual(
            [(post.amount, post.note) for post in one.postings],
            [(eur("-4"), "card 2"), (usd("-7"), "card 2"), (usd("7"), ""), (eur("4"), "")],
        )

    def test_balanced_currencies_get_no_posting(self):
        one = entry(
            1,
            "Exchange",
            ("Assets:Bank", eur("90")),
            ("Equity:Trading", eur("-90")),
            ("Expenses:Fees", usd("2")),
            ("Assets:Dollars", None),
        )
        one.complete()
        self.assertEqual(len(one.postings), 4)
        self.assertEqual(one.postings[3].amount, usd("-2"))

    def test_two_currencies_and_nothing_left_over(self):
        one = entry(
            1,
            "Exchange",
            ("Assets:Dollars", usd("-100")),
            ("Equity:Trading", usd("100")),
            ("Assets:Bank", eur("90")),
            ("Equity:Trading", eur("-90")),
            ("Expenses:Fees", None),
        )
        one.complete()
        self.assertEqual(len(one.postings), 5)
        self.assertEqual(one.postings[4].amount, usd("0"))

    def test_completing_twice_changes_nothing(self):
        one = entry(1, "Rent", ("Expenses:Rent", eur("950")), ("Assets:Bank", None))
        one.complete()
        before = list(one.postings)
        one.complete()
        self.assertEqual(one.postings, before)


class JournalTest(unittest.TestCase):
    def setUp(self):
        self.journal = Journal()
        self.journal.add(
            entry(5, "Shop", ("Expenses:Food:Groceries", eur("40")), ("Assets:Bank", None))
        )
        self.journal.add(
            entry(1, "Salary", ("Assets:Bank", eur("2000")), ("Income:Salary", None))
        )
        self.journal.add(
            entry(
                5,
                "Lunch",
                ("Expenses:Food:Out", eur("12.50")),
                ("Assets:Cash", None),
                tags=("work",),
            )
        )

    def test_date_order_is_stable(self):
        self.assertEqual([one.description for one in self.journal], ["Salary", "Shop", "Lunch"])

    def test_balance_includes_children(self):
        self.assertEqual(self.journal.balance("Expenses:Food"), {"EUR": eur("52.50")})
        self.assertEqual(self.journal.balance("Expenses:Food:Out"), {"EUR": eur("12.50")})

    def test_balance_as_of(self):
        day = dt.date(2024, 3, 4)
        self.assertEqual(self.journal.balance("Assets", as_of=day), {"EUR": eur("2000")})
        day = dt.date(2024, 3, 5)
        self.assertEqual(self.journal.balance("Assets", as_of=day), {"EUR": eur("1947.50")})

    def test_zero_balance_is_left_out(self):
        self.journal.add(entry(6, "Top up", ("Assets:Cash", eur("12.50")), ("Assets:Bank", None)))
        self.assertEqual(self.journal.balance("Assets:Cash"), {})

    def test_balance_leaves_out_similar_names(self):
        self.journal.add(
            entry(7, "Fees", ("Expenses:Foodbank", eur("100")), ("Assets:Bank Two", None))
        )
        self.assertEqual(self.journal.balance("Expenses:Food"), {"EUR": eur("52.50")})
        self.assertEqual(self.journal.balance("Assets:Bank"), {"EUR": eur("1960")})
        self.assertEqual(self.journal.balance("Assets:Bank Two"), {"EUR": eur("-100")})

    def test_select(self):
        names = [one.description for one in self.journal.select(account="Expenses:Food")]
        self.assertEqual(names, ["Shop", "Lunch"])
        names = [one.description for one in self.journal.select(tag="#Work")]
        self.assertEqual(names, ["Lunch"])
        self.assertEqual(list(self.journal.select(end=dt.date(2024, 3, 1))), [])

    def test_balance_of_unknown_account(self):
        with self.assertRaises(UnknownAccountError):
            self.journal.balance("Assets:Gold")

    def test_strict_journal(self):
        strict = Journal(AccountTree(["Assets:Bank"]), strict=True)
        with self.assertRaises(UnknownAccountError):
            strict.add(entry(1, "X", ("Assets:Bank", eur("1")), ("Income:Gift", None)))

    def test_closed_account(self):
        self.journal.accounts.close("Assets:Cash")
        with self.assertRaisesRegex(LedgerError, "is closed"):
            self.journal.add(entry(9, "X", ("Assets:Cash", eur("1")), ("Assets:Bank", None)))

    def test_extend_counts(self):
        made = [entry(8, "A", ("Assets:Cash", eur("1")), ("Assets:Bank", None))]
        self.assertEqual(self.journal.extend(made), 1)
        self.assertEqual(len(self.journal), 4)
