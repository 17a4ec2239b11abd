import unittest

from routecast import Pattern, PatternError


class MatchTest(unittest.TestCase):
    def test_static(self):
        pattern = Pattern("/a.b/c")
        self.assertEqual(pattern.match("/a.b/c"), {})
        self.assertIsNone(pattern.match("/aXb/c"))
        self.assertTrue(pattern.is_static)

    def test_typed_values(self):
        pattern = Pattern("/<int:year>/<slug:title>/<float:size>")
        self.assertEqual(
            pattern.match("/2020/my-post/1.5"), {"year": 2020, "title": "my-post", "size": 1.5}
        )
        self.assertIsNone(pattern.match("/x/my-post/1.5"))
        self.assertIsNone(pattern.match("/2020/My/1.5"))

    def test_string_is_one_segment(self):
        pattern = Pattern("/u/<name>")
        self.assertEqual(pattern.match("/u/a%20b"), {"name": "a b"})
        self.assertIsNone(pattern.match("/u/a/b"))
        self.assertIsNone(pattern.match("/u/"))

    def test_path(self):
        pattern = Pattern("/files/<path:rest>/raw")
        self.assertEqual(pattern.match("/files/a/b/raw"), {"rest": "a/b"})

    def test_any(self):
        pattern = Pattern("/<any(red, green):color>.css")
        self.assertEqual(pattern.match("/green.css"), {"color": "green"})
        self.assertIsNone(pattern.match("/blue.css"))

    def test_two_placeholders_in_a_segment(self):
        self.assertEqual(Pattern("/<int:a>-<int:b>").match("/1-22"), {"a": 1, "b": 22})


class BuildTest(unittest.TestCase):
    def test_round_trip(self):
        pattern = Pattern("/<name>/<int:n>/<path:p>")
        params = {"name": "a b?", "n": 7, "p": "x/y z"}
        url = pattern.build(**params)
        self.assertEqual(url, "/a%20b%3F/7/x/y%20z")
        self.assertEqual(pattern.match(url), params)

    def test_bad_values(self):
        cases = [("/<name>", "a/b"), ("/<int:name>", -1), ("/<int:name>", "1"),
                 ("/<slug:name>", "A b"), ("/<path:name>", "/"), ("/<any(x):name>", "y")]
        for source, value in cases:
            with self.subTest(source=source, value=value):
                with self.assertRaises(PatternError):
                    Pattern(source).build(name=value)

    def test_missing_and_extra(self):
        with self.assertRaisesRegex(PatternError, "missing parameters: a, b"):
            Pattern("/<a>/<b>").build()
        with self.assertRaisesRegex(PatternError, "unexpected parameters: c"):
            Pattern("/<a>").build(a=1, c=2)


class CompileTest(unittest.TestCase):
    def test_bad_patterns(self):
        for source in ("a", "/<a", "/a>", "/<a>/<a>", "/<what:a>", "/<int(3):a>", "/<any:a>",
                       "/<1a>", "/<>"):
            with self.subTest(source=source):
                with self.assertRaises(PatternError):
                    Pattern(source)

    def test_weight(self):
        self.assertEqual(Pattern("/a/<int:uid>/<path:id>").weight, (100, 20, 1))
        self.assertGreater(Pattern("/a/b").weight, Pattern("/a/<int:b>").weight)

    def test_names(self):
        self.assertEqual(Pattern("/<b>/<int:a>").names, ["b", "a"])
