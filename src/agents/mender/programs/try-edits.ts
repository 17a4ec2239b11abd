// Python source, run in the sandbox: tries edits in the copy.
export const tryEdits = String.raw`"""Applies edits one after another to the copy and says what the reproduction or the tests make of it."""
from . import code, edit_list, goals, reproduce, reproduction, tree, trial_needs, visible_tests


def main(arguments):
    """try_edits reproduction|tests NUMBER…: one line of output for each edit.

    tests ends with the first edit that breaks none."""
    edits = edit_list.read()
    code.hold(project_files())
    trial_needs.meet(run_before(arguments[0]).get("needs", {}))
    tree.own_modules()  # Read once, and inherited by every trial.
    for number in map(int, arguments[1:]):
        with edited(edits[number]) as compiles:
            if not compiles:
                state, reason = "fails", "does not compile"
            elif arguments[0] == "tests":
                state, reason = by_tests()
            else:
                state, reason = by_reproduction()
        print("%d %s %s" % (number, state, edit_list.described(edits[number], reason)))
        if arguments[0] == "tests" and state == "passes":
            break  # One edit is submitted, so the others need no test.


def run_before(what):
    return visible_tests.record() if what == "tests" else reproduce.baseline()["outcome"]


def project_files():
    return sorted(reproduce.executed_files() | set(visible_tests.record()["loaded"]))


def by_tests():
    broken = visible_tests.broken_by_edit(visible_tests.record())
    if broken:
        return "fails", "breaks %d of the tests, %s first" % (len(broken), broken[0])
    return "passes", "no test breaks"


def by_reproduction():
    before = reproduce.baseline()
    with open(reproduction.SCRIPT, encoding="utf-8") as file:
        outcome = reproduction.run(file.read(), budget_of(before), noted=set())
    return goals.judge(before, outcome)


def budget_of(before):
    """Lines that a repaired tree may execute: some times what the faulty one does."""
    return 20000 + 4 * before["outcome"].get("used", 20000)


class edited:
    """The copy with one edit, for the length of a with block; tells whether it compiles."""

    def __init__(self, edit):
        self.edit = edit
        self.before = tree.read(edit["file"])

    def __enter__(self):
        after = edit_list.applied(self.edit, self.before)
        self.held = code.held.get(code.where(self.edit["file"]))
        if not code.replace(self.edit["file"], after):
            return False
        tree.write(self.edit["file"], after)
        return True

    def __exit__(self, *ignored):
        tree.write(self.edit["file"], self.before)
        if self.held is None:
            code.hold([self.edit["file"]])
        else:
            code.held[code.where(self.edit["file"])] = self.held
`;
