import unittest

from mdpress import FrontMatterError, split_front_matter
from mdpress.frontmatter import parse_scalar


class ScalarTest(unittest.TestCase):
    def test_types(self):
        cases = {
            "12": 12, "-3": -3, "1.50": 1.5, "yes": True, "False": False, "~": None, "": None,
            "plain text": "plain text", '"12"': "12", "'it'": "it", "1.2.3": "1.2.3",
        }
        for text, value in cases.items():
            with self.subTest(text=text):
                self.assertEqual(parse_scalar(text), value)


class SplitTest(unittest.TestCase):
    def test_no_front_matter(self):
        self.assertEqual(split_front_matter("# A\n---\n"), ({}, "# A\n---\n"))
        self.assertEqual(split_front_matter(""), ({}, ""))

    def test_values(self):
        meta, body = split_front_matter("---\ntitle: A: b\ndraft: no\n# note\n---\nText\n")
        self.assertEqual(meta, {"title": "A: b", "draft": False})
        self.assertEqual(body, "Text\n")

    def test_lists(self):
        meta, _ = split_front_matter("---\ntags: [a, 'b, c', 3]\nmore:\n- x\n- 2\n...\n")
        self.assertEqual(meta, {"tags": ["a", "b, c", 3], "more": ["x", 2]})

    def test_byte_order_mark(self):
        self.assertEqual(split_front_matter("\ufeff---\na: 1\n---\n"), ({"a": 1}, ""))

    def test_not_closed(self):
        with self.assertRaisesRegex(FrontMatterError, "not closed"):
            split_front_matter("---\na: 1\n")

    def test_errors_have_lines(self):
        cases = {"a: 1\nnonsense": 3, "a: 1\na: 2": 3, "- x": 2, "a: 1\n- x": 3, "a: [1": 2}
        for lines, number in cases.items():
            with self.subTest(lines=lines):
                with self.assertRaises(FrontMatterError) as caught:
                    split_front_matter(f"---\n{lines}\n---\n")
                self.assertEqual(caught.exception.line, number)
