import datetime as dt
import unittest

from ledgerkit import Money, parse_journal
from ledgerkit.reports import (
    Period,
    income_statement,
    register,
    render_balances,
    spending_by_month,
    trial_balance,
)

JOURNAL = """\
2024-01-31 Salary
    Assets:Bank     2,000
    Income:Salary
2024-02-01 Rent
    Expenses:Rent     950
    Assets:Bank
2024-02-29 Shop
    Expenses:Food   50.50
    Assets:Cash
2024-03-01 Rent
    Expenses:Rent     950
    Assets:Bank
"""


def eur(text):
    return Money.of(text, "EUR")


class PeriodTest(unittest.TestCase):
    def test_month_and_quarter(self):
        self.assertEqual(Period.month(2024, 12).end, dt.date(2025, 1, 1))
        self.assertEqual(Period.quarter(2024, 4).start, dt.date(2024, 10, 1))
        self.assertEqual(Period.year(2024).days, 366)

    def test_contains(self):
        month = Period.month(2024, 2)
        self.assertIn(dt.date(2024, 2, 29), month)
        self.assertNotIn(dt.date(2024, 3, 1), month)

    def test_months_are_clipped(self):
        period = Period(dt.date(2024, 1, 15), dt.date(2024, 3, 2))
        self.assertEqual([month.days for month in period.months()], [17, 29, 1])

    def test_labels(self):
        self.assertEqual(Period.year(2024).label(), "2024")
        self.assertEqual(Period.month(2024, 2).label(), "2024-02")
        self.assertEqual(Period.quarter(2024, 1).label(), "2024-01-01 to 2024-03-31")

    def test_empty_period(self):
        with self.assertRaises(ValueError):
            Period(dt.date(2024, 1, 1), dt.date(2024, 1, 1))
        with self.assertRaises(ValueError):
            Period.quarter(2024, 5)


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.journal = parse_journal(JOURNAL)

    def test_trial_balance_sums_to_zero(self):
        rows = trial_balance(self.journal, "EUR")
        self.assertEqual(sum(money.amount for _, money in rows), 0)
        self.assertEqual(
            [name for name, _ in rows],
            ["Assets:Bank", "Assets:Cash", "Expenses:Food", "Expenses:Rent", "Income:Salary"],
        )

    def test_trial_balance_as_of(self):
        rows = dict(trial_balance(self.journal, "EUR", as_of=dt.date(2024, 2, 1)))
        self.assertEqual(rows["Assets:Bank"], eur("1050"))

    def test_income_statement(self):
        totals = income_statement(self.journal, Period.quarter(2024, 1), "EUR")
        self.assertEqual(totals["income"], eur("2000"))
        self.assertEqual(totals["expenses"], eur("1950.50"))
        self.assertEqual(totals["result"], eur("49.50"))

    def test_register(self):
        rows = list(register(self.journal, "Assets:Bank", "EUR", Period.month(2024, 2)))
        self.assertEqual([(row.description, row.balance) for row in rows], [("Rent", eur("1050"))])

    def test_register_of_everything(self):
        rows = list(register(self.journal, "Assets", "EUR"))
        self.assertEqual(rows[-1].balance, eur("49.50"))

    def test_spending_by_month(self):
        result = spending_by_month(self.journal, "Expenses", Period.quarter(2024, 1), "EUR")
        self.assertEqual(
            result, {"2024-01": eur("0"), "2024-02": eur("1000.50"), "2024-03": eur("950")}
        )

    def test_render(self):
        text = render_balances(trial_balance(self.journal, "EUR", dt.date(2024, 1, 31)))
        self.assertEqual(text, "  Bank     2,000.00 EUR\n  Salary  -2,000.00 EUR\n")
        self.assertEqual(render_balances([]), "(no balances)\n")
