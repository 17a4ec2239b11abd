import unittest

from mdpress import check_links, parse
from mdpress.links import LinkProblem, collect_links, scheme_of


def reasons(source, **options):
    return [problem.reason for problem in check_links(parse(source), **options)]


class CollectTest(unittest.TestCase):
    def test_order(self):
        document = parse("[a](/1) ![b](2.png)\n\n> [c](/3)\n")
        self.assertEqual([link.target for link in collect_links(document)], ["/1", "2.png", "/3"])

    def test_scheme(self):
        self.assertEqual(scheme_of("HTTP://a"), "http")
        self.assertIsNone(scheme_of("a/b:c"))


class CheckTest(unittest.TestCase):
    def test_fine_links(self):
        self.assertEqual(reasons("# Top\n\n[a](#top) [b](http://c.d) [e](x.html) [f](#)"), [])

    def test_missing_fragment(self):
        self.assertEqual(reasons("[a](#nowhere)"), ["no heading with anchor 'nowhere'"])

    def test_custom_id(self):
        source = "# Top {#start}\n\n[a](#start) [b](#top)"
        self.assertEqual(reasons(source), ["no heading with anchor 'top'"])

    def test_repeated_headings(self):
        source = "# A\n\n## Notes\n\n# B\n\n## Notes\n\n[x](#notes) [y](#notes-1) [z](#notes-2)"
        self.assertEqual(reasons(source), ["no heading with anchor 'notes-2'"])

    def test_repeated_heading_in_a_quote(self):
        self.assertEqual(reasons("> # Tip\n\n# Tip\n\n[a](#tip-1)\n"), [])

    def test_schemes(self):
        self.assertEqual(reasons("[a](javascript:x)"), ["scheme 'javascript' is not allowed"])
        self.assertEqual(reasons("[a](javascript:x)", allowed_schemes=["javascript"]), [])

    def test_known_paths(self):
        source = "[a](b.html#x) [c](../d.html?q=1) [e](/f.html) [g](h.html)"
        found = reasons(source, known_paths=["docs/b.html", "d.html", "f.html"], base="docs")
        self.assertEqual(found, ["no such file"])

    def test_empty_target_and_image(self):
        self.assertEqual(reasons("[a]() ![b](#c)"), ["empty target", "an image needs a file"])

    def test_label(self):
        problem = check_links(parse("[the *label*](#x)"))[0]
        self.assertEqual(problem.label, "the label")

    def test_label_over_two_lines(self):
        problem = check_links(parse("see [the\nlong label](#x)"))[0]
        self.assertEqual(problem.label, "the long label")

    def test_message(self):
        problem = LinkProblem("", "a", "empty target")
        self.assertEqual(str(problem), "(empty): empty target (in 'a')")
