import unittest

from taskgraph import SelectionError, Task, TaskGraph, select_tasks


class NamesWithColonTest(unittest.TestCase):
    def setUp(self):
        self.graph = TaskGraph([
            Task("db:migrate", tags=("slow",)),
            Task("db:seed"),
            Task("web:build", tags=("seed", "slow")),
            Task("tag"),
        ])

    def select(self, *patterns):
        return select_tasks(self.graph, patterns)

    def test_names(self):
        self.assertEqual(self.select("db:seed"), ["db:seed"])
        self.assertEqual(self.select("web:build", "db:migrate"), ["db:migrate", "web:build"])
        self.assertEqual(self.select("tag"), ["tag"])

    def test_globs(self):
        self.assertEqual(self.select("db:*"), ["db:migrate", "db:seed"])
        self.assertEqual(self.select("*:build"), ["web:build"])
        with self.assertRaises(SelectionError):
            self.select("cache:slow")

    def test_exclusions(self):
        self.assertEqual(self.select("!db:*"), ["web:build", "tag"])
        self.assertEqual(self.select("tag:slow", "!web:build"), ["db:migrate"])

    def test_tags(self):
        self.assertEqual(self.select("tag:seed"), ["web:build"])
        self.assertEqual(self.select("tag:s*", "ta?"), ["db:migrate", "web:build", "tag"])
