import { testTransformation } from "../../../testing/test-transformation.ts";
import { deadMethodInjection } from "./dead-method-injection.ts";

testTransformation(deadMethodInjection, {
  rewrites: [
    {
      name: "at the end of the body",
      before: "class Cart:\n    def total(self):\n        return 3\n\nprint(Cart().total())\n",
      after:
        /return 3\n\n    def merge_totals\(self, \*args, \*\*kwargs\):\n        if .+:\n            [^]*\n\nprint/,
    },
    {
      name: "plainly",
      before: "class Cart:\n    limit = 3\nprint(Cart.limit)\n",
      after:
        "class Cart:\n    limit = 3\n\n    def merge_totals(self, *args, **kwargs):\n        if False:\n            return None\nprint(Cart.limit)\n",
      style: "plain",
    },
    {
      name: "behind comments of the body and a string that ends at column zero",
      before:
        'class Doc:\n    TEXT = """first\nlast"""  # text\n    # the end\n# outside\nprint(Doc.TEXT)\n',
      after: /last"""  # text\n    # the end\n\n    def merge_totals[^]*\n# outside\nprint/,
    },
    {
      name: "in nested and local classes, with their own indentation",
      before:
        "def make():\n  class A:\n     class B:\n      x = 1\n     y = 2\n  return A\nprint(make().y, make().B.x)\n",
      after: /x = 1\n\n {6}def merge_totals.*\n {7}if [^]*y = 2\n\n {5}def merge_totals.*\n {8}if/,
    },
    {
      name: "beside other members wherever they stand",
      before:
        "class A:\n    if True:\n        def merge_lines(self): return 1\n    try:\n        import os\n    except ImportError:\n        os = None\nprint(A().merge_lines())\n",
      after: /os = None\n\n    def merge_totals/,
    },
    {
      name: "where bases are classes of the module or the library",
      before:
        "import threading\nfrom collections import OrderedDict as OD\nfrom typing import Generic, TypeVar\nT = TypeVar('T')\nclass A(object):\n    def run_it(self): return 1\nBase = A\nclass B(Base, Generic[T]):\n    x = 1\nclass C(OD):\n    y = 1\nclass D(ValueError):\n    z = 1\nclass E(threading.Thread):\n    w = 1\nprint(B().run_it(), C(), repr(D()))\n",
      after:
        /x = 1\n\n    def merge_totals[^]*y = 1\n\n    def merge_totals[^]*z = 1\n\n    def merge_totals[^]*w = 1\n\n    def merge_totals/,
    },
    {
      name: "where the name is asked of other things",
      before:
        "import os.path\nclass A:\n    x = 1\nclass B:\n    def join_all(self): return self.join, os.path.join('a', 'b'), ','.join(['c'])\n    def join(self): return 1\nprint(A.x, B().join_all()[1:])\n",
      after: /x = 1\n\n    def join\(self, \*args/,
      keyword: "join",
    },
    {
      name: "where the names of other classes are listed",
      before:
        "class A:\n    x = 1\nclass B:\n    y = 2\n    def names(self): return [n for n in dir(self) if n[0] != '_'], vars(self), self.__dict__\nprint(A.x, B().names())\n",
      after: /x = 1\n\n    def merge_totals/,
    },
    {
      name: "soft keywords and names of builtins",
      before: "class A:\n    x = 1\nprint(A.x)\n",
      after: /def match\(self/,
      keyword: "match",
    },
  ],
  refuses: [
    { name: "modules and functions", source: "def f(): pass\nx = 1\n", why: "no-site" },
    {
      name: "reserved words",
      source: "class A:\n    x = 1\n",
      why: "no-method-name",
      keyword: "class",
    },
    {
      name: "special names",
      source: "class A:\n    x = 1\n",
      why: "no-method-name",
      keyword: "__len__",
    },
    {
      name: "private names",
      source: "class A:\n    x = 1\n",
      why: "no-method-name",
      keyword: "__merge",
    },
    {
      name: "what is no name",
      source: "class A:\n    x = 1\n",
      why: "no-method-name",
      keyword: "merge totals",
    },
    { name: "bodies on the header's line", source: "class A: x = 1\n", why: "one-line-suite" },
    {
      name: "metaclasses",
      source: "class A(metaclass=M):\n    x = 1\n",
      why: "metaclass",
      level: "paper",
    },
    {
      name: "attribute hooks",
      source: "class A:\n    def __getattr__(self, name): return 1\n",
      why: "attribute-dispatch",
      level: "paper",
    },
    {
      name: "nothing but properties",
      source: "class A:\n    def __init__(self): pass\n    @property\n    def x(self): return 1\n",
      why: "only-properties",
      level: "paper",
    },
    {
      name: "nothing at all",
      source: 'class A(Exception):\n    """Docs."""\n    pass\n',
      why: "sentinel",
      level: "paper",
    },
    {
      name: "enumerations",
      source: "import enum\nclass A(enum.Enum):\n    x = 1\n",
      why: "constrained-base",
      level: "paper",
    },
    {
      name: "names that the body binds, in whatever way",
      source:
        "class A:\n    if x:\n        def merge_totals(self): return 1\nclass B:\n    w, merge_totals = 1, 2\nclass C:\n    merge_totals: int\nclass D:\n    for merge_totals in (): pass\nclass E:\n    class merge_totals: pass\nclass F:\n    with x as merge_totals: pass\nclass G:\n    [y := 1, (merge_totals := 2)]\n",
      why: "declares-name",
      level: "paper",
    },
    {
      name: "names that the body reads, or that are another scope's",
      source:
        "def f(merge_totals):\n    class A:\n        x = merge_totals\n    class B:\n        def g(self, y: merge_totals): pass\n    class C:\n        global merge_totals\n",
      why: "declares-name",
    },
    {
      name: "bases of unknown libraries",
      source: "import lib\nclass A(lib.Base):\n    x = 1\n",
      why: "unknown-base",
    },
    {
      name: "bases that a call makes, and names with many meanings",
      source:
        "from collections import namedtuple\nclass A(namedtuple('P', 'x y')):\n    z = 1\ndef f(base):\n    class B(base):\n        z = 1\n",
      why: "unknown-base",
    },
    {
      name: "classes from which others with unknown bases are derived",
      source: "import lib\nclass A:\n    x = 1\nclass B(A, lib.Mixin):\n    y = 1\n",
      why: "unknown-base",
    },
    {
      name: "abstract bases under another name",
      source: "from abc import ABC as Root\nclass A(Root):\n    x = 1\n",
      why: "unknown-base",
    },
    {
      name: "inherited metaclasses and header keywords",
      source: "class M(type): pass\nclass A(metaclass=M):\n    x = 1\nclass B(A):\n    y = 1\n",
      why: "processed-class",
    },
    {
      name: "class decorators, of derived classes too",
      source: "def register(c): return c\nclass A:\n    x = 1\n@register\nclass B(A):\n    y = 1\n",
      why: "processed-class",
    },
    {
      name: "class decorators that may look at the names",
      source: "from dataclasses import dataclass\n@dataclass\nclass A:\n    y: int\n    x = 1\n",
      why: "processed-class",
    },
    {
      name: "hooks of a base",
      source: "class A:\n    def __getattr__(self, name): return name\nclass B(A):\n    y = 1\n",
      why: "attribute-hooks",
    },
    {
      name: "bases that look at derived classes",
      source:
        "class A:\n    def __init_subclass__(cls): print(vars(cls))\nclass B(A):\n    y = 1\n",
      why: "attribute-hooks",
    },
    {
      name: "inherited names",
      source: "class A:\n    def merge_totals(self): return 1\nclass B(A):\n    y = 1\n",
      why: "name-in-hierarchy",
    },
    {
      name: "names of a later base of a derived class",
      source:
        "class A:\n    x = 1\nclass B:\n    def merge_totals(self): return 1\nclass C(A, B):\n    y = 1\n",
      why: "name-in-hierarchy",
    },
    {
      name: "names of the library's bases",
      source: "class A(dict):\n    x = 1\n",
      why: "name-in-hierarchy",
      keyword: "popitem",
    },
    {
      name: "names that test runners collect",
      source: "class A:\n    x = 1\n",
      why: "dispatched-name",
      keyword: "testing_totals",
    },
    {
      name: "attributes of anything",
      source: "class A:\n    x = 1\ndef f(a): return a.merge_totals()\n",
      why: "name-is-asked-for",
    },
    {
      name: "attributes of its own objects",
      source:
        "class A:\n    def f(self):\n        try: return self.merge_totals\n        except AttributeError: return 1\n",
      why: "name-is-asked-for",
    },
    {
      name: "attributes of relatives, and of itself",
      source:
        "class A:\n    x = 1\nclass B:\n    def f(self): return super().merge_totals()\nclass C(B, A):\n    y = 1\n",
      why: "name-is-asked-for",
    },
    {
      name: "names in strings",
      source: "class A:\n    x = 1\ndef f(a): return hasattr(a, 'merge_totals')\n",
      why: "name-is-data",
    },
    {
      name: "lists of names",
      source: "class A:\n    x = 1\nNAMES = 'add_totals, merge_totals'.split(', ')\n",
      why: "name-is-data",
    },
    {
      name: "names that are put together",
      source: "class A:\n    x = 1\ndef f(a, kind): return getattr(a, 'merge_' + kind)()\n",
      why: "name-is-data",
    },
    {
      name: "names from formatted strings",
      source:
        "class A:\n    x = 1\ndef f(a, kind):\n    name = f'merge_{kind}'\n    return getattr(a, name)()\n",
      why: "name-is-data",
    },
    {
      name: "labels",
      source:
        "class A:\n    x = 1\ndef f(a, **kw):\n    for k in kw: setattr(a, k, 1)\nf(A(), merge_totals=1)\n",
      why: "name-is-data",
    },
    {
      name: "names of functions under which attributes are looked up",
      source:
        "class A:\n    x = 1\ndef merge_totals(): pass\ndef f(a, g): return getattr(a, g.__name__, None)\n",
      why: "name-is-asked-for",
    },
    {
      name: "listed names of the class",
      source: "class A:\n    x = 1\nprint([n for n in vars(A) if n[0] != '_'])\n",
      why: "names-are-listed",
    },
    {
      name: "listed names of anything in the module",
      source: "class A:\n    x = 1\ndef f(a): return dir(a)\nf(A())\n",
      why: "names-are-listed",
    },
    {
      name: "listed names of classes that are handed around",
      source: "class A:\n    x = 1\ndef f(kind): return list(kind.__dict__)\nf(A)\n",
      why: "names-are-listed",
    },
    {
      name: "sources that are read",
      source: "import inspect\nclass A:\n    x = 1\ninspect.getsource(A)\n",
      why: "source-is-read",
    },
    {
      name: "line numbers that are read",
      source: "class A:\n    x = 1\nA.f.__code__.co_firstlineno\n",
      why: "line-numbers-are-read",
    },
  ],
});
