import unittest

from taskgraph.durations import format_duration, parse_duration


class ParseTest(unittest.TestCase):
    def test_plain_numbers_are_seconds(self):
        self.assertEqual(parse_duration(90), 90.0)
        self.assertEqual(parse_duration("90"), 90.0)
        self.assertEqual(parse_duration(" 1.5 "), 1.5)

    def test_units(self):
        self.assertEqual(parse_duration("1h30m"), 5400)
        self.assertEqual(parse_duration("2d"), 172800)
        self.assertAlmostEqual(parse_duration("250ms"), 0.25)

    def test_words(self):
        self.assertEqual(parse_duration("2 days 4 hours"), 187200)
        self.assertEqual(parse_duration("1 min 5 secs"), 65)
        self.assertEqual(parse_duration("1 Week"), 604800)

    def test_order_of_units(self):
        with self.assertRaisesRegex(ValueError, "out of order"):
            parse_duration("30m1h")
        with self.assertRaisesRegex(ValueError, "out of order"):
            parse_duration("1h2h")

    def test_errors(self):
        for value in ("", "h", "1x", "1h-", "-5", -1):
            with self.subTest(value=value), self.assertRaises(ValueError):
                parse_duration(value)


class FormatTest(unittest.TestCase):
    def test_short(self):
        self.assertEqual(format_duration(0), "0.0s")
        self.assertEqual(format_duration(0.25), "250ms")
        self.assertEqual(format_duration(12.34), "12.3s")

    def test_minutes(self):
        self.assertEqual(format_duration(65), "1m 05s")
        self.assertEqual(format_duration(3599), "59m 59s")

    def test_hours_and_days(self):
        self.assertEqual(format_duration(3725), "1h 02m")
        self.assertEqual(format_duration(2 * 86400 + 4 * 3600), "2d 04h")

    def test_negative(self):
        self.assertEqual(format_duration(-65), "-1m 05s")

    def test_exact_units(self):
        self.assertEqual(format_duration(60), "1m 00s")
        self.assertEqual(format_duration(3600), "1h 00m")
        self.assertEqual(format_duration(86400), "1d 00h")

    def test_exact_unit_negative(self):
        self.assertEqual(format_duration(-3600), "-1h 00m")
