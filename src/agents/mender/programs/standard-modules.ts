// Python source, run in the sandbox: the standard library is loaded once and not once a trial.
export const standardModules = String.raw`"""Loads modules of the standard library before the fork, for every trial after it.

They are never edited, and loading them takes longer than what most trials do."""
import importlib
import sys

NAMES = getattr(sys, "stdlib_module_names", frozenset())


def loaded():
    """Names of the standard modules that this process has loaded."""
    return sorted(name for name in sys.modules if name.partition(".")[0] in NAMES)


def load(names):
    for name in names:
        try:
            importlib.import_module(name)
        except Exception:
            pass  # The trial will meet it too.
`;
