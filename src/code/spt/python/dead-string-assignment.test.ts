import { testTransformation } from "../../../testing/test-transformation.ts";
import { deadStringAssignment } from "./dead-string-assignment.ts";

testTransformation(deadStringAssignment, {
  rewrites: [
    {
      name: "behind the docstring",
      before: 'def f():\n    """Docs."""\n    return 1\nprint(f(), f.__doc__)\n',
      after: /"""Docs\."""\n    \w+ = ".*"\n    return 1/,
    },
    {
      name: "before the decorators",
      before:
        "def f(r):\n    @r.append\n    def job(): return 1\n    return len(r)\nprint(f([]))\n",
      after: /^def f\(r\):\n    \w+ = ".*"\n    @r\.append\n    def job/,
    },
    {
      name: "in all kinds of blocks",
      before:
        "def f(n):\n    for i in range(n):\n        try:\n            with open('/dev/null') as h:\n                print(i)\n        except OSError:\n            pass\n        else:\n            print('else')\n        finally:\n            print('end')\n    while n:\n        n -= 1\n    match n:\n        case 0:\n            print('zero')\nf(1)\n",
      after: /case 0:\n            \w+ = ".*"\n            print/,
    },
    {
      name: "keywords of all kinds",
      before: "def f():\n    return 1\nprint(f())\n",
      after: /"a \\"quote\\" it's \\\\ \\n é🎈\\ud800"/,
      keyword: 'a "quote" it\'s \\ \n é🎈\ud800',
    },
    {
      name: "in methods and nested functions",
      before:
        "x = 1\nclass C:\n    def m(self):\n        def inner():\n            return x\n        return inner()\nprint(C().m())\n",
      after:
        /def m\(self\):\n        \w+ = .*\n        def inner\(\):\n            \w+ = .*\n            return x\n        \w+ = /,
    },
    {
      name: "in generators and coroutines",
      before:
        "import asyncio\ndef g():\n    yield 1\nasync def h():\n    await asyncio.sleep(0)\n    return list(g())\nprint(asyncio.run(h()))\n",
      after: /\w+ = .*\n    yield 1/,
    },
    {
      name: "before a global statement",
      before: "z = 1\ndef f():\n    global z\n    z = 2\nf()\nprint(z)\n",
      after: /\w+ = .*\n    global z/,
    },
    {
      name: "behind a form feed",
      before: "def f():\n    a = 1\n\f    return a\nprint(f())\n",
      after: /\f    \w+ = .*\n    return a/,
    },
    {
      name: "before several statements of a line",
      before: "def f():\n    a = 1; b = 2\n    return a + b\nprint(f())\n",
      after: /\w+ = .*\n    a = 1; b = 2/,
    },
  ],
  refuses: [
    {
      name: "one-line suites",
      source: "def f(x):\n    if x: return 1\n    return 2\n",
      why: "one-line-suite",
    },
    {
      name: "unreachable places",
      source: "def f(x):\n    return 1\n    x = 2\n",
      why: "unreachable",
    },
    { name: "modules and classes", source: "class C:\n    x = 1\ny = 2\n", why: "no-site" },
    {
      name: "locals()",
      source: "def f():\n    a = 1\n    return locals()\n",
      why: "reads-own-locals",
    },
    {
      name: "dir() without an argument",
      source: "def f():\n    a = 1\n    return dir()\n",
      why: "reads-own-locals",
    },
    {
      name: "locals() through builtins",
      source: "import builtins\ndef f():\n    a = 1\n    return builtins.locals()\n",
      why: "reads-own-locals",
    },
    {
      name: "locals under another name",
      source: "look = locals\ndef f():\n    a = 1\n    return look()\n",
      why: "frames-are-read",
    },
    {
      name: "locals by its name in a string",
      source:
        "import builtins\nlook = getattr(builtins, 'locals')\ndef f():\n    a = 1\n    return look()\n",
      why: "frames-are-read",
    },
    {
      name: "an alias of a frame function",
      source: "from inspect import currentframe as here\ndef f():\n    a = 1\n    return here()\n",
      why: "frames-are-read",
    },
    {
      name: "a callee that reads the frame of its caller",
      source:
        "import sys\ndef peek():\n    return sys._getframe(1).f_locals\ndef f():\n    a = 1\n    return peek()\n",
      why: "frames-are-read",
    },
    {
      name: "eval of a string",
      source: "def f():\n    a = 1\n    return eval('dir()')\n",
      why: "reads-own-locals",
    },
    {
      name: "local names of a generator",
      source:
        "import inspect\ndef g():\n    a = 1\n    yield a\nprint(inspect.getgeneratorlocals(g()))\n",
      why: "frames-are-read",
    },
    {
      name: "a query that sees local names",
      source: "def f(frame):\n    a = 1\n    return frame.query('x == @a')\n",
      why: "callee-reads-frame",
    },
    {
      name: "code objects",
      source: "def f():\n    a = 1\n    return f.__code__.co_varnames\n",
      why: "frames-are-read",
    },
  ],
});
