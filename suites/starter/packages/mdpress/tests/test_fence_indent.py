import unittest

from mdpress import parse, to_html, to_text


def code(source):
    return parse(source).children[0].text


class FenceIndentTest(unittest.TestCase):
    def test_indentation_of_the_code_is_kept(self):
        body = "def f(x):\n    if x:\n        return 1\n\n  # odd\n"
        self.assertEqual(code(f"~~~\n{body}~~~\n"), body)
        self.assertEqual(code(f"```python\n{body}```\n"), body)

    def test_indented_fence(self):
        for indent in range(1, 4):
            with self.subTest(indent=indent):
                space = " " * indent
                source = f"{space}```\n{space}a\n{space}  b\nc\n d\n{space}```\n"
                self.assertEqual(code(source), "a\n  b\nc\nd\n")

    def test_rendered(self):
        document = parse("- item\n\n  ~~~\n  x:\n   y\n  ~~~\n")
        self.assertIn("<code>x:\n y\n</code>", to_html(document))
        self.assertIn("      x:\n       y\n", to_text(document))
