// Python source, run in the sandbox: chooses the script that shows the complaint.
export const reproduce = String.raw`"""Runs the issue's scripts on the tree as it stands and keeps the one that shows something wrong."""
import json
import os
import sys

from . import compose, goals, reproduction, tree

BASELINE = os.path.join(tree.HERE, "baseline.json")
MOST_SCRIPTS = 6
ORDER = ("wrong", "changed", "nothing", "unusable")


def main(arguments):
    """reproduce: reads scripts and exceptions as JSON from stdin, says of each script what it shows."""
    request = json.load(sys.stdin)
    found = []
    for script in compose.compose(request["scripts"])[:MOST_SCRIPTS]:
        outcome = reproduction.run(script)
        aims = goals.of(outcome, request["exceptions"])
        found.append((ORDER.index(aims["shows"]), len(found), script, outcome, aims))
        print("%s\n# %s" % (script, aims["shows"]))
        for result in outcome.get("results", []):
            print("# " + line_of(result))
        if aims["shows"] == "wrong":
            break
    if not found:
        print("verdict: " + json.dumps({"shows": "unusable", "held": 0, "refuted": 0}))
        return
    _, _, script, outcome, aims = min(found, key=lambda item: item[:2])
    with open(reproduction.SCRIPT, "w", encoding="utf-8") as file:
        file.write(script)
    with open(BASELINE, "w") as file:
        json.dump({"outcome": outcome, "aims": aims}, file)
    summary = {key: aims[key] for key in ("shows", "held", "refuted", "file", "fileLine")}
    print("verdict: " + json.dumps(summary))


def line_of(result):
    if "raised" in result:
        shown = "raised %s: %s" % (result["raised"], result["message"])
        if result["file"]:
            shown += " (%s:%d)" % (result["file"], result["fileLine"])
    else:
        shown = "got %s" % result["got"]
    kinds = ("expect", "expect-raises", "observed", "observed-raises", "shown")
    notes = ["%s %s" % (kind, "met" if result[kind] else "not met") for kind in kinds if kind in result]
    return "line %d: %s" % (result["line"], "; ".join([shown.replace("\n", "\\n")] + notes))


def known():
    return os.path.exists(BASELINE)


def baseline():
    with open(BASELINE) as file:
        return json.load(file)


def executed_files():
    """Files that the reproduction executes: only of their lines is it asked who else does."""
    if not known():
        return set()
    lines = baseline()["outcome"].get("lines", {})
    return {path for noted in lines.values() for path, _ in noted}
`;
