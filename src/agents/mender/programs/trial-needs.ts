// Python source, run in the sandbox: what trials load and compile alike is made ready once.
export const trialNeeds = String.raw`"""Loads modules of the standard library, and compiles regular expressions, before the fork.

Neither is ever edited, and both take longer than what most trials do."""
import importlib
import re
import sys

NAMES = getattr(sys, "stdlib_module_names", frozenset())


def seen():
    """What this process has loaded and compiled: module names, patterns with their flags."""
    compiled = getattr(re, "_cache", {})
    return {
        "modules": sorted(name for name in sys.modules if name.partition(".")[0] in NAMES),
        "patterns": [[key[1], int(key[2])] for key in compiled if isinstance(key[1], str)],
    }


def meet(needs):
    """Makes ready what another process has seen. What fails here the trial will meet too."""
    for name in needs.get("modules", []):
        attempt(importlib.import_module, name)
    for pattern, flags in needs.get("patterns", []):
        attempt(re.compile, pattern, flags)


def attempt(function, *arguments):
    try:
        function(*arguments)
    except Exception:
        pass
`;
