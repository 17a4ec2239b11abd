import unittest

from taskgraph import (
    ConfigError,
    CycleError,
    SelectionError,
    Task,
    TaskGraph,
    UnknownTaskError,
    select_tasks,
)


def graph(**needs):
    return TaskGraph(Task(name, "run", tuple(text.split())) for name, text in needs.items())


def names(tasks):
    return [task.name for task in tasks]


class OrderTest(unittest.TestCase):
    def test_dependencies_come_first(self):
        self.assertEqual(names(graph(c="b", b="a", a="").order()), ["a", "b", "c"])

    def test_independent_tasks_keep_their_order(self):
        self.assertEqual(names(graph(z="", a="", m="").order()), ["z", "a", "m"])

    def test_part_of_the_graph(self):
        full = graph(a="", b="a", c="a", d="b c")
        self.assertEqual(names(full.order(["c"])), ["a", "c"])
        self.assertEqual(names(full.order([])), [])

    def test_diamond(self):
        self.assertEqual(names(graph(d="b c", b="a", c="a", a="").order()), ["a", "b", "c", "d"])

    def test_cycle(self):
        with self.assertRaises(CycleError) as caught:
            graph(x="a", a="b", b="c", c="a").order()
        self.assertEqual(caught.exception.path, ("a", "b", "c", "a"))
        self.assertEqual(str(caught.exception), "dependency cycle: a -> b -> c -> a")

    def test_unknown_dependency(self):
        with self.assertRaisesRegex(UnknownTaskError, "'b' \\(needed by 'a'\\)"):
            graph(a="b").order()

    def test_levels(self):
        waves = graph(a="", b="a", c="", d="b c").levels()
        self.assertEqual(waves, [["a", "c"], ["b"], ["d"]])
        self.assertEqual(TaskGraph().levels(), [])


class AccessTest(unittest.TestCase):
    def test_dependents_and_roots(self):
        full = graph(a="", b="a", c="a b")
        self.assertEqual(full.dependents("a"), ["b", "c"])
        self.assertEqual(full.roots(), ["c"])
        with self.assertRaises(UnknownTaskError):
            full.dependents("x")

    def test_closure(self):
        self.assertEqual(graph(a="", b="a", c="b", d="").closure(["c"]), {"a", "b", "c"})

    def test_defined_twice(self):
        with self.assertRaisesRegex(ConfigError, "defined twice"):
            TaskGraph([Task("a"), Task("a")])

    def test_replace(self):
        full = graph(a="", b="")
        full.replace(Task("a", "other"))
        self.assertEqual(full["a"].command, "other")
        self.assertEqual(names(full), ["a", "b"])
        with self.assertRaises(UnknownTaskError):
            full.replace(Task("z"))


class SelectTest(unittest.TestCase):
    def setUp(self):
        self.graph = TaskGraph([
            Task("build"),
            Task("test-unit", tags=("fast",)),
            Task("test-ui", tags=("slow", "screen")),
            Task("deploy-stage", tags=("slow",)),
            Task("deploy-live"),
        ])

    def select(self, *patterns):
        return select_tasks(self.graph, patterns)

    def test_globs(self):
        self.assertEqual(self.select("test-*"), ["test-unit", "test-ui"])
        self.assertEqual(self.select("deploy-live", "build"), ["build", "deploy-live"])

    def test_tags(self):
        self.assertEqual(self.select("tag:Slow"), ["test-ui", "deploy-stage"])
        self.assertEqual(
            self.select("tag:s*", "tag:fast"), ["test-unit", "test-ui", "deploy-stage"]
        )

    def test_one_exclusion(self):
        self.assertEqual(self.select("test-*", "!test-ui"), ["test-unit"])
        self.assertEqual(self.select("!deploy-*"), ["build", "test-unit", "test-ui"])

    def test_several_exclusions(self):
        self.assertEqual(self.select("*", "!deploy-*", "!build"), ["test-unit", "test-ui"])

    def test_exclusions_by_name_and_tag(self):
        self.assertEqual(self.select("!build", "!tag:slow"), ["test-unit", "deploy-live"])

    def test_exclusion_that_matches_nothing(self):
        self.assertEqual(self.select("test-*", "!nothing", "! test-ui"), ["test-unit"])

    def test_no_patterns(self):
        self.assertEqual(len(self.select()), 5)
        self.assertEqual(len(self.select("", " ")), 5)

    def test_nothing_matches(self):
        with self.assertRaisesRegex(SelectionError, "no task matches 'lint'"):
            self.select("build", "lint")

    def test_exclusion_of_everything(self):
        self.assertEqual(self.select("build", "!b*"), [])
