import datetime as dt
import unittest

from ledgerkit import Entry, Money, Posting, parse_journal
from ledgerkit.parser import format_entry


def transfer(account, amount="118.40", currency="EUR"):
    money = Money.of(amount, currency)
    return Entry(
        dt.date(2024, 8, 5), "Transfer", [Posting(account, money), Posting("Assets:Bank", -money)]
    )


class WriterTest(unittest.TestCase):
    def test_accounts_of_any_length_are_read_back(self):
        for length in range(1, 60):
            entry = transfer("Expenses:" + "x" * length)
            with self.subTest(length=length):
                self.assertEqual(list(parse_journal(format_entry(entry))), [entry])

    def test_two_blanks_in_a_narrow_column(self):
        for width in (0, 10, 28, 29):
            lines = format_entry(transfer("Expenses:Rent", "950"), width=width).splitlines()
            self.assertEqual(lines[1], "    Expenses:Rent  950.00 EUR", width)

    def test_account_and_whole_number_stay_apart(self):
        entry = transfer("Expenses:Travel:Kyoto and Nara", "12800", "JPY")
        journal = parse_journal(format_entry(entry, width=30))
        self.assertEqual(
            journal.balance("Expenses:Travel:Kyoto and Nara"), {"JPY": Money.of("12800", "JPY")}
        )

    def test_short_lines_are_filled_up_to_the_width(self):
        line = format_entry(transfer("Expenses:Rent", "950"), width=30).splitlines()[1]
        self.assertEqual(line, "    Expenses:Rent   950.00 EUR")
