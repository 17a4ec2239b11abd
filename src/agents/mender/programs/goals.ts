// Python source, run in the sandbox: what a repaired tree must do, and whether it does it.
export const goals = String.raw`"""From what the reproduction does on the faulty tree to what it must do on a repaired one."""

# Exceptions of a script that lacks something; they say nothing about the project.
LACKING = {"NameError", "ImportError", "ModuleNotFoundError", "SyntaxError", "FileNotFoundError"}


def of(outcome, named):
    """shows: wrong (something to aim at), changed (a value that must become another, unknown one),
    nothing (nothing wrong to be seen) or unusable."""
    results = outcome.get("results", [])
    aims = [aim_of(result, named) for result in results]
    failing = [index for index, aim in enumerate(aims) if aim in ("hold", "no-raise")]
    seen = [index for index, aim in enumerate(aims) if aim == "observed"]
    if outcome.get("endless") or outcome.get("crashed"):
        shows = "wrong" if outcome.get("endless") else "unusable"
        failing = [len(results)]
    elif "unusable" in aims or not results:
        shows = "unusable"
    elif failing:
        shows = "wrong"
    elif seen:
        # Of several values that the issue shows without comment, the last is the point of it.
        shows, failing = "changed", seen[-1:]
        aims[seen[-1]] = "change"
    else:
        shows = "nothing"
    where = next((r for r in results if r.get("file") and "raised" in r), {})
    return {
        "shows": shows,
        "aims": aims,
        "failing": failing,
        "held": sum(aim == "held" for aim in aims),
        "refuted": sum(refutes(result) for result in results),
        "file": where.get("file"),
        "fileLine": where.get("fileLine"),
    }


def aim_of(result, named):
    expected = [result[kind] for kind in ("expect", "expect-raises") if kind in result]
    raised = result.get("raised")
    if raised in LACKING and not result["file"] and raised not in named and not expected:
        return "unusable"
    if expected:
        return "held" if all(expected) else "hold"
    if raised:
        return "hold" if result["asserts"] and not result["file"] else "no-raise"
    if result["asserts"]:
        return "held"
    if "shown" in result:
        return "observed" if result["shown"] else "hold"
    return "observed" if result.get("observed") else "run"


def refutes(result):
    """The issue says that this happens, and it does not."""
    return result.get("observed") is False or result.get("observed-raises") is False


def judge(before, outcome):
    """passes, partial (the complaint is gone, the value is not the expected one) or fails, and why."""
    if outcome.get("crashed"):
        return "fails", "crashed"
    if outcome.get("endless"):
        return "fails", "runs on and on"
    old, aims = before["outcome"]["results"], before["aims"]["aims"]
    results = outcome["results"]
    better = False
    for index, result in enumerate(results):
        aim = aims[index] if index < len(aims) else "run"
        previous = old[index] if index < len(old) else {}
        if meets(aim, result, previous):
            better = better or aim in ("hold", "no-raise", "change")
            continue
        reason = "line %d %s" % (result["line"], said(result))
        if aim == "hold" and "raised" in previous and "raised" not in result and "got" in result:
            return "partial", reason
        return ("partial" if better else "fails"), reason
    return "passes", "nothing wrong to be seen any more"


def meets(aim, result, previous):
    wanted = [result[kind] for kind in ("expect", "expect-raises") if kind in result]
    if wanted:
        return all(wanted)
    if "raised" in result:
        return False
    if aim in ("hold", "held") and "shown" in result:
        return result["shown"]
    if aim == "change":
        return result["got"] != previous["got"] and result["type"] == previous["type"]
    return True


def said(result):
    if "raised" in result:
        return "raises %s: %s" % (result["raised"], result["message"][:60])
    return "gives %s" % result["got"][:60]
`;
