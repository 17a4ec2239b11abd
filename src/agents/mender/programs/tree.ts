// Python source, run in the sandbox: the copy of the work tree in which everything is tried.
export const tree = String.raw`"""A copy of the work tree in scratch. Nothing is ever tried in the work tree itself."""
import functools
import os
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TREE = os.path.join(HERE, "tree")
SKIPPED = {".git", ".hg", ".tox", ".venv", "venv", "node_modules", "build", "dist", "__pycache__"}
TEST_FOLDERS = {"test", "tests", "testing"}


def main(arguments):
    """copy WORKDIR: makes the copy; prints how many Python files it has."""
    import shutil  # Only here: it is slow to load.

    shutil.copytree(arguments[0], TREE, symlinks=True, ignore=lambda _, names: SKIPPED & set(names))
    print("interpreter: " + sys.executable)
    files = python_files()
    tests = [path for path in files if is_test(path)]
    print("%d python files, %d of them tests" % (len(files), len(tests)))


def python_files():
    found = []
    for folder, folders, names in os.walk(TREE):
        folders[:] = sorted(name for name in folders if name not in SKIPPED and name[0] != ".")
        for name in names:
            if name.endswith(".py"):
                found.append(os.path.relpath(os.path.join(folder, name), TREE).replace(os.sep, "/"))
    return sorted(found)


def is_test(path):
    *folders, name = path.split("/")
    return (
        name.startswith("test_")
        or name.endswith("_test.py")
        or name in ("conftest.py", "tests.py")
        or any(folder in TEST_FOLDERS for folder in folders)
    )


def read(path):
    with open(os.path.join(TREE, path), "rb") as file:
        return file.read()


def write(path, content):
    with open(os.path.join(TREE, path), "wb") as file:
        file.write(content)


@functools.lru_cache(maxsize=None)
def import_roots():
    """Folders that hold top-level modules: the root, and src or lib where they are no packages."""
    roots = [TREE]
    for name in ("src", "lib"):
        folder = os.path.join(TREE, name)
        if os.path.isdir(folder) and not os.path.exists(os.path.join(folder, "__init__.py")):
            roots.insert(0, folder)
    return tuple(roots)


def module_name(path):
    """Dotted name under which a file of the tree is imported."""
    parts = path[: -len(".py")].split("/")
    if parts[0] in ("src", "lib") and len(import_roots()) > 1:
        parts = parts[1:]
    if parts[-1] == "__init__":
        parts = parts[:-1]
    return ".".join(parts)


def enter():
    """Makes this process one that works in the copy and imports from it."""
    os.chdir(TREE)
    # Cached bytecode is told from stale by size and second, which is too coarse for edits.
    sys.dont_write_bytecode = True
    others = [entry for entry in sys.path if os.path.abspath(entry) != HERE]
    sys.path[:] = [*import_roots(), *others]
    sys.argv[:] = ["reproduction.py"]
    own = own_modules()
    for name in list(sys.modules):
        # Modules that a tool has loaded from elsewhere must not hide the project's own.
        if name.split(".")[0] in own:
            del sys.modules[name]


@functools.lru_cache(maxsize=None)
def own_modules():
    """Top-level names of the project. Edits add and remove none."""
    return {name for root in import_roots() for name in top_modules(root)}


def top_modules(root):
    for name in os.listdir(root):
        if name.endswith(".py"):
            yield name[: -len(".py")]
        elif os.path.exists(os.path.join(root, name, "__init__.py")):
            yield name
`;
