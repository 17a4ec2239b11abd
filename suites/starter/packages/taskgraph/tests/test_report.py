import datetime as dt
import unittest

from taskgraph import CycleError, Result, RunReport, Schedule, Task, TaskGraph
from taskgraph.report import Table, agenda, graph_text, run_table, shorten, summary_line


class TableTest(unittest.TestCase):
    def test_shorten(self):
        self.assertEqual(shorten("abcdef", 6), "abcdef")
        self.assertEqual(shorten("abcdefg", 6), "abc...")
        self.assertEqual(shorten("abcdefg", 2), "ab")

    def test_widths_include_headers(self):
        table = Table("name", "n", align="<>")
        table.add("a", 100)
        self.assertEqual(table.widths, [4, 3])
        self.assertEqual(table.render(), "name    n\n----  ---\na     100\n")

    def test_empty_table(self):
        self.assertEqual(Table("a", "bc").render(), "a  bc\n-  --\n")

    def test_wrong_number_of_cells(self):
        with self.assertRaisesRegex(ValueError, "expected 2 cells, got 1"):
            Table("a", "b").add(1)

    def test_none_is_blank(self):
        table = Table("a", "b")
        table.add(None, "x")
        self.assertEqual(table.render().splitlines()[2], "   x")


class RunReportTest(unittest.TestCase):
    def setUp(self):
        self.report = RunReport(
            [
                Result("build", "ok", 1, 62.0),
                Result("test", "failed", 3, 2.5, "RuntimeError: no luck"),
                Result("deploy", "skipped", message="needs test"),
            ],
            64.5,
        )

    def test_table(self):
        lines = run_table(self.report).splitlines()
        self.assertEqual(lines[2], "+  build   ok           1  1m 02s")
        self.assertEqual(lines[3], "!  test    failed       3    2.5s  RuntimeError: no luck")
        self.assertEqual(lines[4], "-  deploy  skipped                 needs test")

    def test_summary(self):
        self.assertEqual(
            summary_line(self.report), "3 tasks: 1 ok, 1 failed, 1 skipped in 1m 04s"
        )

    def test_summary_of_little(self):
        self.assertEqual(summary_line(RunReport()), "0 tasks: nothing to do in 0.0s")
        one = RunReport([Result("a", "cached")], 0.5)
        self.assertEqual(summary_line(one), "1 task: 1 cached in 500ms")

    def test_summary_of_a_whole_minute(self):
        report = RunReport([Result("a", "ok", 1, 60.0)], 60.0)
        self.assertEqual(summary_line(report), "1 task: 1 ok in 1m 00s")


class GraphTextTest(unittest.TestCase):
    def test_tree(self):
        graph = TaskGraph([
            Task("lib"),
            Task("build", depends=("lib",)),
            Task("test", depends=("build", "lib"), tags=("slow", "ci")),
        ])
        self.assertEqual(graph_text(graph), "test [slow, ci]\n  build\n    lib\n  lib\n")
        self.assertEqual(graph_text(TaskGraph()), "")

    def test_cycle_is_reported(self):
        with self.assertRaises(CycleError):
            graph_text(TaskGraph([Task("a", depends=("b",)), Task("b", depends=("a",))]))


class AgendaTest(unittest.TestCase):
    def test_soonest_first(self):
        graph = TaskGraph([
            Task("weekly", schedule=Schedule.parse("@weekly")),
            Task("never", schedule=Schedule.parse("0 0 31 2 *")),
            Task("nightly", schedule=Schedule.parse("30 2 * * *")),
            Task("manual"),
        ])
        now = dt.datetime(2024, 3, 1, 12, 0)
        lines = agenda(graph, now)
        self.assertEqual(lines, ["2024-03-02 02:30  nightly", "2024-03-03 00:00  weekly"])
        self.assertEqual(agenda(graph, now, limit=1), lines[:1])
