import { testTransformation } from "../../../testing/test-transformation.ts";
import { andConditionSplitter } from "./and-condition-splitter.ts";

const LOUD = "def t(x):\n    print('asked', x)\n    return x\n";

testTransformation(andConditionSplitter, {
  rewrites: [
    {
      name: "an else reached from both conditions",
      before: `${LOUD}for a in 0, 1:\n    for b in 0, 1:\n        if t(a) and t(b):\n            print('both')\n        else:\n            print('not both')\n`,
      after:
        /if t\(a\):\n            if t\(b\):\n                print\('both'\)\n            else:\n                print\('not both'\)\n        else:\n            print\('not both'\)\n/,
    },
    {
      name: "no else",
      before: `${LOUD}if t(1) and t(0):\n    print(1)\nprint(2)\n`,
      after: `${LOUD}if t(1):\n    if t(0):\n        print(1)\nprint(2)\n`,
    },
    {
      name: "elifs are part of what is copied, and sites themselves",
      before: `${LOUD}for n in range(8):\n    if t(n & 1) and t(n & 2):\n        print('a')\n    elif t(n & 4) and t(n & 1):\n        print('b')\n    elif n == 2:\n        print('c')\n`,
      after:
        `${LOUD}for n in range(8):\n    if t(n & 1):\n        if t(n & 2):\n            print('a')\n` +
        "        elif t(n & 4):\n            if t(n & 1):\n                print('b')\n            elif n == 2:\n                print('c')\n        elif n == 2:\n            print('c')\n" +
        "    elif t(n & 4):\n        if t(n & 1):\n            print('b')\n        elif n == 2:\n            print('c')\n    elif n == 2:\n        print('c')\n",
    },
    {
      name: "several operands, cut at one of them",
      before: `${LOUD}if t(1) and t(2) and (t(3) and t(0)):\n    pass\nelse:\n    print('no')\n`,
      after:
        /if t\(1\)(?: and t\(2\)|):\n    if (?:t\(2\) and |)\(t\(3\) and t\(0\)\):\n        pass/,
    },
    {
      name: "operands of several lines, in parentheses and behind backslashes",
      before: `${LOUD}if (t(1)\n        and t([2,\n               3])):  # header\n    print(1)\nif t(1) and \\\n   t(2) \\\n   :\n    print(2)\n`,
      after: `${LOUD}if (t(1)):\n    if (t([2,\n               3])):  # header\n        print(1)\nif t(1):\n    if t(2) \\\n   :\n        print(2)\n`,
    },
    {
      name: "comments between the operands",
      before: `${LOUD}if ((t(1) and  # first\n     # second\n     t(2))):\n    print(1)\n`,
      after: `${LOUD}if ((t(1))):\n    # first\n    # second\n    if ((t(2))):\n        print(1)\n`,
    },
    {
      name: "no spaces around the operands",
      before: "x = 1\nif(x)and(x):print(1)\nif 1and 2:print(2)\n",
      after: "x = 1\nif(x):\n    if (x):print(1)\nif 1:\n    if 2:print(2)\n",
    },
    {
      name: "one-line suites and comments of every kind",
      before:
        "def f(a, b):\n    if a and b: return 'x'  # one\n    # between\n    elif a: return 'y'\n    else:  # other\n        # inside\n        return 'z'\n        # behind\n    # after\nprint(f(1, 1), f(1, 0), f(0, 0))\n",
      after:
        "def f(a, b):\n    if a:\n        if b: return 'x'  # one\n        elif a: return 'y'\n        else:  # other\n            # inside\n            return 'z'\n            # behind\n    # between\n    elif a: return 'y'\n    else:  # other\n        # inside\n        return 'z'\n        # behind\n    # after\nprint(f(1, 1), f(1, 0), f(0, 0))\n",
    },
    {
      name: "strings of several lines in what moves and in what is copied",
      before:
        "for a, b in (1, 1), (1, 0), (0, 0):\n    if a and b:\n        print('''1\n  2''')\n    else:\n        print(f'''{a}\n {b}\n''')\n",
      after:
        /print\('''1\n  2'''\)\n        else:\n            print\(f'''\{a\}\n \{b\}\n'''\)\n    else:\n        print/,
    },
    {
      name: "nested statements",
      before: `${LOUD}for n in range(16):\n    if t(n & 1) and t(n & 2):\n        if t(n & 4) and t(n & 8):\n            print('x')\n        else:\n            print('y')\n    else:\n        if t(n & 4) and t(n & 8):\n            print('z')\n`,
      after:
        /if t\(n & 1\):\n        if t\(n & 2\):\n            if t\(n & 4\):\n                if t\(n & 8\):/,
    },
    {
      name: "walrus, await and yield in the conditions",
      before:
        "import asyncio\nasync def g(x):\n    return x\nasync def f(x):\n    if (y := await g(x)) and y > 1:\n        return y\n    else:\n        return -1\nprint([asyncio.run(f(n)) for n in (0, 1, 2)])\n" +
        "def h():\n    if (yield 1) and (yield 2):\n        yield 3\nprint(list(h()))\n",
      after: /if \(y := await g\(x\)\):\n        if y > 1:/,
    },
    {
      name: "jumps and returns in what is copied",
      before:
        "def f(xs):\n    for x in xs:\n        if x and x > 1:\n            continue\n        elif x is None:\n            break\n        else:\n            yield x\n    else:\n        yield 'end'\nprint(list(f([0, 1, 2])), list(f([1, None, 1])))\n",
      after:
        /if x > 1:\n                continue\n            elif x is None:\n                break/,
    },
    {
      name: "operands that aren't bools are asked once",
      before:
        "class B:\n    def __init__(self, v): self.v = v\n    def __bool__(self):\n        print('bool', self.v)\n        return self.v\nfor a in True, False:\n    for b in True, False:\n        if B(a) and B(b):\n            print('yes')\n        else:\n            print('no')\n",
      after: /if B\(a\):\n            if B\(b\):/,
    },
    {
      name: "odd indentation",
      before:
        "def f(a, b):\n  if a and b:\n        if a:\n         return 1\n  else:\n     return 2\nprint(f(1, 1), f(1, 0), f(0, 1))\n",
      after:
        "def f(a, b):\n  if a:\n        if b:\n              if a:\n               return 1\n        else:\n           return 2\n  else:\n     return 2\nprint(f(1, 1), f(1, 0), f(0, 1))\n",
    },
    {
      name: "class bodies and definitions that only move",
      before:
        "class C:\n    a = b = 1\n    if a and b:\n        def m(self):\n            '''Docs\n            of m.'''\n            return 1\nprint(C().m(), C.m.__doc__)\n",
      after:
        /if a:\n        if b:\n            def m\(self\):\n                '''Docs\n            of m\.'''/,
    },
  ],
  refuses: [
    {
      name: "or, not and ternaries",
      source:
        "a = b = 1\nif a or b: pass\nif not (a and b): pass\nif a and b if a else b: pass\nif (x := a and b): pass\n",
      why: "no-site",
    },
    {
      name: "a global statement in what is copied, on both levels",
      source:
        "def f(a, b):\n    if a and b:\n        pass\n    else:\n        global z\n        z = 1\n",
      why: "declares-names",
      level: "paper",
    },
    {
      name: "warnings",
      source: "import warnings\nif a and b:\n    pass\nelse:\n    warnings.warn('x')\n",
      why: "reads-location",
    },
    {
      name: "warnings under another name",
      source: "from warnings import warn as w\nif a and b:\n    pass\nelse:\n    w('x')\n",
      why: "reads-location",
    },
    {
      name: "a function that warns for its caller",
      source:
        "import warnings\ndef old():\n    warnings.warn('x', DeprecationWarning, stacklevel=2)\nif a and b:\n    pass\nelse:\n    old()\n",
      why: "reads-location",
    },
    {
      name: "what a decorator makes such a function",
      source:
        "import warnings\ndef deprecated(f):\n    def call(*args):\n        warnings.warn('x', stacklevel=2)\n        return f(*args)\n    return call\n@deprecated\ndef old(): pass\nif a and b:\n    pass\nelse:\n    old()\n",
      why: "reads-location",
    },
    {
      name: "a lambda in what is copied",
      source: "if a and b:\n    pass\nelse:\n    f = lambda: 1\n",
      why: "defines-code",
    },
    {
      name: "a long chain, of which only the end is split",
      source: `if a and b:\n    x = 1\n${"elif c and d:\n    x = 2\n".repeat(30)}else:\n    x = 3\n`,
      why: "growth",
      level: "paper",
    },
    {
      name: "no room for a level",
      source: `${Array.from({ length: 95 }, (_, n) => `${" ".repeat(n)}if a:\n`).join("")}${" ".repeat(95)}if a and b:\n${" ".repeat(96)}pass\n`,
      why: "nesting",
      level: "paper",
    },
    {
      name: "a module that reads line numbers",
      source: "import sys\nif a and b:\n    print(sys._getframe().f_lineno)\n",
      why: "line-numbers-are-read",
    },
  ],
});
