import unittest

from taskgraph import ResultCache, RetryPolicy, Runner, Task, TaskGraph


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


class RunnerCase(unittest.TestCase):
    def setUp(self):
        self.clock = Clock()
        self.calls = []
        self.broken = {}
        self.waits = []
        self.graph = TaskGraph([
            Task("lib", "make lib"),
            Task("build", "make all", depends=("lib",)),
            Task("test", "make check", depends=("build",)),
            Task("docs", "make docs"),
        ])
        self.cache = ResultCache()

    def action(self, task):
        self.calls.append(task.name)
        self.clock.now += 2
        if self.broken.get(task.name, 0):
            self.broken[task.name] -= 1
            raise RuntimeError("no luck")

    def runner(self, **options):
        return Runner(
            self.graph,
            self.action,
            cache=self.cache,
            clock=self.clock,
            sleep=self.waits.append,
            **options,
        )

    def run_tasks(self, *names, **options):
        """Run tasks and return the names of those that were executed."""
        del self.calls[:]
        self.runner().run(names or None, **options)
        return list(self.calls)


class RunTest(RunnerCase):
    def test_order_and_report(self):
        report = self.runner().run()
        self.assertEqual(self.calls, ["lib", "build", "test", "docs"])
        self.assertTrue(report.ok)
        self.assertEqual(report.duration, 8)
        self.assertEqual(report["build"].duration, 2)
        self.assertEqual(report.counts(), {"ok": 4, "cached": 0, "failed": 0, "skipped": 0})

    def test_only_what_is_needed(self):
        self.assertEqual(self.run_tasks("build"), ["lib", "build"])

    def test_failure_blocks_dependents(self):
        self.broken["lib"] = 1
        report = self.runner().run()
        self.assertEqual(report.names("failed"), ["lib"])
        self.assertEqual(report.names("skipped"), ["build", "test"])
        self.assertEqual(report.names("ok"), ["docs"])
        self.assertEqual(report["lib"].message, "RuntimeError: no luck")
        self.assertEqual(report["test"].message, "needs build")

    def test_stop_at_first_failure(self):
        self.broken["lib"] = 1
        report = self.runner(keep_going=False).run()
        self.assertEqual(report["docs"].message, "stopped after a failure")

    def test_runner_can_be_used_again_after_a_failure(self):
        self.broken["lib"] = 1
        runner = self.runner()
        runner.run()
        self.assertTrue(runner.run().ok)

    def test_retries_of_the_policy(self):
        self.broken["lib"] = 2
        report = self.runner(policy=RetryPolicy(max_attempts=3)).run(["lib"])
        self.assertEqual((report["lib"].status, report["lib"].attempts), ("ok", 3))
        self.assertEqual(self.waits, [1, 2])

    def test_retries_of_the_task(self):
        self.graph.add(Task("flaky", "x", retries=1))
        self.broken["flaky"] = 2
        report = self.runner(policy=RetryPolicy(max_attempts=5)).run(["flaky"])
        self.assertEqual((report["flaky"].status, report["flaky"].attempts), ("failed", 2))

    def test_groups_are_not_executed(self):
        self.graph.add(Task("all", depends=("docs",)))
        self.assertEqual(self.run_tasks("all"), ["docs"])

    def test_unknown_result(self):
        with self.assertRaises(KeyError):
            self.runner().run(["docs"])["lib"]


class CachedRunTest(RunnerCase):
    def setUp(self):
        super().setUp()
        self.run_tasks()

    def change(self, name):
        self.graph.replace(self.graph[name].with_command("make it differently"))

    def test_second_run_is_cached(self):
        report = self.runner().run()
        self.assertEqual(len(report.names("cached")), 4)
        self.assertTrue(report.ok)

    def test_changed_task_runs_again(self):
        self.change("docs")
        self.assertEqual(self.run_tasks(), ["docs"])
        self.assertEqual(self.run_tasks(), [])

    def test_last_task_of_a_chain(self):
        self.change("test")
        self.assertEqual(self.runner().stale(), ["test"])
        self.assertEqual(self.run_tasks("test"), ["test"])

    def test_force(self):
        self.assertEqual(self.run_tasks("build", force=True), ["lib", "build"])

    def test_forced_dependency_changes_nothing(self):
        self.run_tasks("lib", force=True)
        self.assertEqual(self.run_tasks("test"), [])

    def test_uncached_dependency_changes_nothing(self):
        self.graph.add(Task("stamp", "date", cache=False))
        self.graph.add(Task("sign", "gpg", depends=("stamp",)))
        self.assertEqual(self.run_tasks("sign"), ["stamp", "sign"])
        self.assertEqual(self.run_tasks("sign"), ["stamp"])

    def test_failure_is_not_cached(self):
        self.change("docs")
        self.broken["docs"] = 1
        self.run_tasks("docs")
        self.assertNotIn("docs", self.cache)
        self.assertEqual(self.run_tasks("docs"), ["docs"])

    def test_expired_result(self):
        self.cache.max_age = 60
        self.clock.now += 3600
        self.assertEqual(self.run_tasks("docs"), ["docs"])

    def test_stale(self):
        self.assertEqual(self.runner().stale(), [])
        self.cache.forget("docs")
        self.assertEqual(self.runner().stale(), ["docs"])

    def test_change_reaches_all_dependents(self):
        self.change("lib")
        self.assertEqual(self.run_tasks(), ["lib", "build", "test"])
        self.assertEqual(self.run_tasks(), [])

    def test_change_is_noticed_in_a_later_run(self):
        self.change("lib")
        self.assertEqual(self.run_tasks("lib"), ["lib"])
        self.assertEqual(self.run_tasks("build"), ["build"])
        self.assertEqual(self.run_tasks("test"), ["test"])
        self.assertEqual(self.run_tasks("test"), [])

    def test_stale_includes_dependents(self):
        self.change("build")
        self.assertEqual(self.runner().stale(), ["build", "test"])
        self.assertEqual(self.runner().stale(["lib"]), [])

    def test_change_behind_a_group(self):
        self.graph.add(Task("ready", depends=("docs",)))
        self.graph.add(Task("publish", "upload", depends=("ready",)))
        self.run_tasks("publish")
        self.change("docs")
        self.assertEqual(self.run_tasks("docs"), ["docs"])
        self.assertEqual(self.run_tasks("publish"), ["publish"])
