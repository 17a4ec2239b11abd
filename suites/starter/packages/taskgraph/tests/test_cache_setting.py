import unittest

from taskgraph import ResultCache, Runner, TaskGraph, load_ini, load_json


class CacheSettingTest(unittest.TestCase):
    def test_tasks_are_cached_unless_they_say_no(self):
        tasks = load_ini(
            "[task plain]\ncommand = a\n"
            "[task always]\ncommand = b\ncache = no\n"
            "[task group]\ndepends = plain\n"
        )
        self.assertEqual([task.cache for task in tasks], [True, False, True])

    def test_json_tasks(self):
        text = '{"tasks": {"a": "make", "b": {"depends": ["a"]}, "c": {"cache": false}}}'
        self.assertEqual([task.cache for task in load_json(text)], [True, True, False])

    def test_second_run(self):
        graph = TaskGraph(load_json('{"tasks": {"a": "make", "b": {"command": "x"}}}'))
        runner = Runner(graph, lambda task: None, cache=ResultCache())
        self.assertEqual(runner.run().names("ok"), ["a", "b"])
        self.assertEqual(runner.run().names("cached"), ["a", "b"])
        self.assertEqual(runner.stale(), [])

    def test_value_in_the_defaults(self):
        text = "[defaults]\ncache = off\n[task a]\ncommand = x\n[task b]\ncommand = y\ncache = on\n"
        self.assertEqual([task.cache for task in load_ini(text)], [False, True])
