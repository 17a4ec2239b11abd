import unittest

from mdpress import parse, parse_inline, to_html, to_text


class CodeSpaceTest(unittest.TestCase):
    def test_space_on_one_side_is_kept(self):
        for content in (" x", "x ", " --force", "$ ", "  a b", "a b  "):
            with self.subTest(content=content):
                self.assertEqual(parse_inline(f"`{content}`")[0].text, content)

    def test_double_backticks_with_one_space(self):
        self.assertEqual(parse_inline("`` a`b``")[0].text, " a`b")
        self.assertEqual(parse_inline("``a`b ``")[0].text, "a`b ")

    def test_rendered(self):
        document = parse("Use ` -v` or `-q `, not ` -x `.")
        self.assertEqual(
            to_html(document),
            "<p>Use <code> -v</code> or <code>-q </code>, not <code>-x</code>.</p>",
        )
        self.assertIn("-q ,", to_text(document))
