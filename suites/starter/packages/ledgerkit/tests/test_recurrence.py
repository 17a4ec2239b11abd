import datetime as dt
import itertools
import unittest

from ledgerkit import Entry, Money, Posting
from ledgerkit.recurrence import Recurrence, RecurringEntry, add_months


def days(rule, limit=6):
    return [date.isoformat() for date in itertools.islice(rule.occurrences(), limit)]


class AddMonthsTest(unittest.TestCase):
    def test_simple(self):
        self.assertEqual(add_months(dt.date(2024, 1, 15), 2), dt.date(2024, 3, 15))
        self.assertEqual(add_months(dt.date(2024, 1, 15), -1), dt.date(2023, 12, 15))

    def test_short_month(self):
        self.assertEqual(add_months(dt.date(2024, 1, 31), 1), dt.date(2024, 2, 29))
        self.assertEqual(add_months(dt.date(2023, 1, 31), 1), dt.date(2023, 2, 28))

    def test_from_the_last_day(self):
        self.assertEqual(add_months(dt.date(2024, 2, 29), 1), dt.date(2024, 3, 29))
        self.assertEqual(add_months(dt.date(2024, 4, 30), 1), dt.date(2024, 5, 30))


class RuleTest(unittest.TestCase):
    def test_weekly_with_interval(self):
        rule = Recurrence(dt.date(2024, 3, 1), "weekly", interval=2)
        self.assertEqual(days(rule, 3), ["2024-03-01", "2024-03-15", "2024-03-29"])

    def test_monthly(self):
        rule = Recurrence(dt.date(2024, 11, 5))
        self.assertEqual(days(rule, 3), ["2024-11-05", "2024-12-05", "2025-01-05"])

    def test_quarterly(self):
        rule = Recurrence(dt.date(2024, 1, 10), "quarterly", count=3)
        self.assertEqual(days(rule), ["2024-01-10", "2024-04-10", "2024-07-10"])

    def test_until_is_included(self):
        rule = Recurrence(dt.date(2024, 1, 1), "daily", until=dt.date(2024, 1, 3))
        self.assertEqual(days(rule), ["2024-01-01", "2024-01-02", "2024-01-03"])

    def test_count_zero(self):
        self.assertEqual(days(Recurrence(dt.date(2024, 1, 1), count=0)), [])

    def test_month_end(self):
        rule = Recurrence(dt.date(2024, 1, 31), count=5)
        self.assertEqual(
            days(rule), ["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30", "2024-05-31"]
        )

    def test_day_thirty_does_not_become_month_end(self):
        rule = Recurrence(dt.date(2023, 12, 30), count=4)
        self.assertEqual(days(rule), ["2023-12-30", "2024-01-30", "2024-02-29", "2024-03-30"])

    def test_leap_day(self):
        rule = Recurrence(dt.date(2024, 2, 29), "yearly", count=5)
        self.assertEqual(
            days(rule), ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]
        )

    def test_thirtieth_of_april(self):
        rule = Recurrence(dt.date(2024, 4, 30), count=3)
        self.assertEqual(days(rule), ["2024-04-30", "2024-05-30", "2024-06-30"])

    def test_bad_rules(self):
        with self.assertRaises(ValueError):
            Recurrence(dt.date(2024, 1, 1), "hourly")
        with self.assertRaises(ValueError):
            Recurrence(dt.date(2024, 1, 1), interval=0)

    def test_between(self):
        rule = Recurrence(dt.date(2024, 1, 5))
        found = rule.between(dt.date(2024, 2, 5), dt.date(2024, 4, 5))
        self.assertEqual(found, [dt.date(2024, 2, 5), dt.date(2024, 3, 5)])

    def test_next_after(self):
        rule = Recurrence(dt.date(2024, 1, 5), count=2)
        self.assertEqual(rule.next_after(dt.date(2024, 1, 5)), dt.date(2024, 2, 5))
        self.assertIsNone(rule.next_after(dt.date(2024, 2, 5)))

    def test_next_after_month_end(self):
        rule = Recurrence(dt.date(2023, 8, 31), "quarterly")
        self.assertEqual(rule.next_after(dt.date(2024, 3, 1)), dt.date(2024, 5, 31))


class RecurringEntryTest(unittest.TestCase):
    def test_copies(self):
        template = Entry(
            dt.date(2024, 1, 1),
            "Rent",
            [Posting("Expenses:Rent", Money.of("950", "EUR")), Posting("Assets:Bank")],
            tags=("home",),
        )
        made = RecurringEntry(template, Recurrence(dt.date(2024, 1, 3)))
        entries = list(made.entries(dt.date(2024, 1, 1), dt.date(2024, 3, 1)))
        self.assertEqual([one.date.month for one in entries], [1, 2])
        entries[0].complete()
        self.assertTrue(template.postings[1].is_elided)
        self.assertEqual(entries[1].tags, ("home",))
