// Python source, run in the sandbox: compiled files of the copy, compiled once and not once a trial.
export const code = String.raw`"""Gives the import system code objects that this process holds already.

A forked trial inherits them; without this, every trial would compile the project anew."""
import hashlib
import importlib.machinery
import marshal
import os

from . import tree

held = {}
load = importlib.machinery.SourceFileLoader.get_code


def get_code(self, name):
    path = os.path.realpath(self.path)
    return held[path] if path in held else load(self, name)


def hold(paths):
    """Compiles files of the copy, or takes what an earlier command compiled of the same text."""
    importlib.machinery.SourceFileLoader.get_code = get_code
    folder = os.path.join(tree.HERE, "code")
    os.makedirs(folder, exist_ok=True)
    for path in paths:
        source = tree.read(path)
        cached = os.path.join(folder, hashlib.sha256(path.encode() + source).hexdigest())
        if os.path.exists(cached):
            with open(cached, "rb") as file:
                held[where(path)] = marshal.load(file)
        elif replace(path, source):
            with open(cached, "wb") as file:
                marshal.dump(held[where(path)], file)


def replace(path, source):
    """Holds this text for a file; tells whether it compiles."""
    try:
        held[where(path)] = compile(source, os.path.join(tree.TREE, path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def where(path):
    return os.path.realpath(os.path.join(tree.TREE, path))
`;
