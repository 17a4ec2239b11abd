import unittest

from routecast import is_safe_redirect, join_url, normalize_url
from routecast.urls import URLError, remove_dot_segments, split_url


class SplitTest(unittest.TestCase):
    def test_parts(self):
        url = split_url("https://me@Example.org:8080/a/b?x=1#top")
        self.assertEqual((url.scheme, url.path, url.query, url.fragment),
                         ("https", "/a/b", "x=1", "top"))
        self.assertEqual((url.host, url.port), ("example.org", 8080))

    def test_round_trip(self):
        for text in ("http://a", "//a/b?", "a/b#", "mailto:x@y", "?q", "", "http://[::1]:80/"):
            with self.subTest(text=text):
                self.assertEqual(str(split_url(text)), text)

    def test_ports(self):
        self.assertIsNone(split_url("http://a/").port)
        self.assertIsNone(split_url("http://[::1]/").port)
        self.assertEqual(split_url("http://[::1]:81/").port, 81)
        with self.assertRaises(URLError):
            split_url("http://a:99999/").port


class JoinTest(unittest.TestCase):
    def test_references(self):
        cases = {
            "x": "http://h/a/x", "./x/": "http://h/a/x/", "../x": "http://h/x",
            "../../../x": "http://h/x", "/x": "http://h/x", "?y": "http://h/a/b?y",
            "#f": "http://h/a/b?q#f", "": "http://h/a/b?q", "//o/x": "http://o/x",
            "ftp://o/x/../y": "ftp://o/y", "..": "http://h/", ".": "http://h/a/",
        }
        for reference, expected in cases.items():
            with self.subTest(reference=reference):
                self.assertEqual(join_url("http://h/a/b?q", reference), expected)

    def test_base_without_path(self):
        self.assertEqual(join_url("http://h", "x"), "http://h/x")

    def test_dot_segments(self):
        cases = {"/a/./b/../c": "/a/c", "/..": "/", "a/..": "", "/a/b/..": "/a/", "/": "/"}
        for path, expected in cases.items():
            with self.subTest(path=path):
                self.assertEqual(remove_dot_segments(path), expected)


class NormalizeTest(unittest.TestCase):
    def test_normalize(self):
        cases = {
            "HTTP://Example.ORG:80": "http://example.org/",
            "https://u@h:80/%7ea/%2f/../b?": "https://u@h:80/~a/b",
            "http://h/a b/é#": "http://h/a%20b/%C3%A9",
            "http://h/?A=%c3%a9": "http://h/?A=%C3%A9",
            "rel/./x": "rel/./x",
        }
        for text, expected in cases.items():
            with self.subTest(text=text):
                self.assertEqual(normalize_url(text), expected)


class RedirectTest(unittest.TestCase):
    def test_safe(self):
        for target in ("/a", "a?b", "http://Example.org/x", "//example.org"):
            with self.subTest(target=target):
                self.assertTrue(is_safe_redirect(target, "example.org"))

    def test_unsafe(self):
        for target in ("", " /a", "/\\evil", "//evil.example", "javascript:x", "ftp://example.org",
                       "http://example.org@evil.example/"):
            with self.subTest(target=target):
                self.assertFalse(is_safe_redirect(target, "example.org"))
