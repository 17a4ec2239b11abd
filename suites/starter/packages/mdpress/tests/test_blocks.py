import unittest

from mdpress import parse
from mdpress.blocks import LineCursor
from mdpress.nodes import (
    BlockQuote, CodeBlock, Heading, ListBlock, Paragraph, Table, ThematicBreak,
)


def kinds(document):
    return [node.kind for node in document.children]


class HeadingTest(unittest.TestCase):
    def test_levels(self):
        document = parse("# One\n\n### Three ###\n")
        self.assertEqual([h.level for h in document.headings()], [1, 3])
        self.assertEqual([h.plain_text() for h in document.headings()], ["One", "Three"])

    def test_setext(self):
        document = parse("Title\n=====\n\nSub title\n---\n")
        self.assertEqual([h.level for h in document.headings()], [1, 2])

    def test_seven_hashes_are_text(self):
        self.assertIsInstance(parse("####### no\n").children[0], Paragraph)

    def test_custom_id(self):
        heading = parse("## Install it {#install}\n").children[0]
        self.assertEqual(heading.custom_id, "install")
        self.assertEqual(heading.plain_text(), "Install it")

    def test_heading_interrupts_paragraph(self):
        document = parse("text\n# Head\nmore\n")
        self.assertEqual(kinds(document), ["paragraph", "heading", "paragraph"])


class ListTest(unittest.TestCase):
    def test_tight_and_loose(self):
        self.assertTrue(parse("- a\n- b\n").children[0].tight)
        self.assertFalse(parse("- a\n\n- b\n").children[0].tight)

    def test_trailing_blank_does_not_make_it_loose(self):
        self.assertTrue(parse("- a\n- b\n\ntext\n").children[0].tight)

    def test_nested(self):
        outer = parse("- a\n  1. x\n  2. y\n- b\n").children[0]
        self.assertEqual(len(outer.children), 2)
        inner = outer.children[0].children[1]
        self.assertIsInstance(inner, ListBlock)
        self.assertTrue(inner.ordered)
        self.assertEqual(len(inner.children), 2)

    def test_start_number(self):
        self.assertEqual(parse("3) three\n4) four\n").children[0].start, 3)

    def test_changed_marker_starts_new_list(self):
        self.assertEqual(kinds(parse("- a\n* b\n")), ["listblock", "listblock"])

    def test_number_in_paragraph_is_not_a_list(self):
        self.assertEqual(kinds(parse("It happened in\n1984. Nobody knew.\n")), ["paragraph"])


class OtherBlockTest(unittest.TestCase):
    def test_fence(self):
        block = parse("~~~ python x\n# not a heading\n\n~~~\n").children[0]
        self.assertIsInstance(block, CodeBlock)
        self.assertEqual(block.language, "python")
        self.assertEqual(block.text, "# not a heading\n\n")

    def test_unclosed_fence_runs_to_the_end(self):
        document = parse("```\na\n\nb")
        self.assertEqual(kinds(document), ["codeblock"])
        self.assertEqual(document.children[0].text, "a\n\nb\n")

    def test_quote_with_lazy_line(self):
        document = parse("> one\ntwo\n\nthree\n")
        self.assertEqual(kinds(document), ["blockquote", "paragraph"])
        self.assertIsInstance(document.children[0], BlockQuote)

    def test_heading_in_quote_is_found(self):
        document = parse("> # Inner\n\n# Outer\n")
        self.assertEqual([h.plain_text() for h in document.headings()], ["Inner", "Outer"])

    def test_rule(self):
        for source in ("***", "- - -", "___"):
            with self.subTest(source=source):
                self.assertIsInstance(parse(source).children[0], ThematicBreak)

    def test_table_needs_matching_delimiter(self):
        self.assertIsInstance(parse("a | b\n--|--\n1 | 2\n").children[0], Table)
        self.assertIsInstance(parse("a | b\n--|--|--\n").children[0], Paragraph)

    def test_first_reference_wins(self):
        document = parse("[A]: /one\n[a]: /two\n\n[a]\n")
        self.assertEqual(document.references, {"a": ("/one", "")})

    def test_cursor(self):
        cursor = LineCursor(["a", "b"])
        self.assertEqual((cursor.take(), cursor.current, cursor.peek()), ("a", "b", ""))
        cursor.take()
        self.assertTrue(cursor.exhausted)


class DocumentTest(unittest.TestCase):
    def test_title(self):
        self.assertEqual(parse("---\ntitle: Meta\n---\n# Head\n").title, "Meta")
        self.assertEqual(parse("# *Head* line\n").title, "Head line")
        self.assertEqual(parse("text\n").title, "")

    def test_empty(self):
        self.assertEqual(parse("").children, [])

    def test_walk_is_in_document_order(self):
        document = parse("# A\n\n- b\n\n# C\n")
        self.assertEqual(
            [n.kind for n in document.walk() if isinstance(n, (Heading, ListBlock))],
            ["heading", "listblock", "heading"],
        )
