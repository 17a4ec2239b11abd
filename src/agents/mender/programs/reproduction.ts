// Python source, run in the sandbox: runs the reproduction and says what it shows.
export const reproduction = String.raw`"""Runs a script statement by statement, as a reader of the issue would, and notes each result."""
import ast
import contextlib
import io
import os
import traceback
import types

from . import child, claims, meter, tree, trial_needs

NAME = "<reproduction>"
SCRIPT = os.path.join(tree.HERE, "reproduction.py")
LINE_BUDGET = 400000
SHOWN = 160


def run(source, budget=LINE_BUDGET, noted=None):
    """Results of all statements, and the lines that each executed in the noted files."""

    def work(finish):
        results = []
        endless = {"results": results, "endless": True}
        lines = meter.Meter(budget, lambda: finish(endless), noted)
        tree.enter()
        for result in statements(source, lines):
            results.append(result)
        lines.stop()
        executed = {str(key): sorted(noted) for key, noted in lines.lines.items()}
        finish({
            "results": results,
            "lines": executed,
            "used": budget - lines.left,
            "needs": trial_needs.seen(),
        })

    return child.run(work)


def statements(source, lines):
    body = ast.parse(source).body
    wanted = claims.read(source, body)
    namespace = {"__name__": "__main__", "__file__": NAME, "__builtins__": __builtins__}
    for index, node in enumerate(body):
        lines.context(index)
        yield execute(node, wanted[index], namespace, lines)
    for name in sorted(name for name in namespace if name.lower().startswith("test")):
        test = namespace[name]
        if isinstance(test, (type, types.FunctionType)) and test.__module__ == "__main__":
            lines.context(name)
            yield call_test(name, test, lines)


def execute(node, wanted, namespace, lines):
    result = {"line": node.lineno, "claims": wanted, "asserts": isinstance(node, ast.Assert)}
    value, printed, error = None, io.StringIO(), None
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            lines.start()
            try:
                value = evaluate(node, namespace)
            finally:
                lines.stop()
    except (Exception, SystemExit) as caught:
        error = caught
    text = printed.getvalue().strip()
    if error is not None:
        result.update(describe(error))
    else:
        result["got"] = claims.without_addresses(text or safe_repr(value))[:SHOWN]
        result["type"] = "output" if text else type(value).__name__
    for kind, claim in wanted.items():
        result[kind] = holds(kind, claim, value, text, error, namespace)
    return result


def evaluate(node, namespace):
    """The value of an expression, or of what an assignment has assigned; else None."""
    if isinstance(node, ast.Expr):
        return eval(compile(ast.Expression(node.value), NAME, "eval"), namespace)
    exec(compile(ast.Module([node], []), NAME, "exec"), namespace)
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return namespace.get(node.targets[0].id)
    return None


def call_test(name, test, lines):
    """Snippets that are written as a test define it and leave running it to a test runner."""
    result = {"line": 0, "claims": {}, "asserts": True, "got": "passed", "type": "output"}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            lines.start()
            try:
                if isinstance(test, type) and hasattr(test, "assertEqual"):
                    import unittest  # Only here: it is slow to load.

                    unittest.defaultTestLoader.loadTestsFromTestCase(test).debug()
                elif isinstance(test, types.FunctionType) and not test.__code__.co_argcount:
                    test()
            finally:
                lines.stop()
    except (Exception, SystemExit) as caught:
        result.update(describe(caught))
    return result


def holds(kind, claim, value, printed, error, namespace):
    if kind.endswith("raises"):
        return error is not None and claim in [base.__name__ for base in type(error).__mro__[:-2]]
    return error is None and claims.names_value(claim, value, printed, namespace)


def describe(error):
    walk = traceback.walk_tb(error.__traceback__)
    frames = traceback.StackSummary.extract(walk, lookup_lines=False)
    root = os.path.realpath(tree.TREE) + os.sep
    files = [frame for frame in frames if os.path.isabs(frame.filename)]
    inside = [frame for frame in files if os.path.realpath(frame.filename).startswith(root)]
    where = inside[-1] if inside else None
    return {
        "raised": type(error).__name__,
        "message": claims.without_addresses(safe_text(error))[:SHOWN],
        "file": os.path.relpath(os.path.realpath(where.filename), root) if where else None,
        "fileLine": where.lineno if where else None,
    }


def safe_repr(value):
    try:
        return repr(value)
    except Exception as error:
        return "<repr raises %s>" % type(error).__name__


def safe_text(error):
    try:
        return str(error)
    except Exception:
        return ""
`;
