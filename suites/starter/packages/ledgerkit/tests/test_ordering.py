import unittest

from ledgerkit import CurrencyMismatchError, Money


class OrderingTest(unittest.TestCase):
    def test_equal_amounts(self):
        for text in ("250", "0", "-12.50", "0.001"):
            left, right = Money.of(text, "EUR"), Money.of(text, "EUR")
            with self.subTest(text=text):
                self.assertTrue(left <= right)
                self.assertTrue(left >= right)
                self.assertFalse(left < right)
                self.assertFalse(left > right)

    def test_number_of_decimals_does_not_count(self):
        self.assertLessEqual(Money.of("1.50", "CHF"), Money.of("1.5", "CHF"))
        self.assertLessEqual(Money.of("3", "CHF"), Money.of("3.00", "CHF"))

    def test_different_amounts(self):
        low, high = Money.of("-1", "USD"), Money.of("0.01", "USD")
        self.assertTrue(low <= high)
        self.assertFalse(high <= low)
        self.assertTrue(high > low)

    def test_other_currency(self):
        with self.assertRaises(CurrencyMismatchError):
            Money.of("1", "USD") <= Money.of("1", "EUR")
