import datetime as dt
import unittest

from ledgerkit import LedgerError, Money, parse_journal
from ledgerkit.budget import Budget, BudgetLine, overspent

JOURNAL = """\
2024-01-10 Shop
    Expenses:Food      150
    Assets:Bank
2024-02-10 Shop
    Expenses:Food:Out  100
    Expenses:Fun        60
    Assets:Bank
2024-02-20 Import
    Expenses:Food      20 USD
    Assets:Dollars
"""


def eur(text):
    return Money.of(text, "EUR")


class BudgetTest(unittest.TestCase):
    def setUp(self):
        self.journal = parse_journal(JOURNAL)

    def make(self, rollover=False):
        budget = Budget(dt.date(2024, 1, 15), rollover=rollover)
        budget.set_limit("Expenses:Food", eur("200"))
        budget.set_limit("Expenses:Fun", eur("50"))
        return budget

    def test_plain_line(self):
        line = self.make().line(self.journal, "Expenses:Food", dt.date(2024, 2, 28))
        self.assertEqual((line.spent, line.remaining), (eur("100"), eur("100")))
        self.assertEqual((line.percent, line.status), (50, "ok"))

    def test_rollover(self):
        line = self.make(rollover=True).line(
            self.journal, "Expenses:Food", dt.date(2024, 2, 1)
        )
        self.assertEqual(line.carried, eur("50"))
        self.assertEqual(line.percent, 40)

    def test_overspending_is_not_carried(self):
        line = self.make(rollover=True).line(
            self.journal, "Expenses:Fun", dt.date(2024, 3, 1)
        )
        self.assertEqual(line.carried, eur("40"))

    def test_lines_and_overspent(self):
        lines = self.make().lines(self.journal, dt.date(2024, 2, 1))
        self.assertEqual([line.account for line in lines], ["Expenses:Food", "Expenses:Fun"])
        self.assertEqual(overspent(lines), ["Expenses:Fun"])

    def test_status_levels(self):
        def status(spent):
            return BudgetLine("Expenses:X", eur("100"), eur("0"), eur(spent)).status

        self.assertEqual([status("79"), status("80"), status("100"), status("100.01")],
                         ["ok", "warning", "warning", "over"])

    def test_nothing_available(self):
        line = BudgetLine("Expenses:X", eur("0"), eur("0"), eur("0"))
        self.assertIsNone(line.percent)
        self.assertEqual(line.status, "ok")

    def test_errors(self):
        budget = self.make()
        with self.assertRaises(LedgerError):
            budget.set_limit("Expenses:Food", eur("-1"))
        with self.assertRaisesRegex(LedgerError, "no budget"):
            budget.line(self.journal, "Expenses:Rent", dt.date(2024, 1, 1))

    def test_similar_account_is_not_counted(self):
        fair = "2024-02-21 Fair\n    Expenses:Funfair  30\n    Assets:Bank\n"
        journal = parse_journal(JOURNAL + fair)
        line = self.make().line(journal, "Expenses:Fun", dt.date(2024, 2, 1))
        self.assertEqual(line.spent, eur("60"))
