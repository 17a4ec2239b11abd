// Python source, run in the sandbox: what trials load and compile alike is made ready once.
export const standardModules = String.raw`"""Loads modules of the standard library, and compiles regular expressions, before the fork.

Neither is ever edited, and both take longer than what most trials do."""
import importlib
import re
import sys

NAMES = getattr(sys, "stdlib_module_names", frozenset())


def loaded():
    """Names of the standard modules that this process has loaded."""
    return sorted(name for name in sys.modules if name.partition(".")[0] in NAMES)


def patterns():
    """Texts and flags of the regular expressions that this process has compiled."""
    known = getattr(re, "_cache", {})
    return [[key[1], int(key[2])] for key in known if isinstance(key[1], str)]


def prepare(outcome):
    """Makes ready what a run needed that had this outcome."""
    for name in outcome.get("modules", []):
        try:
            importlib.import_module(name)
        except Exception:
            pass  # The trial will meet it too.
    for pattern, flags in outcome.get("patterns", []):
        try:
            re.compile(pattern, flags)
        except Exception:
            pass
`;
