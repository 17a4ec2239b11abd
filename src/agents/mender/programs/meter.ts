// Python source, run in the sandbox: which lines of the project run, and how many.
export const meter = String.raw`"""Notes executed lines and ends runs that go on for ever.

Runs are ended by the number of lines they execute, not by the clock: the same edit gets the same
verdict on a busy machine."""
import os
import sys
import threading

from . import tree

# Flag of code that has fast locals: functions, and not the bodies of modules and classes.
CO_OPTIMIZED = 1


class Meter:
    def __init__(self, budget, on_exhausted, noted=None):
        """noted: files whose lines are noted, None for all; lines of the others are counted only."""
        self.left = budget
        self.noted = noted
        self.on_exhausted = on_exhausted
        self.lines = {}
        self.imported = self.lines.setdefault("import", set())
        self.current = None
        self.paths = {}

    def context(self, key):
        """Lines from now on belong to this key."""
        self.current = self.lines.setdefault(key, set())

    def start(self):
        sys.settrace(self.enter)
        threading.settrace(self.enter)

    def stop(self):
        sys.settrace(None)
        threading.settrace(None)

    def enter(self, frame, event, argument):
        filename = frame.f_code.co_filename
        path = self.paths.get(filename)
        if path is None:
            path = self.paths[filename] = self.path_of(filename)
        if not path:
            return None
        if self.noted is not None and path not in self.noted:
            return self.count
        # Bodies of modules and classes run once, on whoever's behalf they are imported.
        imported = not frame.f_code.co_flags & CO_OPTIMIZED
        if not imported:
            # The line of the def statement stands for defaults and decorators.
            self.current.add((path, frame.f_lineno))

        def on_line(frame, event, argument):
            if event == "line":
                self.left -= 1
                if self.left < 0:
                    self.on_exhausted()
                (self.imported if imported else self.current).add((path, frame.f_lineno))
            return on_line

        return on_line

    def count(self, frame, event, argument):
        if event == "line":
            self.left -= 1
            if self.left < 0:
                self.on_exhausted()
        return self.count

    def path_of(self, filename):
        if not os.path.isabs(filename):
            return ""  # <string>, <frozen …> and the reproduction itself.
        full = os.path.realpath(filename)
        root = os.path.realpath(tree.TREE) + os.sep
        return full[len(root) :].replace(os.sep, "/") if full.startswith(root) else ""
`;
