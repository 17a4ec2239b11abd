import unittest

from mdpress import parse, to_text

TEXT = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi " * 3


def longest(source, width):
    return max(len(line) for line in to_text(parse(source), width=width).splitlines())


class QuoteWidthTest(unittest.TestCase):
    def test_no_line_is_too_long(self):
        for width in range(20, 60):
            with self.subTest(width=width):
                self.assertLessEqual(longest("> " + TEXT, width), width)
                self.assertLessEqual(longest("> > " + TEXT, width), width)
                self.assertLessEqual(longest("- a\n\n  > " + TEXT, width), width)

    def test_lines_are_filled(self):
        self.assertEqual(
            to_text(parse("> " + "abc " * 10), width=25),
            "> abc abc abc abc abc abc\n> abc abc abc abc\n",
        )
        self.assertEqual(longest("> " + "a " * 60, 31), 31)
