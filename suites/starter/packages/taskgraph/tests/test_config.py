import unittest

from taskgraph import ConfigError, Task, load_ini, load_json
from taskgraph.config import parse_env, parse_flag, split_list

INI = """
[defaults]
retries = 2
env =
    LANG=C
    MODE=debug

[task build]
command = make
    all
env = MODE=release

[task test]
command = make check
depends = build, lint build
tags = Slow
timeout = 10m
schedule = 30 2 * * mon-fri
cache = no
retries = 0

[task lint]
"""


class PiecesTest(unittest.TestCase):
    def test_split_list(self):
        self.assertEqual(split_list("a, b  c,,a"), ("a", "b", "c"))
        self.assertEqual(split_list(["a ", "b"]), ("a", "b"))
        self.assertEqual(split_list(None), ())

    def test_parse_env(self):
        self.assertEqual(parse_env("A=1\n# no\n B = x=y \n"), {"A": "1", "B": "x=y"})
        self.assertEqual(parse_env({"A": 1}), {"A": "1"})
        with self.assertRaises(ValueError):
            parse_env("A")

    def test_parse_flag(self):
        self.assertTrue(parse_flag("Yes"))
        self.assertFalse(parse_flag("off"))
        with self.assertRaises(ValueError):
            parse_flag("maybe")


class TaskTest(unittest.TestCase):
    def test_group(self):
        self.assertTrue(Task("all", depends=("a",)).is_group)
        self.assertFalse(Task("all").with_command("x").is_group)

    def test_bad_tasks(self):
        for options in ({"name": "a b"}, {"name": "a", "retries": -1},
                        {"name": "a", "depends": ("a",)}):
            with self.subTest(options=options), self.assertRaises(ConfigError):
                Task(**options)


class IniTest(unittest.TestCase):
    def setUp(self):
        self.build, self.test, self.lint = load_ini(INI)

    def test_defaults(self):
        self.assertEqual((self.build.retries, self.test.retries), (2, 0))
        self.assertEqual(self.build.env, {"LANG": "C", "MODE": "release"})
        self.assertEqual(self.lint.env, {"LANG": "C", "MODE": "debug"})

    def test_values(self):
        self.assertEqual(self.build.command, "make all")
        self.assertEqual(self.test.depends, ("build", "lint"))
        self.assertEqual(self.test.tags, ("slow",))
        self.assertEqual(self.test.timeout, 600)
        self.assertFalse(self.test.cache)
        self.assertEqual(str(self.test.schedule), "30 2 * * mon-fri")

    def test_unexpected_section(self):
        with self.assertRaisesRegex(ConfigError, r"unexpected section \[job x\]"):
            load_ini("[job x]\n")

    def test_errors_name_the_task(self):
        cases = {
            "colour = red": "unknown setting 'colour'",
            "timeout = soon": "not a duration",
            "retries = many": "invalid literal",
            "schedule = 61 * * * *": "minute 61 is not between",
        }
        for line, message in cases.items():
            with self.subTest(line=line):
                with self.assertRaisesRegex(ConfigError, message) as caught:
                    load_ini(f"[task x]\n{line}\n")
                self.assertIn("'x'", str(caught.exception))

    def test_broken_file(self):
        with self.assertRaises(ConfigError):
            load_ini("no section\n")


class JsonTest(unittest.TestCase):
    def test_tasks(self):
        text = '{"defaults": {"timeout": 5}, "tasks": {"a": "make", "b": {"depends": ["a"]}}}'
        first, second = load_json(text)
        self.assertEqual((first.command, first.timeout), ("make", 5.0))
        self.assertEqual(second.depends, ("a",))

    def test_broken(self):
        for text in ("{", "[]", '{"tasks": []}'):
            with self.subTest(text=text), self.assertRaises(ConfigError):
                load_json(text)
