import unittest

from routecast import CacheControl, HeaderError, negotiate, parse_accept, parse_range
from routecast.headers import MediaType, parse_options, split_quoted

HTML = "text/html"
JSON = "application/json"


class SyntaxTest(unittest.TestCase):
    def test_split_quoted(self):
        self.assertEqual(list(split_quoted('a, "b, \\" c" ,, d', ",")), ["a", '"b, \\" c"', "d"])

    def test_parse_options(self):
        self.assertEqual(
            parse_options('Text/HTML; Charset="utf-8"; x=1'),
            ("text/html", {"charset": "utf-8", "x": "1"}),
        )
        self.assertEqual(parse_options(""), ("", {}))

    def test_media_type(self):
        media = MediaType.parse("text/html; level=1")
        self.assertEqual((media.type, media.subtype), ("text", "html"))
        self.assertEqual(str(media), "text/html; level=1")
        with self.assertRaises(HeaderError):
            MediaType.parse("text")


class AcceptTest(unittest.TestCase):
    def test_order_by_quality(self):
        ranges = parse_accept("a/a;q=0.2, b/b, c/c;q=0.9, d/d;q=1")
        self.assertEqual([entry.type for entry in ranges], ["b", "d", "c", "a"])

    def test_nonsense_is_skipped(self):
        ranges = parse_accept("text, */html, a/a;q=x, *, b/b;q=7")
        self.assertEqual([(r.type, r.quality) for r in ranges], [("*", 1.0), ("b", 1.0)])

    def test_parameters(self):
        entry = parse_accept("text/html;level=1;q=0.5")[0]
        self.assertEqual((entry.params, entry.quality), ((("level", "1"),), 0.5))


class NegotiateTest(unittest.TestCase):
    def test_no_header(self):
        self.assertEqual(negotiate(None, [HTML, JSON]), HTML)
        self.assertEqual(negotiate(" ", [], "x/y"), "x/y")

    def test_quality(self):
        self.assertEqual(negotiate("text/html;q=0.4, application/json;q=0.6", [HTML, JSON]), JSON)

    def test_wildcards(self):
        self.assertEqual(negotiate("*/*", [HTML, JSON]), HTML)
        self.assertEqual(negotiate("application/*", [HTML, JSON]), JSON)

    def test_nothing_acceptable(self):
        self.assertIsNone(negotiate("image/png", [HTML, JSON]))
        self.assertEqual(negotiate("image/png", [HTML, JSON], JSON), JSON)
        self.assertIsNone(negotiate("text/html;q=0", [HTML]))

    def test_refused_type_with_wildcard(self):
        self.assertEqual(negotiate("text/html;q=0, */*", [HTML, JSON]), JSON)
        self.assertIsNone(negotiate("text/html;q=0, text/*, */*;q=0.1", [HTML]))

    def test_most_specific_range_decides(self):
        header = "text/*;q=0.9, text/html;q=0.3, application/json;q=0.5"
        self.assertEqual(negotiate(header, [HTML, JSON]), JSON)
        self.assertEqual(negotiate(header, [HTML, JSON, "text/plain"]), "text/plain")

    def test_parameters_of_a_range(self):
        offers = ["text/html; level=2", "text/html; level=1"]
        header = "text/html;q=0.5, text/html;level=1;q=0.8"
        self.assertEqual(negotiate(header, offers), "text/html; level=1")
        self.assertIsNone(negotiate("text/html;level=3", [HTML]))

    def test_ties_follow_the_offers(self):
        self.assertEqual(negotiate("application/json, text/html", [HTML, JSON]), HTML)
        self.assertEqual(negotiate("text/html, */*", [JSON, HTML]), JSON)


class RangeTest(unittest.TestCase):
    def parse(self, header, size=100):
        return [(r.start, r.end) for r in parse_range(header, size)]

    def test_ranges(self):
        self.assertEqual(self.parse("bytes=0-9"), [(0, 9)])
        self.assertEqual(self.parse("bytes=90-"), [(90, 99)])
        self.assertEqual(self.parse("Bytes = 0-0, 50-200"), [(0, 0), (50, 99)])

    def test_suffix(self):
        self.assertEqual(self.parse("bytes=-10"), [(90, 99)])
        self.assertEqual(self.parse("bytes=-500"), [(0, 99)])

    def test_not_satisfiable(self):
        self.assertEqual(self.parse("bytes=100-"), [])
        self.assertEqual(self.parse("bytes=-0"), [])
        self.assertEqual(self.parse("bytes=0-", 0), [])

    def test_bad_ranges(self):
        for header in ("items=0-1", "bytes", "bytes=", "bytes=-", "bytes=5-3", "bytes=a-b"):
            with self.subTest(header=header):
                with self.assertRaises(HeaderError):
                    parse_range(header, 100)

    def test_content_range(self):
        found = parse_range("bytes=10-19", 100)[0]
        self.assertEqual(found.length, 10)
        self.assertEqual(found.content_range(100), "bytes 10-19/100")


class CacheControlTest(unittest.TestCase):
    def test_parse(self):
        control = CacheControl.parse('Max-Age="60", private="a, b", no-transform')
        self.assertEqual(control.max_age, 60)
        self.assertEqual(control.directives["private"], "a, b")
        self.assertEqual(str(control), 'max-age=60, private="a, b", no-transform')

    def test_fresh_for(self):
        cases = [
            ("max-age=60", 60, 60), ("max-age=60, s-maxage=0", 60, 0),
            ("max-age=60, private", 60, 0), ("no-store, max-age=60", 0, 0),
            ("no-cache, s-maxage=9", 0, 0), ("max-age=x", 0, 0), ("", 0, 0),
        ]
        for header, private, shared in cases:
            with self.subTest(header=header):
                control = CacheControl.parse(header)
                self.assertEqual(control.fresh_for(), private)
                self.assertEqual(control.fresh_for(shared=True), shared)
