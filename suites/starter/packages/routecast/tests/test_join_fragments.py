import unittest

from routecast import join_url


class JoinFragmentTest(unittest.TestCase):
    def test_fragment_of_the_base_is_dropped(self):
        for reference in ("x", "./x", "/a/x", "../a/x"):
            with self.subTest(reference=reference):
                self.assertEqual(join_url("http://h/a/b#top", reference), "http://h/a/x")
        self.assertEqual(join_url("http://h#top", "x?q"), "http://h/x?q")

    def test_fragment_of_the_reference_is_kept(self):
        for base in ("http://h/a/b", "http://h/a/b?q", "http://h/a/b#top"):
            with self.subTest(base=base):
                self.assertEqual(join_url(base, "x#part"), "http://h/a/x#part")
                self.assertEqual(join_url(base, "/x?y#part"), "http://h/x?y#part")
                self.assertEqual(join_url(base, "x#"), "http://h/a/x#")
