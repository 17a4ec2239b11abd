import unittest

from routecast import LRUCache


class LRUCacheTest(unittest.TestCase):
    def test_eviction_order(self):
        cache = LRUCache(2)
        cache.put("a", 1)
        cache.put("b", 2)
        self.assertEqual(cache.get("a"), 1)
        cache.put("c", 3)
        self.assertEqual(list(cache), ["a", "c"])
        self.assertEqual(cache.info.evictions, 1)

    def test_put_again_refreshes(self):
        cache = LRUCache(2)
        for key in "aba":
            cache.put(key, key)
        cache.put("c", "c")
        self.assertNotIn("b", cache)

    def test_ttl(self):
        now = [0.0]
        cache = LRUCache(5, ttl=10, clock=lambda: now[0])
        cache.put("a", 1)
        now[0] = 9.5
        self.assertEqual(cache.get("a"), 1)
        now[0] = 10.0
        self.assertNotIn("a", cache)
        self.assertEqual(cache.get("a", "gone"), "gone")
        self.assertEqual(len(cache), 0)

    def test_purge(self):
        now = [0.0]
        cache = LRUCache(5, ttl=10, clock=lambda: now[0])
        cache.put("a", 1)
        now[0] = 5.0
        cache.put("b", 2)
        now[0] = 12.0
        self.assertEqual(cache.purge(), 1)
        self.assertEqual(list(cache), ["b"])

    def test_get_or_create_caches_none(self):
        calls = []
        cache = LRUCache(2)
        for _ in range(2):
            self.assertIsNone(cache.get_or_create("a", lambda: calls.append(1)))
        self.assertEqual(len(calls), 1)

    def test_info(self):
        cache = LRUCache(2)
        self.assertEqual(cache.info.ratio, 0.0)
        cache.put("a", 1)
        cache.get("a")
        cache.get("b")
        self.assertEqual(cache.info.ratio, 0.5)
        cache.clear()
        self.assertEqual((len(cache), cache.info.hits), (0, 0))

    def test_discard(self):
        cache = LRUCache(2)
        cache.put("a", 1)
        self.assertTrue(cache.discard("a"))
        self.assertFalse(cache.discard("a"))

    def test_wrong_arguments(self):
        with self.assertRaises(ValueError):
            LRUCache(0)
        with self.assertRaises(ValueError):
            LRUCache(1, ttl=5)
