import datetime as dt
import unittest

from ledgerkit import Money, parse_journal
from ledgerkit.budget import Budget, BudgetLine, overspent


def eur(text):
    return Money.of(text, "EUR")


def line(name, limit, spent, carried="0"):
    return BudgetLine(f"Expenses:{name}", eur(limit), eur(carried), eur(spent))


class OverspentTest(unittest.TestCase):
    def test_largest_excess_comes_first(self):
        lines = [
            line("Rent", "950", "1100"),
            line("Fun", "50", "80"),
            line("Food", "300", "305"),
            line("Car", "200", "210.50"),
        ]
        self.assertEqual(
            overspent(lines), ["Expenses:Rent", "Expenses:Fun", "Expenses:Car", "Expenses:Food"]
        )

    def test_carried_amount_counts(self):
        lines = [
            line("Food", "100", "230", carried="80"),
            line("Fun", "100", "130"),
            line("Car", "40", "170", carried="110"),
        ]
        self.assertEqual(overspent(lines), ["Expenses:Food", "Expenses:Fun", "Expenses:Car"])

    def test_order_in_a_journal(self):
        journal = parse_journal(
            "2024-05-02 Market\n    Expenses:Food  75\n    Assets:Bank\n"
            "2024-05-03 Garage\n    Expenses:Repairs  900\n    Assets:Bank\n"
            "2024-05-04 Cinema\n    Expenses:Tickets  20\n    Assets:Bank\n"
        )
        budget = Budget(dt.date(2024, 5, 1))
        for account, limit in (("Food", "70"), ("Repairs", "500"), ("Tickets", "10")):
            budget.set_limit(f"Expenses:{account}", eur(limit))
        lines = budget.lines(journal, dt.date(2024, 5, 31))
        self.assertEqual(
            overspent(lines), ["Expenses:Repairs", "Expenses:Tickets", "Expenses:Food"]
        )

    def test_accounts_within_the_budget_are_left_out(self):
        lines = [line("Food", "100", "100"), line("Fun", "50", "50.01"), line("Car", "0", "0")]
        self.assertEqual(overspent(lines), ["Expenses:Fun"])
