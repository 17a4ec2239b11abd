// Python source, run in the sandbox: tries edits in the copy, or makes one in the work tree.
export const tryEdits = String.raw`"""Applies edits one after another to the copy and says what the reproduction or the tests make of it."""
import os

from . import code, edit_list, goals, reproduce, reproduction, standard_modules, tree, visible_tests


def main(arguments):
    """try_edits reproduction|tests|keep NUMBER…: one line of output for each edit.

    keep WORKDIR NUMBER writes the edit into the work tree."""
    if arguments[0] == "keep":
        keep(arguments[1], int(arguments[2]))
        return
    edits = edit_list.read()
    code.hold(project_files())
    standard_modules.load(modules_of(arguments[0]))
    for number in map(int, arguments[1:]):
        with edited(edits[number]) as compiles:
            if not compiles:
                state, reason = "fails", "does not compile"
            elif arguments[0] == "tests":
                state, reason = by_tests()
            else:
                state, reason = by_reproduction()
        print("%d %s %s" % (number, state, described(edits[number], reason)))


def modules_of(what):
    if what == "tests":
        return visible_tests.record()["modules"]
    return reproduce.baseline()["outcome"].get("modules", [])


def project_files():
    lines = reproduce.baseline()["outcome"].get("lines", {}) if reproduce.known() else {}
    covered = visible_tests.record()["covered"]
    return sorted({path for noted in lines.values() for path, _ in noted} | set(covered))


def described(edit, reason):
    return "%s:%d %s: %s" % (edit["file"], edit["line"], edit["kind"], reason.replace("\n", "\\n"))


def by_tests():
    broken = visible_tests.broken_by_edit(visible_tests.record())
    if broken:
        return "fails", "breaks %d of the tests, %s first" % (len(broken), broken[0])
    return "passes", "no test breaks"


def by_reproduction():
    before = reproduce.baseline()
    with open(reproduction.SCRIPT, encoding="utf-8") as file:
        outcome = reproduction.run(file.read(), budget_of(before), noting=False)
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
        if not code.replace(self.edit["file"], after):
            return False
        tree.write(self.edit["file"], after)
        return True

    def __exit__(self, *ignored):
        tree.write(self.edit["file"], self.before)
        code.hold([self.edit["file"]])


def keep(workdir, number):
    edit = edit_list.read()[number]
    path = os.path.join(workdir, edit["file"])
    with open(path, "rb") as file:
        before = file.read()
    with open(path, "wb") as file:
        file.write(edit_list.applied(edit, before))
    print("kept: " + described(edit, "written to the work tree"))
`;
