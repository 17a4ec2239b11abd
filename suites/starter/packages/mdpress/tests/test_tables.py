import unittest

from mdpress import parse, to_html, to_text
from mdpress.tables import layout_table, pad, parse_alignments, split_row, starts_table


class SplitTest(unittest.TestCase):
    def test_outer_bars_are_optional(self):
        self.assertEqual(split_row("| a | b |"), ["a", "b"])
        self.assertEqual(split_row("a | b"), ["a", "b"])

    def test_empty_cells(self):
        self.assertEqual(split_row("|  | b |  |"), ["", "b", ""])

    def test_escaped_bar(self):
        self.assertEqual(split_row(r"| a \| b | c |"), ["a | b", "c"])

    def test_bar_in_code(self):
        self.assertEqual(split_row("| `a | b` | c |"), ["`a | b`", "c"])


class AlignmentTest(unittest.TestCase):
    def test_alignments(self):
        self.assertEqual(
            parse_alignments("|:--|:-:|--:|---|"), ["left", "center", "right", ""]
        )

    def test_not_a_delimiter(self):
        for line in ("", "abc", "a | b", "| - | x |", "---"):
            with self.subTest(line=line):
                self.assertEqual(parse_alignments(line), [])

    def test_starts_table(self):
        self.assertTrue(starts_table("| a |", "|---|"))
        self.assertFalse(starts_table("a", "|---|"))

    def test_pad(self):
        self.assertEqual(pad("a", 3, "right"), "  a")
        self.assertEqual(pad("a", 3, "center"), " a ")
        self.assertEqual(pad("a", 3, ""), "a  ")


class LayoutTest(unittest.TestCase):
    def test_widths(self):
        text = layout_table([["name", "n"], ["x", "1234"]], ["", "right"])
        self.assertEqual(text, "name |    n\n-----+-----\nx    | 1234")

    def test_header_only(self):
        self.assertEqual(layout_table([["a", "b"]], ["", ""]), "a   | b\n----+----")

    def test_rendered_cells(self):
        text = to_text(parse("| a | b |\n|---|---|\n| *x* | [y](/z) |\n"))
        self.assertEqual(text, "a   | b\n----+-------\nx   | y (/z)\n")


class RaggedRowTest(unittest.TestCase):
    header = "| a | b | c |\n|---|---|---|\n"

    def cells(self, row):
        table = parse(self.header + row + "\n").children[0]
        return [cell.plain_text() for cell in table.children[1].children]

    def test_short_rows_are_filled_up(self):
        self.assertEqual(self.cells("| 1 |"), ["1", "", ""])
        self.assertEqual(self.cells("| 1 | 2 |"), ["1", "2", ""])

    def test_extra_cells_are_dropped(self):
        self.assertEqual(self.cells("| 1 | 2 | 3 | 4 | 5 |"), ["1", "2", "3"])

    def test_html_has_the_same_columns_in_each_row(self):
        html = to_html(parse(self.header + "| 1 |\n| 1 | 2 | 3 | 4 |\n"))
        self.assertEqual(
            [line.count("<td>") for line in html.split("\n") if "<td>" in line], [3, 3]
        )

    def test_text_layout(self):
        text = to_text(parse("| a | b |\n|:--|--:|\n| 1 |\n| 1 | 2 | 3 |\n"))
        self.assertEqual(text, "a   |   b\n----+----\n1   |\n1   |   2\n")
