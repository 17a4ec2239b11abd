// Python source, run in the sandbox: the project's own tests, and the lines that they execute.
export const visibleTests = String.raw`"""Runs test files in a forked process with pytest, or with unittest where that is what they use."""
import importlib
import importlib.util
import json
import os
import re
import sys

from . import child, localise, meter, reproduce, tree, trial_needs

RECORD = os.path.join(tree.HERE, "tests.json")
LINE_BUDGET = 5000000
MOST_FILES = 12
NOTHING = {"files": [], "passed": [], "loaded": [], "needs": {}}
PLAIN = re.compile(rb"^(?:async )?def test|^\s*(?:import|from) pytest", re.MULTILINE)


def main(arguments):
    """visible_tests TERM…: runs the test files, those that name the terms first, notes what passes,
    and lists what the failing reproduction executes, if there is one."""
    files = chosen_files(arguments)
    outcome = run(files, reproduce.executed_files()) if files else {}
    passed = sorted(key for key, state in outcome.get("states", {}).items() if state == "passed")
    passes = {}
    for test in passed:
        for path, line in outcome["lines"].get(test, []):
            passes[path, line] = passes.get((path, line), 0) + 1
    kept = {key: outcome[key] for key in ("loaded", "needs") if key in outcome}
    with open(RECORD, "w") as file:
        json.dump({**NOTHING, "files": files, "passed": passed, **kept}, file)
    others = len(outcome.get("states", {})) - len(passed)
    note = " (they run on and on)" if outcome.get("endless") else ""
    print("tests: %d passed, %d did not, in %d files%s" % (len(passed), others, len(files), note))
    localise.show(passes)


def record():
    if not os.path.exists(RECORD):
        return NOTHING
    with open(RECORD) as file:
        return json.load(file)


def broken_by_edit(before):
    """Tests that passed before and do not pass on the tree as it is now."""
    if not before["passed"]:
        return []
    states = run(before["files"], set()).get("states", {})
    return [test for test in before["passed"] if states.get(test) != "passed"]


def chosen_files(terms):
    def is_file_of_tests(path):
        return tree.is_test(path) and re.search(rb"def test|TestCase", tree.read(path))

    def relevance(path):
        text = tree.read(path).decode("utf-8", "replace")
        return -sum(term in text for term in terms)

    files = [path for path in tree.python_files() if is_file_of_tests(path)]
    return sorted(sorted(files, key=lambda path: (relevance(path), path))[:MOST_FILES])


def run(files, noted):
    """States of all tests, and the lines that each executed in the noted files."""
    with_pytest = uses_pytest(files)
    # Loaded here, before the fork, and only here: it takes longer than most trials.
    importlib.import_module("pytest" if with_pytest else "unittest")

    def work(finish):
        states = {}
        endless = {"states": {}, "lines": {}, "endless": True}
        lines = meter.Meter(LINE_BUDGET, lambda: finish(endless), noted)
        lines.context("loading")
        tree.enter()
        lines.start()
        (run_pytest if with_pytest else run_unittest)(files, states, lines)
        lines.stop()
        executed = {key: sorted(noted) for key, noted in lines.lines.items()}
        finish({
            "states": states,
            "lines": executed,
            "loaded": sorted(filter(None, lines.paths.values())),
            "needs": trial_needs.seen(),
        })

    return child.run(work)


def uses_pytest(files):
    if importlib.util.find_spec("pytest") is None:
        return False
    return any(os.path.basename(f) == "conftest.py" for f in tree.python_files()) or any(
        PLAIN.search(tree.read(path)) for path in files
    )


def run_pytest(files, states, lines):
    import pytest

    class Notes:
        def pytest_runtest_setup(self, item):
            lines.context(item.nodeid)

        def pytest_runtest_logreport(self, report):
            if report.when == "call" or report.outcome != "passed":
                states[report.nodeid] = report.outcome

    pytest.main(["-q", "-p", "no:cacheprovider", "--continue-on-collection-errors", *files], [Notes()])


def run_unittest(files, states, lines):
    import unittest

    class Notes(unittest.TestResult):
        def startTest(self, test):
            super().startTest(test)
            states[test.id()] = "passed"
            lines.context(test.id())

        def addError(self, test, error):
            states[test.id()] = "failed"

        addFailure = addSkip = addExpectedFailure = addError

        def addSubTest(self, test, subtest, error):
            if error is not None:
                states[test.id()] = "failed"

        def addUnexpectedSuccess(self, test):
            states[test.id()] = "failed"

    loader = unittest.TestLoader()
    for path in files:
        folder, name = os.path.split(path)
        top = folder
        while top and os.path.exists(os.path.join(top, "__init__.py")):
            top = os.path.dirname(top)
        if top not in ("", "."):
            sys.path.insert(0, os.path.abspath(top))
        module = path[len(top) :].strip("/")[: -len(".py")].replace("/", ".")
        try:
            loader.loadTestsFromName(module).run(Notes())
        except Exception:
            pass  # A file that cannot be loaded has no tests that pass.
`;
