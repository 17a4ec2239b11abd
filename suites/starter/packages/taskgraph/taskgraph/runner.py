"""Execution of tasks in dependency order."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Callable, Dict, Iterable, List, Optional, Sequence

from .cache import ResultCache, fingerprint
from .config import Task
from .graph import TaskGraph
from .retry import RetryPolicy, call_with_retries

OK = "ok"
CACHED = "cached"
FAILED = "failed"
SKIPPED = "skipped"

Action = Callable[[Task], object]


@dataclass(frozen=True)
class Result:
    """What happened to one task."""

    name: str
    status: str
    attempts: int = 0
    duration: float = 0.0
    message: str = ""

    @property
    def succeeded(self) -> bool:
        return self.status in (OK, CACHED)


@dataclass
class RunReport:
    """The results of a run, in the order of execution."""

    results: List[Result] = field(default_factory=list)
    duration: float = 0.0

    def __getitem__(self, name: str) -> Result:
        for result in self.results:
            if result.name == name:
                return result
        raise KeyError(name)

    @property
    def ok(self) -> bool:
        return all(result.succeeded for result in self.results)

    def names(self, status: str) -> List[str]:
        return [result.name for result in self.results if result.status == status]

    def counts(self) -> Dict[str, int]:
        """Return how many tasks ended in each status."""
        counts = {OK: 0, CACHED: 0, FAILED: 0, SKIPPED: 0}
        for result in self.results:
            counts[result.status] += 1
        return counts


class Runner:
    """Runs the tasks of a graph with a function that does the work.

    The *action* receives a task and raises an exception if it fails. Tasks whose
    result is in the *cache* are not run as long as neither they nor anything they
    depend on has changed.
    """

    def __init__(
        self,
        graph: TaskGraph,
        action: Action,
        cache: Optional[ResultCache] = None,
        policy: Optional[RetryPolicy] = None,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], None] = time.sleep,
        keep_going: bool = True,
    ) -> None:
        self.graph = graph
        self.action = action
        self.cache = cache if cache is not None else ResultCache()
        self.policy = policy or RetryPolicy()
        self.clock = clock
        self.sleep = sleep
        self.keep_going = keep_going

    def policy_for(self, task: Task) -> RetryPolicy:
        """Return the policy of a task; its own number of retries comes first."""
        if not task.retries:
            return self.policy
        return replace(self.policy, max_attempts=task.retries + 1)

    def _fingerprints(self, plan: Sequence[Task]) -> Dict[str, str]:
        """Return the fingerprints of tasks that are in dependency order."""
        marks: Dict[str, str] = {}
        for task in plan:
            marks[task.name] = fingerprint(task, [marks[name] for name in task.depends])
        return marks

    def _is_cached(self, task: Task, mark: str) -> bool:
        return task.cache and self.cache.is_fresh(task.name, mark, self.clock())

    def stale(self, names: Optional[Iterable[str]] = None) -> List[str]:
        """Return the tasks that a run would not take from the cache."""
        plan = self.graph.order(names)
        marks = self._fingerprints(plan)
        return [task.name for task in plan if not self._is_cached(task, marks[task.name])]

    def run(self, names: Optional[Iterable[str]] = None, force: bool = False) -> RunReport:
        """Run tasks with everything they depend on.

        With *force* nothing is taken from the cache. Tasks that depend on a
        failed task are skipped.
        """
        report = RunReport()
        started = self.clock()
        plan = self.graph.order(names)
        marks = self._fingerprints(plan)
        blocked: Dict[str, str] = {}
        stopped = False
        for task in plan:
            cause = next((name for name in task.depends if name in blocked), None)
            if cause is not None:
                result = Result(task.name, SKIPPED, message=f"needs {cause}")
            elif stopped:
                result = Result(task.name, SKIPPED, message="stopped after a failure")
            elif not force and self._is_cached(task, marks[task.name]):
                result = Result(task.name, CACHED)
            else:
                result = self._execute(task, marks[task.name])
            if not result.succeeded:
                blocked[task.name] = result.status
                if not self.keep_going:
                    stopped = True
            report.results.append(result)
        report.duration = self.clock() - started
        return report

    def _execute(self, task: Task, mark: str) -> Result:
        started = self.clock()
        attempts = 0
        try:
            if not task.is_group:
                policy = self.policy_for(task)
                _, attempts = call_with_retries(lambda: self.action(task), policy, self.sleep)
        except Exception as error:
            self.cache.forget(task.name)
            spent = self.clock() - started
            message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            return Result(task.name, FAILED, getattr(error, "attempts", 1), spent, message)
        finished = self.clock()
        if task.cache:
            self.cache.store(task.name, mark, finished, finished - started)
        return Result(task.name, OK, attempts, finished - started)
