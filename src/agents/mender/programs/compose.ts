// Python source, run in the sandbox: makes runnable scripts of what the issue shows.
export const compose = String.raw`"""Adds the imports that the issue's scripts leave out, and drops what is no script."""
import ast
import builtins
import sys

from . import tree


def compose(scripts):
    return list(dict.fromkeys(text for text in map(complete, scripts) if text))


def complete(source):
    """The script with imports for the names it uses and never binds; None where it is no Python."""
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError):
        return None
    if not module.body or redefines_project(module):
        return None
    imports = [line for line in map(import_of, unbound(module)) if line]
    return "\n".join(imports + [source.rstrip("\n")]) + "\n"


def redefines_project(module):
    """A block that only quotes the project's own definitions is no use of them."""
    names = [getattr(node, "name", None) for node in module.body]
    return all(name and definers(name) for name in names)


def unbound(module):
    bound, used = set(dir(builtins)), []
    for node in ast.walk(module):
        if isinstance(node, ast.alias) and node.name == "*":
            return []  # What it brings is not known.
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                used.append(node.id)
            else:
                bound.add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).split(".")[0])
    return [name for name in dict.fromkeys(used) if name not in bound]


def import_of(name):
    where = definers(name)
    if where:
        return "from %s import %s" % (where[0], name)
    for module in modules():
        parent, _, last = module.rpartition(".")
        if last == name:
            return "from %s import %s" % (parent, name) if parent else "import %s" % name
    return "import %s" % name if name in known_modules() else None


def known_modules():
    return getattr(sys, "stdlib_module_names", sys.builtin_module_names)


def modules():
    names = {tree.module_name(path) for path in tree.python_files() if not tree.is_test(path)}
    return sorted(names - {""}, key=lambda name: (name.count("."), name))


def definers(name, cache={}):
    """Modules that define a name at their top, those nearest to the root first."""
    if not cache:
        for path in tree.python_files():
            if not tree.is_test(path):
                for defined in top_names(path):
                    cache.setdefault(defined, []).append(tree.module_name(path))
    return sorted(cache.get(name, []), key=lambda module: (module.count("."), module))


def top_names(path):
    try:
        body = ast.parse(tree.read(path)).body
    except (SyntaxError, ValueError):
        return
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id
`;
