"""Text tables and summaries for people."""

from __future__ import annotations

import datetime as dt
from typing import Iterable, List, Optional, Sequence

from .durations import format_duration
from .graph import TaskGraph
from .runner import CACHED, FAILED, OK, SKIPPED, RunReport

_MARKS = {OK: "+", CACHED: "=", FAILED: "!", SKIPPED: "-"}


def shorten(text: str, width: int) -> str:
    """Cut *text* to *width* characters; three dots show that some are missing."""
    if len(text) <= width:
        return text
    if width <= 3:
        return text[:width]
    return text[:width - 3].rstrip() + "..."


class Table:
    """A simple text table; columns are as wide as their longest cell."""

    def __init__(self, *headers: str, align: str = "", max_width: int = 40) -> None:
        self.headers = headers
        self.align = align.ljust(len(headers), "<")
        self.max_width = max_width
        self._rows: List[List[str]] = []

    def add(self, *cells: object) -> None:
        if len(cells) != len(self.headers):
            raise ValueError(f"expected {len(self.headers)} cells, got {len(cells)}")
        self._rows.append([
            "" if cell is None else shorten(str(cell), self.max_width) for cell in cells
        ])

    @property
    def widths(self) -> List[int]:
        """Width of each column, headers included."""
        columns = zip(self.headers, *self._rows)
        return [max(len(cell) for cell in column) for column in columns]

    def _line(self, cells: Iterable[str], widths: Sequence[int]) -> str:
        padded = [
            cell.rjust(width) if side == ">" else cell.ljust(width)
            for cell, width, side in zip(cells, widths, self.align)
        ]
        return "  ".join(padded).rstrip()

    def render(self) -> str:
        widths = self.widths
        lines = [self._line(self.headers, widths)]
        lines.append("  ".join("-" * width for width in widths))
        lines.extend(self._line(row, widths) for row in self._rows)
        return "\n".join(lines) + "\n"


def run_table(report: RunReport) -> str:
    """Return one line for each task of a run."""
    table = Table("", "task", "status", "tries", "time", "message", align="<<<>><")
    for result in report.results:
        ran = result.status in (OK, FAILED)
        table.add(
            _MARKS[result.status],
            result.name,
            result.status,
            result.attempts if ran else None,
            format_duration(result.duration) if ran else None,
            result.message,
        )
    return table.render()


def summary_line(report: RunReport) -> str:
    """Return a sentence such as ``3 tasks: 2 ok, 1 failed in 1m 05s``."""
    total = len(report.results)
    noun = "task" if total == 1 else "tasks"
    parts = [f"{count} {status}" for status, count in report.counts().items() if count]
    detail = ", ".join(parts) if parts else "nothing to do"
    return f"{total} {noun}: {detail} in {format_duration(report.duration)}"


def graph_text(graph: TaskGraph) -> str:
    """Return the graph as an indented tree below each root."""
    lines: List[str] = []

    def show(name: str, depth: int) -> None:
        task = graph[name]
        label = f"{name} [{', '.join(task.tags)}]" if task.tags else name
        lines.append("  " * depth + label)
        for needed in task.depends:
            show(needed, depth + 1)

    graph.order()
    for root in graph.roots():
        show(root, 0)
    return "\n".join(lines) + ("\n" if lines else "")


def agenda(
    graph: TaskGraph, now: dt.datetime, limit: Optional[int] = None
) -> List[str]:
    """Return the scheduled tasks with their next time, soonest first."""
    upcoming = []
    for task in graph:
        due = task.schedule.next_after(now) if task.schedule is not None else None
        if due is not None:
            upcoming.append((due, task.name))
    upcoming.sort()
    return [f"{due:%Y-%m-%d %H:%M}  {name}" for due, name in upcoming[:limit]]
