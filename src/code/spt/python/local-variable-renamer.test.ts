import { testTransformation } from "../../../testing/test-transformation.ts";
import { localVariableRenamer } from "./local-variable-renamer.ts";

testTransformation(localVariableRenamer, {
  rewrites: [
    {
      name: "by a synonym",
      before: "def f(n):\n    total = n + 1\n    return total * total\nprint(f(2))\n",
      after: /^def f\(n\):\n    (totality|aggregate|amount|entire) = n \+ 1\n    return \1 \* \1\n/,
    },
    {
      name: "by five letters where there is no synonym",
      before: "def f(n):\n    idxs = n + 1\n    return -idxs\nprint(f(2))\n",
      after: /^def f\(n\):\n    ([a-z]{5}) = n \+ 1\n    return -\1\n/,
    },
    {
      name: "one word of a name, in its style",
      before:
        "def f(n):\n    max_count = n + 1\n    lastIndex = 1\n    _limit = 2\n    return -max_count, lastIndex, _limit\nprint(f(2))\n",
      after:
        /max_[a-z]+ = n \+ 1\n    last[A-Z][a-z]+ = 1\n    _[a-z]+ = 2\n    return -max_(?!count)/,
    },
    {
      name: "in functions and comprehensions inside, not where they have their own",
      before:
        "def f():\n    width = 3\n    def g(): return width + 1\n    def h(width=width): return width\n    return g(), h(), h(width=5), [width * 2 for width in range(2)], [width + i for i in range(2)], (lambda: width)()\nprint(f())\n",
      after:
        /(\w+) = 3\n    def g\(\): return \1 \+ 1\n    def h\(width=\1\): return width\n    return g\(\), h\(\), h\(width=5\), \[width \* 2 for width in range\(2\)\], \[\1 \+ i for/,
    },
    {
      name: "in the first iterable of a comprehension that hides it",
      before: "def f():\n    width = (1, 2)\n    return [width for width in width]\nprint(f())\n",
      after: /(\w+) = \(1, 2\)\n    return \[width for width in \1\]/,
    },
    {
      name: "in class bodies that read it, not in those that bind it",
      before:
        "def f():\n    limit = 4\n    class A:\n        limit = 7\n        def g(self): return limit\n    class B: size = limit + 1\n    return limit, A.limit, A().g(), B.size\nprint(f())\n",
      after:
        /(\w+) = 4\n    class A:\n        limit = 7\n        def g\(self\): return \1\n    class B: size = \1 \+ 1\n    return \1, A\.limit/,
    },
    {
      name: "in formatted strings",
      before:
        'def f():\n    width = 7\n    return f"width {width!r:>{width}} {width:>{width}} {{width}}"\nprint(f())\n',
      after: /(\w+) = 7\n    return f"width \{\1!r:>\{\1\}\} \{\1:>\{\1\}\} \{\{width\}\}"/,
    },
    {
      name: "labels, attributes and strings stay",
      before:
        "class P: pass\ndef f(**kw):\n    width = 7\n    p = P()\n    p.width = width\n    kw['width'] = width\n    return dict(width=width + 1), p.width, kw\nprint(f())\n",
      after:
        /(\w+) = 7\n    p = P\(\)\n    p\.width = \1\n    kw\['width'\] = \1\n    return dict\(width=\1 \+ 1\), p\.width/,
    },
    {
      name: "labels of class patterns stay",
      before:
        "class R:\n    __match_args__ = ()\n    width = 0\ndef f():\n    width = 1\n    match R():\n        case R(width=0): return width\nprint(f())\n",
      after: /(\w+) = 1\n    match R\(\):\n        case R\(width=0\): return \1/,
    },
    {
      name: "parentheses and comments around it stay",
      before: "def f():\n    (  # first\n        width) = 7\n    return ( width )\nprint(f())\n",
      after: /\( {2}# first\n {8}(\w+)\) = 7\n    return \( \1 \)/,
    },
    {
      name: "behind the end of a block",
      before:
        "def f(n):\n    if n:\n        pass\n    width = 1 + n\n    return width\nprint(f(1))\n",
      after: /    (?!width)(\w+) = 1 \+ n\n    return \1\n/,
    },
    {
      name: "chained targets, and two variables at once",
      before:
        "def f():\n    first = second = 2\n    third = first + second\n    return third - first\nprint(f())\n",
      after: /    (?!first)\w+ = (?!second)\w+ = 2\n    (?!third)\w+ = /,
    },
    {
      name: "variables of one name that hide each other",
      before:
        "def f():\n    total = 1\n    def g():\n        total = 2\n        def h(): return total\n        return total + h()\n    return total + g()\nprint(f())\n",
      after: /(\w+) = 1\n    def g\(\):\n        \1 = 2\n        def h\(\): return \1/,
    },
    {
      name: "bound on every path that goes on",
      before:
        "def f(n):\n    try:\n        width = 1 + n\n    except TypeError:\n        raise\n    if n < 0:\n        return 0\n    elif n < 1:\n        raise ValueError\n    else:\n        height = 2 + n\n    return width * height\nprint(f(3), f(-1))\n",
      after: /(?!width)\w+ = 1 \+ n[^]*(?!height)\w+ = 2 \+ n/,
    },
    {
      name: "read in the else of the try that binds it",
      before:
        "def f(n):\n    try:\n        width = 1 + n\n    except TypeError:\n        pass\n    else:\n        return width\nprint(f(1), f(''))\n",
      after: /(\w+) = 1 \+ n\n    except TypeError:\n        pass\n    else:\n        return \1/,
    },
    {
      name: "in generators and coroutines",
      before:
        "import asyncio\ndef g():\n    step = 2\n    yield step\n    yield step + 1\nasync def h():\n    factor = 3\n    await asyncio.sleep(0)\n    return [factor * x for x in g()]\nprint(asyncio.run(h()))\n",
      after: /(\w+) = 2\n    yield \1\n    yield \1 \+ 1/,
    },
    {
      name: "not to a name of another function or a string's word",
      before:
        "def f():\n    total = 1\n    return total\ndef g(): return 'amount aggregate totality'\nprint(f(), g(), sum([1]))\n",
      after: /def f\(\):\n    (?!sum|amount|aggregate|totality|total\b)\w+ = 1/,
    },
    {
      name: "a walrus of a comprehension hides nothing",
      before:
        "def f():\n    width = 3\n    found = [y for x in range(3) if (y := x + width) > 3]\n    return found, y\nprint(f())\n",
      after: /(?!width)(\w+) = 3\n    \w+ = \[y for x in range\(3\) if \(y := x \+ \1\) > 3\]/,
    },
  ],
  refuses: [
    {
      name: "modules and classes",
      source: "width = 1\nclass C:\n    height = 2\n",
      why: "no-site",
    },
    {
      name: "lambdas and comprehensions",
      source: "def f(): return [x for x in (lambda width: width)(1)]\n",
      why: "no-site",
    },
    {
      name: "targets that are unpacked",
      source: "def f():\n    width, height = 1, 2\n    return width\n",
      why: "no-site",
    },
    { name: "short names", source: "def f():\n    xs = 1\n    return xs\n", why: "short-name" },
    { name: "builtins", source: "def f():\n    list = 1\n    return list\n", why: "special-name" },
    {
      name: "private names",
      source: "class C:\n    def f(self):\n        __width = 1\n        return __width\n",
      why: "special-name",
    },
    {
      name: "global names",
      source: "def f():\n    global width\n    width = 1\n",
      why: "declared-name",
    },
    {
      name: "names that a nonlocal statement names",
      source:
        "def f():\n    width = 1\n    def g():\n        nonlocal width\n        width += 1\n    return g\n",
      why: "declared-name",
    },
    {
      name: "names that the module imports",
      source: "import path\ndef f():\n    path = 1\n    return path\n",
      why: "means-something-else",
    },
    {
      name: "parameters",
      source: "def f(width):\n    width = 1\n    return width\n",
      why: "bound-more-than-once",
    },
    {
      name: "several assignments",
      source: "def f(n):\n    width = 1\n    while n: width = 2\n    return width\n",
      why: "bound-more-than-once",
    },
    {
      name: "augmented assignments",
      source: "def f():\n    width = 1\n    width += 1\n    return width\n",
      why: "bound-more-than-once",
    },
    {
      name: "del",
      source: "def f():\n    width = 1\n    del width\n",
      why: "bound-more-than-once",
    },
    {
      name: "loop targets, except targets, captures",
      source:
        "def f():\n    first = 1\n    for first in (): pass\n    other = 2\n    try: pass\n    except E as other: pass\n    third = 3\n    match 1:\n        case {**third}: pass\n",
      why: "bound-more-than-once",
    },
    {
      name: "a walrus in a comprehension",
      source: "def f():\n    width = 1\n    return [width := 2 for x in ()], width\n",
      why: "bound-more-than-once",
    },
    { name: "aliases", source: "def f(n):\n    width = n\n    return width\n", why: "alias" },
    {
      name: "results of calls",
      source: "def f(n):\n    width = (n())\n    return width\n",
      why: "call-result",
    },
    {
      name: "what is called",
      source: "def f():\n    width = 1\n    return width()\n",
      why: "used-as-object",
    },
    {
      name: "arguments",
      source: "def f():\n    width = 1\n    return len(*width)\n",
      why: "used-as-object",
    },
    {
      name: "bases of attributes and subscripts",
      source: "def f():\n    width = 1\n    height = 2\n    return width.x + height[0]\n",
      why: "used-as-object",
    },
    {
      name: "locals()",
      source: "def f():\n    width = 1\n    return '{width}'.format(**locals())\n",
      why: "reads-own-locals",
    },
    {
      name: "eval in a nested function",
      source: "def f():\n    width = 1\n    def g(): return width, eval('width')\n    return g\n",
      why: "reads-own-locals",
    },
    {
      name: "code objects",
      source: "def f():\n    width = 1\n    return width\nf.__code__.co_varnames\n",
      why: "frames-are-read",
    },
    {
      name: "callees that look at the caller's names",
      source: "def f(frame):\n    width = 1\n    return frame.query('a > @width'), width\n",
      why: "callee-reads-frame",
    },
    {
      name: "f'{width=}'",
      source: "def f():\n    width = 1\n    return f'{width = }', f'{(width) + 1=}'\n",
      why: "format-field-text",
    },
    {
      name: "annotations",
      source: "def f():\n    width = 1\n    def g(x: width): pass\n    return g\n",
      why: "annotation",
    },
    {
      name: "type parameters",
      source: "def f():\n    width = 1\n    def g[T](x: T): return width\n    return g\n",
      why: "unknown-scope",
    },
    {
      name: "class bodies with a namespace of their own making",
      source: "def f(M):\n    width = 1\n    class C(M): height = width\n    return C\n",
      why: "unknown-scope",
    },
    {
      name: "reads on a path without the assignment",
      source: "def f(n):\n    if n:\n        width = 1\n    return width\n",
      why: "maybe-unbound",
    },
    {
      name: "reads in an earlier round of a loop",
      source: "def f(n):\n    while n:\n        if n > 1: print(-width)\n        width = 1\n",
      why: "maybe-unbound",
    },
    {
      name: "reads behind a loop or a with that binds",
      source: "def f(n):\n    with n:\n        width = 1\n    return width\n",
      why: "maybe-unbound",
    },
    {
      name: "reads in a handler of the try that binds",
      source: "def f(n):\n    try:\n        width = 1 + n\n    except E:\n        return width\n",
      why: "maybe-unbound",
    },
    {
      name: "reads behind a try whose handler goes on",
      source:
        "def f(n):\n    try:\n        width = 1 + n\n    except E:\n        if n: raise\n    return width\n",
      why: "maybe-unbound",
    },
    {
      name: "functions made before the assignment",
      source: "def f():\n    def g(): return width\n    width = 1\n    return g\n",
      why: "maybe-unbound",
    },
    {
      name: "its own value",
      source: "def f():\n    width = width + 1\n    return width\n",
      why: "maybe-unbound",
    },
    {
      name: "functions compiled from their source",
      source: "from numba import njit\n@njit\ndef f():\n    width = 1\n    return width\n",
      why: "compiled-from-source",
    },
  ],
});
