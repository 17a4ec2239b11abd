import { testTransformation } from "../../../testing/test-transformation.ts";
import { ifTrueWrapper } from "./if-true-wrapper.ts";

testTransformation(ifTrueWrapper, {
  rewrites: [
    {
      name: "keeps strings, comments and blank lines",
      before:
        'def f():\n    # first\n    a = """x\n  y"""\n\n    b = 1  # one\n# edge\n    return a, b\n    # last\n\nprint(f())\n',
      after:
        /^def f\(\):\n {4}# first\n {4}if .*:\n {8}a = """x\n {2}y"""\n\n {8}b = 1 {2}# one\n# edge\n {8}return a, b\n {8}# last\n\nprint/,
    },
    {
      name: "nested blocks and those of classes",
      before:
        "class C:\n    a = 1\n    b = 2\n    def m(self):\n        x = __class__.__name__\n        for i in range(2):\n            x += 'a'\n            x += 'b'\n            if i:\n                continue\n            x += 'c'\n        return x\n    c = [a for _ in range(b)]\nprint(C().m(), [n for n in vars(C) if n[0] != '_'])\n",
      after:
        /^class C:\n {4}if .*:\n {8}a = 1\n[^]*for i in range\(2\):\n {20}if .*:\n {24}x \+= 'a'/,
    },
    {
      name: "cases, handlers and what stands behind finally",
      before:
        "def f(v):\n    match v:\n        case int():\n            a = 1\n            a += v\n            a += v\n            a += v\n            return a\n    try:\n        v()\n    except TypeError as e:\n        a = str(e)\n        b = a\n        c = b\n        d = c\n        return d\n    finally:\n        print(1)\n        print(2)\n        print(3)\n        print(4)\n        print(5)\nprint(f(1), f('a'))\n",
      after: /case int\(\):\n {16}if [^]*except TypeError as e:\n {12}if [^]*finally:\n {12}if /,
    },
    {
      name: "global and nonlocal statements, generators and decorators",
      before:
        "z = 0\ndef f(r):\n    global z\n    n = 1\n    @r.append\n    def g():\n        nonlocal n\n        n += 1\n        yield n\n        n += 1\n        yield n\n    z = list(r[0]())\n    return z, n\nprint(f([]))\n",
      after: /^z = 0\ndef f\(r\):\n {4}if .*:\n {8}global z\n/,
    },
    {
      name: "as plain as the paper's on request",
      before: "for x in 'a':\n\ta = 1\n\tb = 2\n\tc = 3\n\td = 4\n\tprint(a, b, c, d)\n",
      after:
        "for x in 'a':\n\tif True:\n\t\ta = 1\n\t\tb = 2\n\t\tc = 3\n\t\td = 4\n\t\tprint(a, b, c, d)\n",
      style: "plain",
    },
    {
      name: "a string on its own that is no docstring",
      before: "for i in [1]:\n    'no docs'\n    a = i\n    b = a\n    c = b\n    print(c)\n",
      after: /^for i in \[1\]:\n {4}if .*:\n {8}'no docs'\n/,
    },
  ],
  refuses: [
    {
      name: "blocks that begin with a docstring",
      source: 'def f():\n    "Docs."\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n',
      why: "no-site",
    },
    {
      name: "a docstring with something behind it",
      source: 'def f():\n    "Docs."; a = 1\n    b = 2\n    c = 3\n    d = 4\n    e = 5\n',
      why: "no-site",
    },
    {
      name: "short blocks",
      source: "def f():\n    a = 1\n    b = 2\n    return 3\n",
      why: "no-site",
    },
    {
      name: "what was wrapped before",
      source:
        "def f():\n    if 'a' != 'b':\n        a = 1\n        b = 2\n        c = 3\n        d = 4\n        e = 5\n",
      why: "wrapped-before",
    },
    {
      name: "what was wrapped before, with a try around the wrapping",
      source:
        "def f():\n    try:\n        if 'a' != 'b':\n            a = 1\n            b = 2\n            c = 3\n            d = 4\n            e = 5\n    except Exception:\n        raise\n",
      why: "wrapped-before",
      level: "paper",
    },
    {
      name: "blocks that only type checkers read",
      source:
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    e = 5\n",
      why: "type-checking",
    },
    {
      name: "documented attributes",
      source: 'class C:\n    a = 1\n    "First."\n    b = 2\n    c = 3\n    d = 4\n',
      why: "attribute-docstrings",
    },
    {
      name: "constants of code objects",
      source:
        "def f():\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    return f.__code__.co_consts\n",
      why: "code-is-read",
    },
    {
      name: "functions that are compiled from their source inside of the block",
      source:
        'def f():\n    @triton.jit\n    def g():\n        """Long\n        text."""\n    return g\n',
      why: "compiled-from-source",
    },
    {
      name: "line numbers",
      source: "def f(e):\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    return e.tb_lineno\n",
      why: "line-numbers-are-read",
    },
  ],
});
