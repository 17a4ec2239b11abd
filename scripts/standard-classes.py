"""Prints what src/code/syntax/python/standard-classes.ts says about classes of the standard library.

Run with every Python that counts; give the printed tables of the others as arguments to the last:

    python3.8 scripts/standard-classes.py > 3.8.json
    python3.13 scripts/standard-classes.py 3.8.json ... > src/code/syntax/python/standard-classes.ts
"""

import builtins
import importlib
import inspect
import json
import re
import sys
import textwrap
import typing
import unittest

# What people derive classes from, and all builtins.
CLASSES = """
argparse.Action argparse.ArgumentParser argparse.ArgumentTypeError argparse.HelpFormatter
argparse.Namespace argparse.RawDescriptionHelpFormatter argparse.RawTextHelpFormatter
ast.NodeTransformer ast.NodeVisitor asyncio.BaseProtocol asyncio.DatagramProtocol asyncio.Protocol
cmd.Cmd code.InteractiveConsole code.InteractiveInterpreter codecs.BufferedIncrementalDecoder
codecs.Codec codecs.IncrementalDecoder codecs.IncrementalEncoder codecs.StreamReader
codecs.StreamWriter collections.Counter collections.OrderedDict collections.defaultdict
collections.deque configparser.Error contextlib.ContextDecorator contextlib.ExitStack csv.Dialect
csv.excel datetime.date datetime.datetime datetime.time datetime.timedelta datetime.tzinfo
decimal.Decimal doctest.DocTestFinder doctest.DocTestParser doctest.DocTestRunner
doctest.OutputChecker email.message.EmailMessage email.message.Message functools.partial
html.parser.HTMLParser http.client.HTTPException http.server.BaseHTTPRequestHandler
http.server.HTTPServer http.server.SimpleHTTPRequestHandler io.BytesIO io.StringIO io.TextIOWrapper
json.JSONDecodeError json.JSONDecoder json.JSONEncoder logging.Filter logging.Formatter
logging.Handler logging.LogRecord logging.Logger logging.LoggerAdapter logging.StreamHandler
optparse.HelpFormatter optparse.Option optparse.OptionParser optparse.Values pickle.PickleError
pickle.Pickler pickle.Unpickler queue.Empty queue.Full queue.Queue random.Random shlex.shlex
socket.error socket.timeout socketserver.BaseRequestHandler socketserver.ForkingMixIn
socketserver.StreamRequestHandler socketserver.TCPServer socketserver.ThreadingMixIn
string.Formatter subprocess.CalledProcessError subprocess.Popen subprocess.SubprocessError
threading.Thread threading.local types.ModuleType types.SimpleNamespace
unittest.IsolatedAsyncioTestCase unittest.SkipTest unittest.TestCase unittest.TestLoader
unittest.TestResult unittest.TestSuite unittest.TextTestResult unittest.TextTestRunner
urllib.error.HTTPError urllib.error.URLError urllib.request.BaseHandler urllib.request.Request
weakref.WeakKeyDictionary weakref.WeakValueDictionary weakref.ref xml.etree.ElementTree.Element
xml.sax.handler.ContentHandler zipfile.BadZipFile zipfile.ZipFile
""".split()
CLASSES += ["builtins." + name for name in dir(builtins) if not name.startswith("_")]

# Their hooks look at nothing that a method is.
HARMLESS_HOOKS = {object, typing.Generic, unittest.TestCase}

# Classes whose namespace is checked or rebuilt when a class is derived from them.
CONTROLLED = {"typing.NamedTuple", "typing.Protocol", "typing.TypedDict", "builtins.type"}


def own_names(cls):
    """Names that the class defines, and those that its code asks its own object for."""
    names = set(vars(cls))
    try:
        source = textwrap.dedent(inspect.getsource(cls))
    except (OSError, TypeError):
        source = ""
    names.update(re.findall(r"\b(?:self|cls)\.(\w+)", source))
    names.update(re.findall(r"""attr\(\w+, *["'](\w+)""", source))
    return sorted(name for name in names if not re.fullmatch(r"__\w+__", name))


def is_plain(cls):
    for base in cls.__mro__:
        hooks = {"__getattr__", "__init_subclass__"} & set(vars(base))
        if hooks and base not in HARMLESS_HOOKS:
            return False
        if "__getattribute__" in vars(base) and inspect.isfunction(base.__getattribute__):
            return False
    return type(cls) is type


def table():
    classes = {"typing.Generic": []}
    for full in CLASSES:
        module_name, _, name = full.rpartition(".")
        value = getattr(importlib.import_module(module_name), name, None)
        if isinstance(value, type) and full not in CONTROLLED and is_plain(value):
            classes[full] = sorted({n for base in value.__mro__ for n in own_names(base)})
    return classes


def main():
    modules = sorted(getattr(sys, "stdlib_module_names", ()))
    if len(sys.argv) == 1:
        json.dump([table(), modules], sys.stdout)
        return
    others = [json.load(open(path)) for path in sys.argv[1:]]
    tables = [table()] + [classes for classes, _ in others]
    modules = sorted(set(modules).union(*(names for _, names in others)))
    merged = {}
    for classes in tables:
        for name, names in classes.items():
            merged.setdefault(name, set()).update(names)
    # What one version controls is controlled.
    newest = tables[0]
    by_names = {}
    for name, names in merged.items():
        if name in newest:
            by_names.setdefault(" ".join(sorted(names)), []).append(name)
    print("// Generated by scripts/standard-classes.py. Do not edit.")
    print("/* eslint max-lines: off -- nothing but data */")
    print()
    print("/** Classes of the standard library that anything may be added to, then their names. */")
    print("export const STANDARD_CLASSES = `")
    for names, owners in sorted(by_names.items(), key=lambda item: item[1]):
        print(*textwrap.wrap(" ".join(sorted(owners)) + ": " + names, 98), sep="\n  ")
    print("`;")
    print()
    print("/** Modules of the standard library. */")
    print("export const STANDARD_MODULES =")
    lines = textwrap.wrap(" ".join(n for n in modules if not n.startswith("_")), 90)
    print(*('  "' + line + ' " +' for line in lines[:-1]), '  "' + lines[-1] + '";', sep="\n")


main()
