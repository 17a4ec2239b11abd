import unittest

from mdpress import parse_inline
from mdpress.inline import normalize_label, unescape
from mdpress.nodes import CodeSpan, Emphasis, HardBreak, Image, Link, SoftBreak, Strong, Text


def shape(nodes):
    """A compact description of inline nodes."""
    out = []
    for node in nodes:
        if isinstance(node, Text):
            out.append(node.text if type(node) is Text else "`" + node.text)
        else:
            out.append((node.kind, shape(node.children)) if node.children else node.kind)
    return out


class EmphasisTest(unittest.TestCase):
    def test_simple(self):
        self.assertEqual(shape(parse_inline("a *b* c")), ["a ", ("emphasis", ["b"]), " c"])
        self.assertEqual(shape(parse_inline("**b**")), [("strong", ["b"])])

    def test_nested(self):
        nodes = parse_inline("**a *b* c**")
        self.assertIsInstance(nodes[0], Strong)
        self.assertIsInstance(nodes[0].children[1], Emphasis)

    def test_three_markers(self):
        self.assertEqual(shape(parse_inline("***x***")), [("strong", [("emphasis", ["x"])])])

    def test_unclosed_is_literal(self):
        self.assertEqual(shape(parse_inline("2 * 3 and *x")), ["2 * 3 and *x"])

    def test_underscore_inside_word(self):
        self.assertEqual(shape(parse_inline("snake_case_name")), ["snake_case_name"])

    def test_closer_in_code_does_not_count(self):
        self.assertEqual(shape(parse_inline("*a `*` b*")), [("emphasis", ["a ", "`*", " b"])])


class CodeTest(unittest.TestCase):
    def test_code_is_not_interpreted(self):
        self.assertEqual(shape(parse_inline("`*a* \\*`")), ["`*a* \\*"])

    def test_double_backticks(self):
        nodes = parse_inline("`` a ` b ``")
        self.assertIsInstance(nodes[0], CodeSpan)
        self.assertEqual(nodes[0].text, "a ` b")

    def test_unclosed(self):
        self.assertEqual(shape(parse_inline("a ``b`")), ["a ``b`"])


class EscapeTest(unittest.TestCase):
    def test_escapes(self):
        self.assertEqual(shape(parse_inline(r"\*a\* \q")), [r"*a* \q"])

    def test_unescape(self):
        self.assertEqual(unescape(r"a\_b\\c\d"), r"a_b\c\d")

    def test_breaks(self):
        self.assertIsInstance(parse_inline("a\nb")[1], SoftBreak)
        self.assertIsInstance(parse_inline("a  \nb")[1], HardBreak)
        self.assertIsInstance(parse_inline("a\\\nb")[1], HardBreak)
        self.assertEqual(parse_inline("a  \nb")[0].text, "a")


class LinkTest(unittest.TestCase):
    def test_inline_link(self):
        link = parse_inline('[a *b*](/x_(y) "T")')[0]
        self.assertIsInstance(link, Link)
        self.assertEqual((link.target, link.title), ("/x_(y)", "T"))
        self.assertEqual(link.plain_text(), "a b")

    def test_angle_destination(self):
        self.assertEqual(parse_inline("[a](<b c.html>)")[0].target, "b c.html")

    def test_reference_link(self):
        references = {"some ref": ("/r", "")}
        for source in ("[text][Some  Ref]", "[some ref][]", "[Some Ref]"):
            with self.subTest(source=source):
                self.assertEqual(parse_inline(source, references)[0].target, "/r")

    def test_unknown_reference_is_text(self):
        self.assertEqual(shape(parse_inline("[a][b]")), ["[a][b]"])

    def test_image(self):
        image = parse_inline("![an *alt* text](a.png)")[0]
        self.assertIsInstance(image, Image)
        self.assertEqual(image.alt, "an alt text")

    def test_autolink(self):
        self.assertEqual(parse_inline("<mailto:a@b.example>")[0].plain_text(), "a@b.example")
        self.assertEqual(shape(parse_inline("a < b > c")), ["a < b > c"])

    def test_normalize_label(self):
        self.assertEqual(normalize_label("  A\n b "), "a b")
