import re
import unittest

from mdpress import build_toc, parse, render_toc, slugify, to_html
from mdpress.toc import SlugRegistry

SOURCE = """# Guide

## Install

### From source

## Use

#### Deep

# Appendix
"""


def anchors(entries):
    return [item.anchor for entry in entries for item in entry.flatten()]


def html_ids(document):
    return re.findall(r'<h\d id="([^"]*)">', to_html(document))


class SlugTest(unittest.TestCase):
    def test_slugify(self):
        cases = {
            "Hello, World!": "hello-world",
            "  a -- b__c ": "a-b-c",
            "Crème brûlée": "creme-brulee",
            "???": "section",
        }
        for text, slug in cases.items():
            with self.subTest(text=text):
                self.assertEqual(slugify(text), slug)

    def test_unique(self):
        registry = SlugRegistry()
        self.assertEqual([registry.unique("A") for _ in range(3)], ["a", "a-1", "a-2"])

    def test_unique_avoids_real_titles(self):
        registry = SlugRegistry()
        slugs = [registry.unique(title) for title in ("A", "A 1", "A")]
        self.assertEqual(slugs, ["a", "a-1", "a-2"])

    def test_reserved(self):
        registry = SlugRegistry()
        registry.reserve("a")
        self.assertEqual(registry.unique("A"), "a-1")


class BuildTest(unittest.TestCase):
    def test_nesting(self):
        toc = build_toc(parse(SOURCE))
        self.assertEqual([entry.title for entry in toc], ["Guide", "Appendix"])
        self.assertEqual([entry.title for entry in toc[0].children], ["Install", "Use"])
        self.assertEqual(toc[0].children[1].children[0].title, "Deep")

    def test_levels_are_inclusive(self):
        toc = build_toc(parse(SOURCE), min_level=2, max_level=3)
        self.assertEqual(anchors(toc), ["install", "from-source", "use"])

    def test_wrong_levels(self):
        with self.assertRaises(ValueError):
            build_toc(parse(SOURCE), min_level=3, max_level=2)

    def test_duplicates_and_custom_ids(self):
        toc = build_toc(parse("# A\n\n# A\n\n# B {#bee}\n"))
        self.assertEqual(anchors(toc), ["a", "a-1", "bee"])

    def test_quoted_headings_are_left_out(self):
        toc = build_toc(parse("# A\n\n> # Q\n"))
        self.assertEqual(anchors(toc), ["a"])

    def test_markup_in_titles(self):
        self.assertEqual(build_toc(parse("# The `x` *flag*\n"))[0].title, "The x flag")


class AnchorConsistencyTest(unittest.TestCase):
    def test_level_filter_keeps_the_ids_of_the_page(self):
        document = parse("# Setup\n\n## Setup\n\n## Other\n\n### Setup\n")
        self.assertEqual(html_ids(document), ["setup", "setup-1", "other", "setup-2"])
        self.assertEqual(anchors(build_toc(document, min_level=2)), html_ids(document)[1:])
        self.assertEqual(anchors(build_toc(document, min_level=3)), ["setup-2"])

    def test_headings_outside_the_contents_count(self):
        document = parse("> ## Notes\n\n## Notes\n\n- # Notes\n\n## Notes\n")
        self.assertEqual(html_ids(document), ["notes", "notes-1", "notes-2", "notes-3"])
        self.assertEqual(anchors(build_toc(document)), ["notes-1", "notes-3"])


class RenderTest(unittest.TestCase):
    def test_html(self):
        html = render_toc(build_toc(parse("# A & b\n\n## C\n")))
        self.assertEqual(
            html,
            '<ul>\n  <li><a href="#a-b">A &amp; b</a>\n    <ul>\n'
            '      <li><a href="#c">C</a></li>\n    </ul>\n  </li>\n</ul>',
        )

    def test_markdown(self):
        text = render_toc(build_toc(parse("# A\n\n## B\n")), style="markdown")
        self.assertEqual(text, "- [A](#a)\n  - [B](#b)")

    def test_empty(self):
        self.assertEqual(render_toc([]), "")

    def test_unknown_style(self):
        with self.assertRaisesRegex(ValueError, "'pdf'"):
            render_toc([], style="pdf")
