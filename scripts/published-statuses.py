"""What the parsers of SWE-bench's own harness make of logs: JSON in, JSON out, on standard streams.

In: [{"parser": "parse_log_django", "path": "x.txt"}, ...]. Out: one {test: status} each.
Only the parsers are imported: the harness itself wants a container engine's client and more.
"""

import contextlib
import importlib.metadata
import importlib.util
import io
import json
import sys
import types
from types import SimpleNamespace

root = importlib.util.find_spec("swebench").submodule_search_locations[0]
for name, path in (("swebench", root), ("swebench.harness", root + "/harness")):
    package = types.ModuleType(name)
    package.__path__ = [path]
    sys.modules[name] = package
from swebench.harness.log_parsers import PARSER_REGISTRY  # noqa: E402


def statuses(job):
    with open(job["path"], encoding="utf8", errors="replace", newline="") as file:
        text = file.read()
    parse = PARSER_REGISTRY[job["parser"]]
    # Some parsers print warnings.
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            return parse(text, SimpleNamespace(instance_id="none"))
        except Exception:
            # One that fails on a log finds no test in it, for whoever calls it.
            return {}


json.dump(
    {
        "version": importlib.metadata.version("swebench"),
        "statuses": [statuses(job) for job in json.load(sys.stdin)],
    },
    sys.stdout,
)
