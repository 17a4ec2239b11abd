import { testTransformation } from "../../../testing/test-transformation.ts";
import { ifElseSwitcher } from "./if-else-switcher.ts";

testTransformation(ifElseSwitcher, {
  rewrites: [
    {
      name: "keeps comments with the branch that they are about",
      before:
        "x = 1\nif x:  # asked\n    print(1)  # one\n    # after one\n# before else\nelse:  # other\n    print(2)\n",
      after:
        "x = 1\nif not (x):  # asked\n    print(2)\n# before else\nelse:  # other\n    print(1)  # one\n    # after one\n",
    },
    {
      name: "one-line suites, alone and mixed with a block",
      before:
        "def f(a):\n    if a: b = 1; c = 2\n    else:\n        b = 3\n        c = 4\n    return b, c\nprint(f(0), f(1))\n",
      after:
        "def f(a):\n    if not (a):\n        b = 3\n        c = 4\n    else: b = 1; c = 2\n    return b, c\nprint(f(0), f(1))\n",
    },
    {
      name: "a one-line suite does not come behind the other header's comment",
      before:
        "def f(a):\n    if a: return 1  # one\n    else:  # other\n        return 2\nprint(f(0), f(1))\n",
      after:
        "def f(a):\n    if not (a):  # other\n        return 2\n    else: return 1  # one\nprint(f(0), f(1))\n",
    },
    {
      name: "the last branch of an elif chain, not the first",
      before:
        "for x in range(3):\n    if x == 0:\n        print('a')\n    elif x == 1:\n        print('b')\n    else:\n        print('c')\n",
      after:
        "for x in range(3):\n    if x == 0:\n        print('a')\n    elif not (x == 1):\n        print('c')\n    else:\n        print('b')\n",
    },
    {
      name: "nested statements, both rewritten",
      before:
        "for a, b in (0, 0), (0, 1), (1, 0):\n    if a:\n        print(1)\n    else:\n        if b:\n            print(2)\n        else:\n            print(3)\n",
      after:
        "for a, b in (0, 0), (0, 1), (1, 0):\n    if not (a):\n        if not (b):\n            print(3)\n        else:\n            print(2)\n    else:\n        print(1)\n",
    },
    {
      name: "branches of uneven indentation with multi-line strings",
      before:
        'def f(a):\n    if a:\n          s = """x\n y"""\n    else:\n      s = """z\n  w"""\n    return s\nprint(f(0), f(1))\n',
      after:
        'def f(a):\n    if not (a):\n      s = """z\n  w"""\n    else:\n          s = """x\n y"""\n    return s\nprint(f(0), f(1))\n',
    },
    {
      name: "ternaries without spaces",
      before: "c = 0\nprint('a'if(c)else'b', [1]if c else[2])\n",
      after: "c = 0\nprint(('b')if not (c)else('a'), ([2])if not (c) else([1]))\n",
    },
    {
      name: "nested ternaries, in the arm and in the condition",
      before:
        "f = lambda a, b: 1 if a else 2 if b else 3\nprint(f(0, 0), f(0, 1), f(1, 0), 4 if (5 if 0 else 6) else 7)\n",
      after:
        "f = lambda a, b: ((3) if not (b) else (2)) if not (a) else (1)\n" +
        "print(f(0, 0), f(0, 1), f(1, 0), (7) if not ((6) if not (0) else (5)) else (4))\n",
    },
    {
      name: "a starred ternary, a lambda, a yield and a walrus",
      before:
        "def g(c):\n    x = (yield 1) if c else (yield 2)\n    print(x)\n" +
        "print(*[1] if 0 else [2, 3])\nh = (lambda: 1) if 1 else lambda: 2\nprint(h(), (n := 4) if 0 else (n := 5), n)\n" +
        "print(list(g(0)), list(g(1)))\n",
      after:
        /x = \(yield 2\) if not \(c\) else \(yield 1\)[^]*\*\(\[2, 3\]\) if not \(0\) else \(\[1\]\)/,
    },
    {
      name: "a ternary in an f-string field",
      before: "c = 0\nprint(f\"{'a' if c else 'b'!r:>5}\")\n",
      after: "c = 0\nprint(f\"{('b') if not (c) else ('a')!r:>5}\")\n",
    },
    {
      name: "a pragma goes where its branch goes",
      before: "x = 0\nif x:  # pragma: no cover\n    print(1)\nelse:\n    print(2)\n",
      after: "x = 0\nif not (x):\n    print(2)\nelse:  # pragma: no cover\n    print(1)\n",
    },
    {
      name: "terminators, loops and functions in the branches",
      before:
        "def f(xs):\n    for x in xs:\n        if x > 1:\n            def k(): return x\n            break\n        else:\n            continue\n    else:\n        return None\n    return k()\nprint(f([0, 2]), f([0]))\n",
      after: /if not \(x > 1\):\n +continue\n +else:\n +def k\(\): return x\n +break\n/,
    },
  ],
  refuses: [
    {
      name: "a first if that goes on with elif",
      source: "x = 1\nif x:\n    pass\nelif x > 1:\n    pass\n",
      why: "no-site",
    },
    {
      name: "a global statement, whose use would come first",
      source: "def f(c):\n    if c:\n        global z\n        z = 1\n    else:\n        z = 2\n",
      why: "global-statement",
    },
    {
      name: "a global statement at level paper too",
      source: "def f(c):\n    if c:\n        global z\n        z = 1\n    else:\n        z = 2\n",
      why: "global-statement",
      level: "paper",
    },
    { name: "an annotation", source: "def f(x: int if True else str): pass\n", why: "annotation" },
    {
      name: "a debug field",
      source: "c = 1\nprint(f'{1 if c else 2=}')\n",
      why: "format-field-text",
    },
    {
      name: "order of locals()",
      source:
        "def f(c):\n    if c:\n        a = 1; b = 2\n    else:\n        b = 1; a = 2\n    return locals()\n",
      why: "locals-order",
    },
    {
      name: "a module that reads line numbers",
      source: "import sys\nc = 1\nif c:\n    print(sys._getframe().f_lineno)\nelse:\n    pass\n",
      why: "line-numbers-are-read",
    },
  ],
});
