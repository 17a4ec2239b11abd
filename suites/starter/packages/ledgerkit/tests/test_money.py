import unittest
from decimal import Decimal

from ledgerkit.errors import CurrencyMismatchError
from ledgerkit.money import Money, RoundingRule, parse_money, sum_by_currency


def eur(text):
    return Money.of(text, "EUR")


class ArithmeticTest(unittest.TestCase):
    def test_add_and_subtract(self):
        self.assertEqual(eur("1.10") + eur("2.20"), eur("3.30"))
        self.assertEqual(eur("1.10") - eur("2.20"), eur("-1.10"))

    def test_negate_and_abs(self):
        self.assertEqual(-eur("4"), eur("-4"))
        self.assertEqual(abs(eur("-4")), eur("4"))

    def test_multiply_from_both_sides(self):
        self.assertEqual(eur("1.50") * 3, eur("4.50"))
        self.assertEqual(3 * eur("1.50"), eur("4.50"))

    def test_currencies_do_not_mix(self):
        with self.assertRaises(CurrencyMismatchError) as caught:
            eur("1") + Money.of(1, "USD")
        self.assertEqual((caught.exception.left, caught.exception.right), ("EUR", "USD"))

    def test_comparison(self):
        self.assertLess(eur("1"), eur("2"))
        self.assertGreaterEqual(eur("2"), eur("2"))
        with self.assertRaises(CurrencyMismatchError):
            eur("1") < Money.of(2, "JPY")

    def test_bad_currency_code(self):
        with self.assertRaises(ValueError):
            Money(Decimal(1), "euro")


class FormatTest(unittest.TestCase):
    def test_grouping(self):
        self.assertEqual(eur("-1250").format(), "-1,250.00 EUR")
        self.assertEqual(eur("-1250").format(grouping=False), "-1250.00 EUR")

    def test_minor_units(self):
        self.assertEqual(str(Money.of("1200", "JPY")), "1,200 JPY")
        self.assertEqual(str(Money.of("1.5", "KWD")), "1.500 KWD")


class AllocateTest(unittest.TestCase):
    def test_nothing_is_lost(self):
        shares = eur("100.00").allocate([1, 1, 1])
        self.assertEqual(shares, [eur("33.34"), eur("33.33"), eur("33.33")])

    def test_negative_amount(self):
        shares = eur("-0.05").allocate([1, 1])
        self.assertEqual(shares, [eur("-0.03"), eur("-0.02")])

    def test_zero_weight_gets_nothing(self):
        shares = eur("0.03").allocate([0, 1, 1])
        self.assertEqual(shares, [eur("0"), eur("0.02"), eur("0.01")])

    def test_bad_weights(self):
        with self.assertRaises(ValueError):
            eur("1").allocate([0, 0])
        with self.assertRaises(ValueError):
            eur("1").allocate([2, -1])


class RoundingTest(unittest.TestCase):
    def test_half_even_is_default(self):
        self.assertEqual(eur("0.125").rounded(), eur("0.12"))
        self.assertEqual(eur("0.135").rounded(), eur("0.14"))

    def test_half_up(self):
        self.assertEqual(RoundingRule("half-up").apply(eur("0.125")), eur("0.13"))

    def test_step(self):
        rule = RoundingRule("half-up", Decimal("0.05"))
        self.assertEqual(rule.apply(Money.of("1.975", "CHF")), Money.of("2.00", "CHF"))
        self.assertEqual(rule.apply(Money.of("1.97", "CHF")), Money.of("1.95", "CHF"))

    def test_currency_without_decimals(self):
        self.assertEqual(Money.of("99.6", "JPY").rounded(), Money.of("100", "JPY"))

    def test_unknown_mode(self):
        with self.assertRaisesRegex(ValueError, "unknown rounding mode"):
            RoundingRule("sideways")


class ParseTest(unittest.TestCase):
    def test_plain(self):
        self.assertEqual(parse_money("1,250.00 EUR"), eur("1250"))
        self.assertEqual(parse_money(" 12 ", "EUR"), eur("12"))

    def test_symbols(self):
        self.assertEqual(parse_money("$12.50"), Money.of("12.50", "USD"))
        self.assertEqual(parse_money("-€3"), eur("-3"))
        self.assertEqual(parse_money("€-3"), eur("-3"))

    def test_parentheses(self):
        self.assertEqual(parse_money("(3.50) EUR"), eur("-3.50"))

    def test_errors(self):
        for text in ("", "abc", "1,2,3", "12", "1.2.3 EUR"):
            with self.subTest(text=text), self.assertRaises(ValueError):
                parse_money(text)


class SumTest(unittest.TestCase):
    def test_by_currency(self):
        totals = sum_by_currency([eur("1"), Money.of(5, "USD"), eur("2")])
        self.assertEqual(totals, {"EUR": eur("3"), "USD": Money.of(5, "USD")})
