import datetime as dt
import unittest

from ledgerkit import JournalSyntaxError, Money, parse_journal
from ledgerkit.parser import format_entry, parse_date, split_comment, split_tags

TEXT = """\
; household
account Assets:Checking  ; main account
currency CHF

2024-03-01 * Rent for March  #home #Fixed
    Expenses:Rent      950.00   ; flat
    Assets:Checking

2024/3/2 Books
\tExpenses:Books\t$30
\tAssets:Checking
"""


class PiecesTest(unittest.TestCase):
    def test_dates(self):
        self.assertEqual(parse_date("2024-03-01"), dt.date(2024, 3, 1))
        self.assertEqual(parse_date("2024/3/1"), dt.date(2024, 3, 1))
        for text in ("01-03-2024", "2024-13-01", "soon"):
            with self.subTest(text=text), self.assertRaises(ValueError):
                parse_date(text)

    def test_comment(self):
        self.assertEqual(split_comment("a  ; b ; c"), ("a", "b ; c"))
        self.assertEqual(split_comment("a "), ("a", ""))

    def test_tags(self):
        self.assertEqual(split_tags("Rent #Home  and #x-y"), ("Rent and", ("home", "x-y")))
        self.assertEqual(split_tags("No#tag here"), ("No#tag here", ()))


class ParseTest(unittest.TestCase):
    def setUp(self):
        self.journal = parse_journal(TEXT)
        self.rent, self.books = list(self.journal)

    def test_header(self):
        self.assertEqual(self.rent.description, "Rent for March")
        self.assertEqual(self.rent.tags, ("home", "fixed"))
        self.assertTrue(self.rent.cleared)
        self.assertFalse(self.books.cleared)

    def test_amounts(self):
        self.assertEqual(self.rent.postings[0].amount, Money.of("950", "CHF"))
        self.assertEqual(self.books.postings[1].amount, Money.of("-30", "USD"))

    def test_notes(self):
        self.assertEqual(self.rent.postings[0].note, "flat")
        self.assertEqual(self.journal.accounts.get("Assets:Checking").note, "main account")

    def test_comment_inside_entry(self):
        last = "    Assets:Checking\n"
        text = TEXT.replace(last, "    ; from joint money\n" + last)
        self.assertEqual(len(parse_journal(text)), 2)

    def test_empty_text(self):
        self.assertEqual(len(parse_journal("")), 0)

    def test_elided_amount_with_two_currencies(self):
        journal = parse_journal(
            "2024-05-04 Trip\n"
            "    Expenses:Hotel  120.00 USD\n"
            "    Expenses:Train  30.00 EUR\n"
            "    Assets:Card\n"
        )
        self.assertEqual(
            journal.balance("Assets:Card"),
            {"EUR": Money.of("-30", "EUR"), "USD": Money.of("-120", "USD")},
        )


class ErrorTest(unittest.TestCase):
    def check(self, text, line, message, **options):
        with self.assertRaisesRegex(JournalSyntaxError, message) as caught:
            parse_journal(text, **options)
        self.assertEqual(caught.exception.line, line)

    def test_unknown_directive(self):
        self.check("\nbudget x\n", 2, "unknown directive 'budget'")

    def test_bad_date(self):
        self.check("2024-02-30 X\n", 1, "bad date '2024-02-30'")

    def test_bad_amount(self):
        self.check("2024-02-03 X\n    Assets:Bank  12,5,0\n", 2, "not an amount")

    def test_bad_account(self):
        self.check("2024-02-03 X\n    Bank  12\n", 2, "must be below one of")

    def test_posting_without_entry(self):
        self.check("    Assets:Bank  12\n", 1, "outside of an entry")

    def test_unbalanced_entry(self):
        text = "\n2024-02-03 X\n    Assets:Bank  12\n    Assets:Cash  -11\n"
        self.check(text, 2, "off by 1.00 EUR")

    def test_strict(self):
        text = "2024-02-03 X\n    Assets:Bank  12\n    Assets:Cash\n"
        self.check(text, 1, "unknown account", strict=True)


class FormatTest(unittest.TestCase):
    def test_round_trip(self):
        journal = parse_journal(TEXT)
        again = parse_journal("\n".join(format_entry(entry) for entry in journal))
        self.assertEqual(list(again), list(journal))

    def test_alignment(self):
        entry = list(parse_journal(TEXT))[0]
        lines = format_entry(entry, width=40).splitlines()
        self.assertEqual(lines[0], "2024-03-01 * Rent for March  #home  #fixed")
        self.assertEqual(len(lines[2]), 40)
