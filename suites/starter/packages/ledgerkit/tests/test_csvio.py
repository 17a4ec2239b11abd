import datetime as dt
import io
import unittest
from decimal import Decimal

from ledgerkit import CsvFormatError, Journal, Money, RoundingRule, parse_journal
from ledgerkit.csvio import (
    ImportProfile,
    export_postings,
    import_postings,
    import_statement,
    parse_number,
)

STATEMENT = """\
Date,Description,Amount
2024-03-01,Landlord   rent,-950.00
2024-03-02,Employer,"2,000.00"
"""


def profile(**options):
    return ImportProfile("Assets:Bank", **options)


class NumberTest(unittest.TestCase):
    def test_grouping(self):
        self.assertEqual(parse_number(" 1,234.50 "), Decimal("1234.50"))
        self.assertEqual(parse_number("1.234,50", decimal_comma=True), Decimal("1234.50"))

    def test_trailing_sign(self):
        self.assertEqual(parse_number("12.00-"), Decimal("-12"))

    def test_spaces_as_grouping(self):
        self.assertEqual(parse_number("1\u00a0234,5", decimal_comma=True), Decimal("1234.5"))


class ImportTest(unittest.TestCase):
    def test_entries(self):
        result = import_statement(STATEMENT, profile(rules={"LANDLORD": "Expenses:Rent"}))
        self.assertTrue(result.ok)
        rent, salary = result.entries
        self.assertEqual(rent.date, dt.date(2024, 3, 1))
        self.assertEqual(rent.description, "Landlord rent")
        self.assertEqual(rent.postings[1].account, "Expenses:Rent")
        self.assertEqual(salary.postings[0].amount, Money.of("2000", "EUR"))

    def test_entries_balance(self):
        journal = Journal()
        count = journal.extend(import_statement(STATEMENT, profile()).entries)
        self.assertEqual(count, 2)
        self.assertEqual(journal.balance("Assets:Bank"), {"EUR": Money.of("1050", "EUR")})

    def test_open_file_stays_open(self):
        stream = io.StringIO(STATEMENT)
        import_statement(stream, profile())
        self.assertFalse(stream.closed)

    def test_other_format(self):
        text = "Tag;Betrag;Text\n01.03.2024;1.250,50;Lohn\n"
        made = profile(
            date_column="Tag",
            amount_column="Betrag",
            text_column="Text",
            date_format="%d.%m.%Y",
            delimiter=";",
            decimal_comma=True,
        )
        entry = import_statement(text, made).entries[0]
        self.assertEqual(entry.postings[0].amount, Money.of("1250.50", "EUR"))

    def test_rounding(self):
        text = "Date,Description,Amount\n2024-03-01,Interest,0.125\n"
        entry = import_statement(text, profile(rounding=RoundingRule("half-up"))).entries[0]
        self.assertEqual(entry.postings[0].amount, Money.of("0.13", "EUR"))
        self.assertEqual(entry.postings[1].amount, Money.of("-0.13", "EUR"))

    def test_missing_column(self):
        with self.assertRaisesRegex(CsvFormatError, "missing column 'Amount'"):
            import_statement("Date,Description\n2024-03-01,X\n", profile())

    def test_bad_date(self):
        text = STATEMENT + "1.4.2024,X,1\n"
        with self.assertRaises(CsvFormatError) as caught:
            import_statement(text, profile())
        self.assertEqual(caught.exception.line, 4)

    def test_skip_bad_dates(self):
        result = import_statement(STATEMENT + "soon,X,1\n", profile(), skip_errors=True)
        self.assertEqual((len(result.entries), len(result.errors)), (2, 1))

    def test_bad_amount(self):
        text = "Date,Description,Amount\n2024-03-01,Pending,n/a\n"
        with self.assertRaisesRegex(CsvFormatError, "line 2: bad amount 'n/a'"):
            import_statement(text, profile())

    def test_skip_bad_amounts(self):
        text = STATEMENT + "2024-03-03,Balance,\n2024-03-04,Shop,-5.00\n2024-03-05,X,1 EUR\n"
        result = import_statement(text, profile(), skip_errors=True)
        self.assertEqual([error.line for error in result.errors], [4, 6])
        self.assertEqual(len(result.entries), 3)


class ExportTest(unittest.TestCase):
    def setUp(self):
        self.journal = parse_journal(
            "2024-03-01 Rent\n    Expenses:Rent  950\n    Assets:Bank\n"
            "2024-03-02 Coffee, cake\n    Expenses:Food  7.125 CHF\n    Assets:Cash\n"
        )

    def test_rows(self):
        lines = export_postings(self.journal).splitlines()
        self.assertEqual(lines[0], "date,description,account,amount,currency")
        self.assertEqual(lines[1], "2024-03-01,Rent,Expenses:Rent,950.00,EUR")
        self.assertEqual(lines[3], '2024-03-02,"Coffee, cake",Expenses:Food,7.12,CHF')

    def test_rounding_step(self):
        rule = RoundingRule("half-up", Decimal("0.05"))
        text = export_postings(self.journal, rounding=rule, account="Expenses:Food")
        self.assertIn("Expenses:Food,7.15,CHF", text)
        self.assertNotIn("Rent", text)

    def test_read_back(self):
        entries = import_postings(export_postings(self.journal))
        self.assertEqual([entry.description for entry in entries], ["Rent", "Coffee, cake"])
        self.assertEqual([len(entry.postings) for entry in entries], [2, 2])
        self.assertFalse(entries[1].imbalance())

    def test_read_back_identical_entries(self):
        rent = export_postings(self.journal, account="Expenses:Rent")
        self.journal.extend(import_postings(rent))
        entries = import_postings(export_postings(self.journal))
        self.assertEqual(len(entries), 3)

    def test_bad_header(self):
        with self.assertRaisesRegex(CsvFormatError, "unexpected header"):
            import_postings("a,b\n1,2\n")

    def test_bad_posting(self):
        text = "date,description,account,amount,currency\n2024-03-01,X,Assets:Bank,abc,EUR\n"
        with self.assertRaisesRegex(CsvFormatError, "line 2: bad posting"):
            import_postings(text)
