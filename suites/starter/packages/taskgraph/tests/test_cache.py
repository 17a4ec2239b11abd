import os
import tempfile
import unittest

from taskgraph import ResultCache, Task, fingerprint
from taskgraph.cache import cache_file


class FingerprintTest(unittest.TestCase):
    def test_definition_counts(self):
        mark = fingerprint(Task("a", "make"))
        self.assertEqual(mark, fingerprint(Task("a", "make")))
        self.assertNotEqual(mark, fingerprint(Task("a", "make all")))
        self.assertNotEqual(mark, fingerprint(Task("a", "make", env={"X": "1"})))
        self.assertNotEqual(mark, fingerprint(Task("a", "make", depends=("b",))))

    def test_order_does_not_count(self):
        first = Task("a", "x", depends=("b", "c"), env={"A": "1", "B": "2"})
        second = Task("a", "x", depends=("c", "b"), env={"B": "2", "A": "1"})
        self.assertEqual(fingerprint(first), fingerprint(second))

    def test_tags_do_not_count(self):
        self.assertEqual(fingerprint(Task("a", "x", tags=("t",))), fingerprint(Task("a", "x")))


class CacheTest(unittest.TestCase):
    def test_fresh(self):
        cache = ResultCache()
        cache.store("a", "m1", 100)
        self.assertTrue(cache.is_fresh("a", "m1", 10000))
        self.assertFalse(cache.is_fresh("a", "m2", 100))
        self.assertFalse(cache.is_fresh("b", "m1", 100))

    def test_max_age(self):
        cache = ResultCache(max_age=60)
        cache.store("a", "m", 100)
        self.assertTrue(cache.is_fresh("a", "m", 160))
        self.assertFalse(cache.is_fresh("a", "m", 161))

    def test_forget_and_prune(self):
        cache = ResultCache()
        for name in "abc":
            cache.store(name, "m", 1)
        self.assertTrue(cache.forget("a"))
        self.assertFalse(cache.forget("a"))
        self.assertEqual(cache.prune(["b"]), 1)
        self.assertIn("b", cache)
        self.assertEqual(len(cache), 1)

    def test_describe(self):
        cache = ResultCache()
        cache.store("a", "m", 100)
        self.assertEqual(cache.describe("a", 190), "finished 1m 30s ago")
        self.assertEqual(cache.describe("b", 190), "never finished")

    def test_dump_and_load(self):
        cache = ResultCache()
        cache.store("a", "m", 100, 2.5)
        other = ResultCache()
        other.load(cache.dump())
        self.assertEqual(other.get("a"), cache.get("a"))

    def test_unusable_text(self):
        for text in ("", "[]", "{}", '{"format": 9}', '{"format": 1, "entries": {"a": {"x": 1}}}'):
            with self.subTest(text=text):
                cache = ResultCache()
                cache.store("a", "m", 100)
                cache.load(text)
                self.assertEqual(len(cache), 0)


class FileTest(unittest.TestCase):
    def test_is_written_even_after_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cache.json")
            with self.assertRaises(RuntimeError), cache_file(path) as cache:
                cache.store("a", "m", 1)
                raise RuntimeError("stop")
            with cache_file(path, max_age=5) as cache:
                self.assertIn("a", cache)
                self.assertEqual(cache.max_age, 5)
            self.assertEqual(os.listdir(folder), ["cache.json"])
