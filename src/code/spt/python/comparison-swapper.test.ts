import { testTransformation } from "../../../testing/test-transformation.ts";
import { comparisonSwapper } from "./comparison-swapper.ts";

testTransformation(comparisonSwapper, {
  rewrites: [
    {
      name: "all four operators",
      before: "a = 1\nb = 2\nprint(a < b, a > b, a <= b, a >= b)\n",
      after: "a = 1\nb = 2\nprint(b > a, b < a, b >= a, b <= a)\n",
    },
    {
      name: "not a number",
      before: "nan = float('nan')\nprint(nan < 1.0, nan >= 1.0)\n",
      after: "nan = float('nan')\nprint(1.0 > nan, 1.0 <= nan)\n",
    },
    {
      name: "sets, of which neither holds the other",
      before: "a = {1}\nb = {2}\nprint(a < b, a <= b, b > a)\n",
      after: "a = {1}\nb = {2}\nprint(b > a, b >= a, a < b)\n",
    },
    {
      name: "a call on one side of a constant",
      before: "def f():\n    print('called')\n    return 3\nprint(f() < 4, len([1, 2]) > 1)\n",
      after: "def f():\n    print('called')\n    return 3\nprint(4 > f(), 1 < len([1, 2]))\n",
    },
    {
      name: "annotated parameters that every call respects",
      before:
        "def f(a: int, b: float) -> bool:\n    return a * 2 <= b\nprint(f(1, 2.5), f(3, 2))\n",
      after: "def f(a: int, b: float) -> bool:\n    return b >= a * 2\nprint(f(1, 2.5), f(3, 2))\n",
    },
    {
      name: "attributes that __init__ always sets",
      before:
        "class Span:\n    def __init__(self, start: int, end: int) -> None:\n" +
        "        self.start = start\n        self.end = end\n" +
        "    def is_empty(self) -> bool:\n        return self.start >= self.end\n" +
        "print(Span(1, 2).is_empty())\n",
      after: /return self\.end <= self\.start\n/,
    },
    {
      name: "lengths of builtin containers",
      before: "xs = [1]\nys = 'ab'\nprint(len(xs) < len(ys))\n",
      after: "xs = [1]\nys = 'ab'\nprint(len(ys) > len(xs))\n",
    },
    {
      name: "loop variables, sums and text",
      before:
        "total = 0\nfor i, word in enumerate(['a', 'b']):\n    total += i\n" +
        "    if word < 'b':\n        print(i)\n    if i + 1 > total:\n        print(total)\n",
      after: /if 'b' > word:[^]*if total < i \+ 1:/,
    },
    {
      name: "tuples item by item, and the version",
      before: "import sys\na = (1, 'x')\nprint(a < (1, 'y'), sys.version_info >= (3, 6))\n",
      after: "import sys\na = (1, 'x')\nprint((1, 'y') > a, (3, 6) <= sys.version_info)\n",
    },
    {
      name: "needs a space where none was needed",
      before:
        "a = 1\nb = 2\ndef f(a: int, b: int):\n    return(a)<b\nprint(f(1, 2), [3 for c in [4]if(a)<1if c], 5 if 0<b else 6)\n",
      after:
        "a = 1\nb = 2\ndef f(a: int, b: int):\n    return b>(a)\nprint(f(1, 2), [3 for c in [4]if 1>(a) if c], 5 if b>0 else 6)\n",
    },
    {
      name: "a brace at the start of a field of an f-string",
      before: "s = {1}\nprint(f'{s <= {1, 2} }')\n",
      after: "s = {1}\nprint(f'{ {1, 2} >= s }')\n",
    },
    {
      name: "operands over several lines, with comments",
      before: "a = 1\nb = 2\nprint(a  # left\n    <\n    # between\n    (b\n     + 1))\n",
      after: "a = 1\nb = 2\nprint((b\n     + 1)  # left\n    >\n    # between\n    a)\n",
    },
    {
      name: "nested comparisons",
      before: "a = 1\nprint((a < 2) < (a < 3))\n",
      after: "a = 1\nprint((3 > a) > (2 > a))\n",
    },
    {
      name: "a value that isinstance shows to be a number",
      before:
        "def f(x):\n    if isinstance(x, int) and x < 3:\n        return x\n    return None\n" +
        "print(f(1), f('a'), f(True))\n",
      after: /and 3 > x:/,
    },
    {
      name: "by the paper's rules whatever the operands are",
      level: "paper",
      before: "def f(a, b):\n    return a < b\nprint(f(1, 2), f('a', 'b'))\n",
      after: "def f(a, b):\n    return b > a\nprint(f(1, 2), f('a', 'b'))\n",
    },
  ],
  refuses: [
    {
      name: "a chain",
      source: "a = 1\nprint(0 < a < 3, 0 < a in [3], a is a > 2)\n",
      why: "no-site",
    },
    {
      name: "a chain in parentheses of its own",
      source: "a = 1\nprint((0 == a < 3), not (0 < a == 1), ((a) <= 1 < 2) + 1)\n",
      why: "no-site",
    },
    { name: "symmetric operators", source: "a = 1\nprint(a == 1, a != 2)\n", why: "no-site" },
    {
      name: "a parameter of which nothing is known",
      source: "def f(a, b):\n    return a < b\n",
      why: "types-unknown",
    },
    {
      name: "a class of its own",
      source:
        "class Col:\n    def __lt__(self, other): return 'lt'\n    def __gt__(self, other): return 'gt'\n" +
        "a, b = Col(), Col()\nprint(a < b)\n",
      why: "types-unknown",
    },
    {
      name: "a default value that callers need not follow",
      source: "def f(n=0):\n    return n < 3\n",
      why: "types-guessed",
    },
    {
      name: "an annotation that a call contradicts",
      source:
        "class Col:\n    def __lt__(self, other): return 'lt'\n    def __gt__(self, other): return 'gt'\n" +
        "def f(a: int, b: int):\n    return a < b\nprint(f(Col(), Col()))\n",
      why: "types-guessed",
    },
    {
      name: "an annotated function that is handed on",
      source: "def f(a: int, b: int):\n    return a < b\nprint(list(map(f, 'ab', 'ba')))\n",
      why: "types-guessed",
    },
    {
      name: "an annotated function called with unpacked arguments",
      source: "def f(a: int, b: int):\n    return a < b\nprint(f(*['a', 'b']))\n",
      why: "types-guessed",
    },
    {
      name: "an annotated operator method",
      source:
        "class Box:\n    def __getitem__(self, i: int):\n        return i < 3\nprint(Box()['a'] if 0 else 1)\n",
      why: "types-guessed",
    },
    {
      name: "a variable whose annotation is wrong",
      source: "def f():\n    n: int = 'a'\n    m: int = 3\n    m = 'b'\n    return n < m\n",
      why: "types-guessed",
    },
    {
      name: "a field whose annotation a call contradicts",
      source:
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n" +
        "def f(p: P, q: P):\n    return p.x < q.x\nprint(f(P('a'), P('b')))\n",
      why: "types-guessed",
    },
    {
      name: "an attribute that is set from elsewhere",
      source:
        "class P:\n    def __init__(self) -> None:\n        self.x = 0\n" +
        "    def f(self) -> bool:\n        return self.x < 3\np = P()\np.x = 'a'\n",
      why: "types-guessed",
    },
    {
      name: "a mutable list's first items",
      source: "xs = [1]\nxs.append('a')\nfor x in xs:\n    print(x < 3 if x == 1 else 0)\n",
      why: "types-guessed",
    },
    {
      name: "subclasses that compare in their own way",
      source:
        "class Version(str):\n    def __lt__(self, other):\n        return len(self) < len(other)\n" +
        "def f(a: str, b: str):\n    return a < b\nprint(f(Version('bb'), Version('ccc')))\n",
      why: "subclass-operators",
    },
    {
      name: "a walrus",
      source: "def f(n: int):\n    return (n := n + 5) > n + 2\n",
      why: "walrus",
    },
    {
      name: "yields and awaits",
      source:
        "def g():\n    r = (yield 1) < (yield 2)\n    yield r\n" +
        "async def h(n: int) -> bool:\n    return await k() < n\nasync def k() -> int:\n    return 1\n",
      why: "suspension",
    },
    {
      name: "two calls",
      source: "def f() -> int:\n    print('f')\n    return 1\nprint(f() < f())\n",
      why: "evaluation-order",
    },
    {
      name: "properties",
      source:
        "class P:\n    @property\n    def x(self) -> int:\n        return 1\np = P()\nprint(p.x < p.x)\n",
      why: "evaluation-order",
    },
    {
      name: "an attribute that a subclass makes a property of",
      source:
        "class A:\n    def __init__(self) -> None:\n        self.x = 1\n        self.y = 2\n" +
        "    def f(self) -> bool:\n        return self.x < self.y\n" +
        "class B(A):\n    @property\n    def x(self) -> int:\n        print('x')\n        return 3\n",
      why: "types-guessed",
    },
    {
      name: "attributes behind a hook",
      source:
        "class A:\n    x: int = 1\n    y: int = 2\n    def __getattribute__(self, name):\n" +
        "        print(name)\n        return object.__getattribute__(self, name)\n" +
        "    def f(self) -> bool:\n        return self.x < self.y\n",
      why: "evaluation-order",
    },
    {
      name: "attributes that are set under names made up as the program runs",
      source:
        "class A:\n    def __init__(self, **given) -> None:\n        self.x = 1\n" +
        "        for name, value in given.items():\n            setattr(self, name, value)\n" +
        "    def f(self) -> bool:\n        return self.x < 3\n",
      why: "types-guessed",
    },
    {
      name: "a method whose override returns something else",
      source:
        "class A:\n    def size(self) -> int:\n        return 1\n" +
        "class B(A):\n    def size(self):\n        return 'a'\n" +
        "def f(a: A):\n    return a.size() < 3\n",
      why: "types-guessed",
    },
    {
      name: "two divisions, each of which can fail",
      source: "def f(a: int, b: int):\n    return 1 // a < 2 // b + int('3')\n",
      why: "evaluation-order",
    },
    {
      name: "a name that may be unbound beside a division",
      source:
        "import sys\nif len(sys.argv) > 99:\n    limit = 3\n" +
        "def f(z: int):\n    return limit < 1 // z\n",
      why: "evaluation-order",
    },
    {
      name: "a global that the call on the other side may set",
      source: "n = 1\ndef f() -> int:\n    global n\n    n = 5\n    return 2\nprint(n < f())\n",
      why: "evaluation-order",
    },
    {
      name: "a local that a nested function sets",
      source:
        "def f():\n    n = 1\n    def g() -> int:\n        nonlocal n\n        n = 5\n        return 2\n" +
        "    return n < g()\nprint(f())\n",
      why: "evaluation-order",
    },
    {
      name: "text of an f-string",
      source: "a = 1\nprint(f'{a < 2=}')\n",
      why: "format-field-text",
    },
    {
      name: "an annotation",
      source:
        "from __future__ import annotations\ndef f(x: 1 < 2): pass\nprint(f.__annotations__)\n",
      why: "annotation",
    },
    {
      name: "text and numbers",
      source: "def f():\n    return 1 < 'a'\n",
      why: "types-differ",
    },
    {
      name: "the names in byte code",
      source: "def f(a: int, b: int):\n    return a < b\nprint(f.__code__.co_names)\n",
      why: "code-is-read",
    },
    {
      name: "an enumeration",
      source:
        "from enum import IntEnum\nclass E(IntEnum):\n    A = 1\n    B = 2\nprint(E.A < E.B)\n",
      why: "types-unknown",
    },
    {
      name: "a function that numba compiles",
      source: "from numba import njit\n@njit\ndef f(x: int):\n    return x < 1\n",
      why: "compiled-from-source",
    },
  ],
});
