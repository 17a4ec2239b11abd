import unittest

from mdpress import HtmlRenderer, RenderError, TextRenderer, parse, to_html, to_text
from mdpress.nodes import Document, Node


class HtmlTest(unittest.TestCase):
    def check(self, source, expected, **options):
        self.assertEqual(to_html(parse(source), **options), expected)

    def test_paragraphs(self):
        self.check("a < b & \"c\"\n\nd", "<p>a &lt; b &amp; \"c\"</p>\n<p>d</p>")

    def test_inline_markup(self):
        self.check(
            "*a* **b** `<c>`", "<p><em>a</em> <strong>b</strong> <code>&lt;c&gt;</code></p>"
        )

    def test_breaks(self):
        self.check("a\nb\\\nc", "<p>a\nb<br>\nc</p>")

    def test_link_attributes_are_escaped(self):
        self.check('[x](/?a=1&b=2 "say")', '<p><a href="/?a=1&amp;b=2" title="say">x</a></p>')

    def test_image(self):
        self.check("![the *alt*](a.png)", '<p><img src="a.png" alt="the alt"></p>')

    def test_image_alt_over_two_lines(self):
        self.check(
            "![a very\nlong text](a.png)", '<p><img src="a.png" alt="a very long text"></p>'
        )

    def test_heading_ids(self):
        self.check("# A b\n\n# A b\n", '<h1 id="a-b">A b</h1>\n<h1 id="a-b-1">A b</h1>')
        self.check("# A {#top}\n", '<h1 id="top">A</h1>')
        self.check("# A\n", "<h1>A</h1>", heading_ids=False)

    def test_rendering_twice_gives_the_same_ids(self):
        renderer = HtmlRenderer()
        document = parse("# A\n\n# A\n")
        self.assertEqual(renderer.render(document), renderer.render(document))

    def test_heading_offset(self):
        self.check("##### A\n", '<h6 id="a">A</h6>', heading_offset=3)

    def test_code_block(self):
        self.check("```py\na < b\n```", '<pre><code class="language-py">a &lt; b\n</code></pre>')

    def test_table(self):
        self.check(
            "| a | b |\n|---|--:|\n| 1 | *2* |\n",
            "<table>\n<tr><th>a</th><th style=\"text-align: right\">b</th></tr>\n"
            "<tr><td>1</td><td style=\"text-align: right\"><em>2</em></td></tr>\n</table>",
        )

    def test_quote(self):
        self.check("> a\n\n---", "<blockquote>\n<p>a</p>\n</blockquote>\n<hr>")

    def test_unknown_node(self):
        with self.assertRaisesRegex(RenderError, "HtmlRenderer cannot render 'node' nodes"):
            to_html(Document([Node()]))


class HtmlListTest(unittest.TestCase):
    def test_tight(self):
        self.assertEqual(to_html(parse("- a\n- b")), "<ul>\n<li>a</li>\n<li>b</li>\n</ul>")

    def test_loose(self):
        self.assertEqual(
            to_html(parse("1. a\n\n2. b")),
            "<ol>\n<li><p>a</p></li>\n<li><p>b</p></li>\n</ol>",
        )

    def test_quote_in_tight_list_keeps_paragraphs(self):
        self.assertIn("<p>q</p>", to_html(parse("- > q\n- b")))

    def test_start(self):
        self.assertIn('<ol start="7">', to_html(parse("7. a\n8. b")))

    def test_start_at_zero(self):
        self.assertEqual(
            to_html(parse("0. a\n1. b")),
            '<ol start="0">\n<li>a</li>\n<li>b</li>\n</ol>',
        )

    def test_nested_list_starting_at_zero(self):
        html = to_html(parse("1. a\n\n   0) x\n   1) y\n\n2. b"))
        self.assertEqual(html.count("<ol>"), 1)
        self.assertEqual(html.count('<ol start="0">'), 1)

    def test_bullets_have_no_start(self):
        self.assertNotIn("start", to_html(parse("- a")))


class TextTest(unittest.TestCase):
    def test_headings(self):
        self.assertEqual(to_text(parse("# Ab\n\n## Cd\n\n### E")), "Ab\n==\n\nCd\n--\n\nE\n")

    def test_wrapping(self):
        text = to_text(parse("one two three four five six seven"), width=20)
        self.assertEqual(text, "one two three four\nfive six seven\n")

    def test_hard_break(self):
        self.assertEqual(to_text(parse("a  \nb\nc")), "a\nb c\n")

    def test_links(self):
        self.assertEqual(to_text(parse("[a](/b) <http://c.d>")), "a (/b) http://c.d\n")

    def test_footnotes(self):
        text = to_text(parse("[a](/x) [b](/y) [c](/x)"), footnotes=True)
        self.assertEqual(text, "a [1] b [2] c [1]\n\n[1] /x\n[2] /y\n")

    def test_numbered_list(self):
        self.assertEqual(to_text(parse("9. a\n10. b\n    c")), "9. a\n10. b c\n")

    def test_nested_list(self):
        self.assertEqual(to_text(parse("- a\n  - b\n- c")), "* a\n  * b\n* c\n")

    def test_quote_and_code(self):
        self.assertEqual(to_text(parse("> a\n>\n> b\n\n```\nx\n```")), "> a\n>\n> b\n\n    x\n")

    def test_empty_document(self):
        self.assertEqual(to_text(parse("")), "")

    def test_width_is_checked(self):
        with self.assertRaises(ValueError):
            TextRenderer(width=5)
