import unittest

from routecast import Pattern, PatternError, Router


class ZeroTest(unittest.TestCase):
    def test_build(self):
        self.assertEqual(Pattern("/<int:n>").build(n=0), "/0")
        self.assertEqual(Pattern("/<int:a>-<int:b>/x").build(a=0, b=10), "/0-10/x")
        for value in (-1, -10, False, True, 0.0, "0", None):
            with self.subTest(value=value):
                with self.assertRaises(PatternError):
                    Pattern("/<int:n>").build(n=value)

    def test_round_trip(self):
        pattern = Pattern("/<slug:book>/<int:page>")
        for page in (0, 1, 2, 1000):
            with self.subTest(page=page):
                params = {"book": "b", "page": page}
                self.assertEqual(pattern.match(pattern.build(**params)), params)

    def test_named_route(self):
        router = Router()
        router.add("/logs/<int:day>", print, name="log")
        self.assertEqual(router.url_for("log", day=0, offset=0), "/logs/0?offset=0")
