import { testTransformation } from "../../../testing/test-transformation.ts";
import { deadCodeInjector } from "./dead-code-injector.ts";

testTransformation(deadCodeInjector, {
  rewrites: [
    {
      name: "behind the docstring",
      before: 'def f():\n    """Docs."""\n    return 1\nprint(f(), f.__doc__)\n',
      after: /"""Docs\."""\n    if .*:\n {8}\w+ = .*\n(?: {8}.*\n)?    return 1/,
    },
    {
      name: "in classes, branches and cases",
      before:
        "class C:\n    x = 1\n    if x:\n        y = 2\n    else:\n        y = 3\n    match y:\n        case 2:\n            z = 4\nprint(sorted(n for n in vars(C) if n[0] != '_'))\n",
      after: /case 2:\n {12}if .*:\n {16}\w+ = /,
    },
    {
      name: "before global and nonlocal statements",
      before:
        "z = 1\ndef f():\n    n = 1\n    def g():\n        nonlocal n\n        n += 1\n    g()\n    global z\n    z = n\nf()\nprint(z)\n",
      after: /def g\(\):\n {8}if .*:\n {12}\w+ = .*\n(?: {12}.*\n)? {8}nonlocal n/,
    },
    {
      name: "before decorators",
      before:
        "def f(r):\n    @r.append\n    def job(): return 1\n    return len(r)\nprint(f([]))\n",
      after: /^def f\(r\):\n    if .*:\n {8}\w+ = .*\n(?: {8}.*\n)?    @r\.append/,
    },
    {
      name: "where frames are read, since the name is never bound",
      before:
        "import sys\ndef f():\n    a = 1\n    return sorted(sys._getframe().f_locals), sorted(locals()), f.__code__.co_argcount\nprint(f())\n",
      after: /def f\(\):\n {4}if .*:\n {8}\w+ = /,
    },
    {
      name: "at the indentation that the block has",
      before: "if []:\n\tpass\nclass C:\n    def f(self):\n        return 1\nprint(C().f())\n",
      after: /def f\(self\):\n {8}if .*:\n {12}\w+ = .*\n(?: {12}.*\n)? {8}return/,
    },
    {
      name: "as plain as the paper's on request",
      before: "def f():\n    return 1\nprint(f())\n",
      after: /^def f\(\):\n {4}if False:\n {8}\w+ = 0\n {4}return 1/,
      style: "plain",
    },
  ],
  refuses: [
    { name: "one-line suites", source: "def f(x): return x\n", why: "one-line-suite" },
    { name: "modules", source: "y = 2\n", why: "no-site" },
    {
      name: "text that is run",
      source: "def f(text):\n    a = 1\n    exec(text)\n    return locals()\n",
      why: "runs-text",
    },
    {
      name: "code objects",
      source: "def f():\n    a = 1\n    return f.__code__.co_varnames\n",
      why: "code-is-read",
    },
    {
      name: "code objects that go elsewhere",
      source: "def f():\n    a = 1\n    return digest(f.__code__)\n",
      why: "code-is-read",
    },
    {
      name: "blocks that stand under a condition of literals",
      source: "def f():\n    if 1 > 2:\n        a = 1\n    return 1\n",
      why: "guarded",
    },
    {
      name: "blocks for type checkers",
      source: "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import os\n",
      why: "type-checking",
    },
    {
      name: "line numbers",
      source: "def f(e):\n    return e.tb_lineno\n",
      why: "line-numbers-are-read",
    },
  ],
});
