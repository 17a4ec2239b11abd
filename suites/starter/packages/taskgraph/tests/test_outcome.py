import unittest

from taskgraph import Result, Runner, RunReport, Task, TaskGraph


def report(*statuses):
    return RunReport([Result(f"t{index}", status) for index, status in enumerate(statuses)])


class OutcomeTest(unittest.TestCase):
    def test_one_bad_result_is_enough(self):
        for statuses in (("ok", "failed"), ("skipped", "ok"), ("cached", "failed", "cached")):
            with self.subTest(statuses=statuses):
                self.assertFalse(report(*statuses).ok)

    def test_empty_run_is_fine(self):
        self.assertTrue(report().ok)
        self.assertTrue(Runner(TaskGraph([Task("a", "x")]), lambda task: None).run([]).ok)

    def test_failure_among_independent_tasks(self):
        def action(task):
            if task.command == "false":
                raise RuntimeError("exit code 1")

        graph = TaskGraph([
            Task("lint", "true"),
            Task("build", "false"),
            Task("test", "true", depends=("build",)),
        ])
        self.assertFalse(Runner(graph, action).run().ok)
        self.assertTrue(Runner(graph, action).run(["lint"]).ok)

    def test_all_good_or_all_bad(self):
        self.assertTrue(report("ok", "cached").ok)
        self.assertFalse(report("failed", "skipped").ok)
