// Python source, run in the sandbox: the lines that the failing reproduction executes.
export const localise = String.raw`"""Lists the lines that the reproduction executes, with the number of passing runs that do so too.

One line of output for a file: runs of lines as FIRST-LAST:PASSES and a letter, f where a failing
statement executes them, s where only the statements before it do, i for constants that they use."""
import ast
import re

from . import reproduce, tree

MOST_FILES = 12


def show(passes):
    """Prints path and runs of executed lines for each file of the project."""
    if not reproduce.known():
        return
    before = reproduce.baseline()
    lines = before["outcome"].get("lines", {})
    failing = {str(index) for index in before["aims"]["failing"]}
    failed = union(lines, lambda key: key in failing or key.startswith("test"))
    first = min([int(key) for key in failing], default=0)
    setup = union(lines, lambda key: key.isdigit() and int(key) < first) - failed
    passing = [set(map(tuple, noted)) for key, noted in lines.items() if key not in failing]
    constants = used_constants(failed | setup)
    files = {}
    for path, line in sorted(failed | setup):
        if not tree.is_test(path):
            letter = "f" if (path, line) in failed else "s"
            count = passes.get((path, line), 0)
            count += sum((path, line) in noted for noted in passing) if letter == "f" else 0
            files.setdefault(path, []).append((line, count, letter))
    for path, line in sorted(constants - failed - setup):
        files.setdefault(path, []).append((line, 0, "i"))
    ranked = sorted(files, key=lambda path: (-len([x for x in files[path] if x[2] == "f"]), path))
    for path in ranked[:MOST_FILES]:
        print(path + " " + " ".join(runs(sorted(files[path]))))


def union(lines, wanted):
    return {tuple(spot) for key, noted in lines.items() if wanted(key) for spot in noted}


def used_constants(executed):
    """Lines of the assignments, at the top or in a class, of names that executed lines mention."""
    found, text = set(), ""
    for path in sorted({path for path, _ in executed}):
        source = tree.read(path).decode("utf-8", "replace").splitlines()
        text += "\n".join(source[line - 1] for file, line in executed if file == path)
    words = set(re.findall(r"\w+", text))
    for path in tree.python_files():
        if tree.is_test(path):
            continue
        try:
            module = ast.parse(tree.read(path))
        except (SyntaxError, ValueError):
            continue
        classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
        for node in module.body + [item for owner in classes for item in owner.body]:
            if isinstance(node, (ast.Assign, ast.AnnAssign)):
                targets = getattr(node, "targets", None) or [node.target]
                if any(isinstance(t, ast.Name) and t.id in words for t in targets):
                    found |= {(path, line) for line in range(node.lineno, node.end_lineno + 1)}
    return found


def runs(spots):
    start = previous = None
    for spot in spots + [None]:
        if spot and previous and spot[0] == previous[0] + 1 and spot[1:] == previous[1:]:
            previous = spot
            continue
        if start:
            yield "%d-%d:%d%s" % (start[0], previous[0], start[1], start[2])
        start = previous = spot
`;
