import unittest

from routecast import QueryDict, build_query, parse_query
from routecast.query import QueryError


class ParseTest(unittest.TestCase):
    def test_fields(self):
        query = parse_query("?a=1&b=x%20y&a=2&&c")
        self.assertEqual(list(query), ["a", "b", "c"])
        self.assertEqual((query["a"], query["b"], query["c"]), ("2", "x y", ""))
        self.assertEqual(query.get_list("a"), ["1", "2"])

    def test_plus_is_a_space(self):
        self.assertEqual(parse_query("q=hello+big+world")["q"], "hello big world")
        self.assertEqual(parse_query("first+name=x")["first name"], "x")

    def test_equals_in_value(self):
        self.assertEqual(parse_query("a=b=c")["a"], "b=c")

    def test_escaped_separators(self):
        self.assertEqual(parse_query("a%26=%3D%2B")["a&"], "=+")

    def test_too_many_fields(self):
        with self.assertRaisesRegex(QueryError, "3 fields are more than 2"):
            parse_query("a&b&c", max_fields=2)


class BuildTest(unittest.TestCase):
    def test_values(self):
        self.assertEqual(
            build_query({"a": 1, "b": None, "c": ["x", "y"], "d": True}), "a=1&c=x&c=y&d=true"
        )

    def test_pairs(self):
        self.assertEqual(build_query([("a", 1), ("a", "")]), "a=1&a=")

    def test_escaping(self):
        self.assertEqual(build_query({"q r": "a&b=c d/é"}), "q+r=a%26b%3Dc+d/%C3%A9")

    def test_plus_is_escaped(self):
        self.assertEqual(build_query({"q": "a+b c"}), "q=a%2Bb+c")
        self.assertEqual(build_query([("utc+1", "")]), "utc%2B1=")

    def test_round_trip(self):
        query = QueryDict([("x y", "1&2"), ("z", "%41"), ("x y", "=")])
        self.assertEqual(parse_query(str(query)), query)

    def test_round_trip_of_plus(self):
        query = QueryDict([("tz", "+02:00"), ("expr", "1 + 1"), ("a+b", "+")])
        self.assertEqual(parse_query(str(query)), query)


class QueryDictTest(unittest.TestCase):
    def test_mapping(self):
        query = QueryDict([("a", 1)])
        self.assertIn("a", query)
        self.assertEqual(len(query), 1)
        self.assertEqual(query.get("b", "d"), "d")
        self.assertEqual(query.get_list("b"), [])
        with self.assertRaises(KeyError):
            query["b"]

    def test_get_int(self):
        query = parse_query("page=7&empty=&bad=x")
        self.assertEqual(query.get_int("page", 1), 7)
        self.assertEqual(query.get_int("page", 1, maximum=5), 5)
        self.assertEqual(query.get_int("page", 1, minimum=9), 9)
        self.assertEqual(query.get_int("empty", 1), 1)
        self.assertEqual(query.get_int("none", 3), 3)
        with self.assertRaisesRegex(QueryError, "bad must be an integer, not 'x'"):
            query.get_int("bad", 1)

    def test_get_bool(self):
        query = parse_query("a=Yes&b=0&c&d=maybe")
        self.assertEqual([query.get_bool(k) for k in "abc"], [True, False, False])
        self.assertTrue(query.get_bool("none", True))
        with self.assertRaises(QueryError):
            query.get_bool("d")
