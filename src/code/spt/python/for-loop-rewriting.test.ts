import { testTransformation } from "../../../testing/test-transformation.ts";
import { forLoopRewriting } from "./for-loop-rewriting.ts";

const GENERATOR =
  "def lines():\n    try:\n        yield 1\n        yield 2\n    finally:\n        print('closed')\n";

testTransformation(forLoopRewriting, {
  rewrites: [
    {
      name: "something unknown, whose iterator goes at once on every way out",
      before: `def f(xs):\n    for x in xs:  # each\n        # one\n        print(x)\nf([1, 2])\n`,
      after:
        /^def f\(xs\):\n    (\w+) = iter\(xs\)\n    try:\n        while True:  # each\n            try:\n                x = next\(\1\)\n            except StopIteration:\n                break\n            # one\n            print\(x\)\n    finally:\n        del \1\nf\(/,
    },
    {
      name: "a range, which nothing can tell from one that is gone",
      before:
        "def f():\n    for n in range(3):\n        if n == 2: break\n    return n\nprint(f())\n",
      after:
        /^def f\(\):\n    (\w+) = iter\(range\(3\)\)\n    while True:\n        try:\n            n = next\(\1\)\n        except StopIteration:\n            break\n        if n == 2: break\n    return n\n/,
    },
    {
      name: "a display that is left early",
      before:
        "import weakref\nclass A: pass\ndef f():\n    for a in [A(), A()]:\n        r = weakref.ref(a)\n        if r: break\n    del a\n    return r()\nprint(f())\n",
      after: /if r: break\n    del \w+\n    del a\n/,
    },
    {
      name: "generators that are left by break, return and exceptions, and by an outer finally",
      before: `${GENERATOR}def f(how):\n    try:\n        for x in lines():\n            if how == 'break': break\n            if how == 'return': return x\n            if how == 'raise': raise KeyError(x)\n        print('after')\n    except KeyError as error:\n        print('caught', error)\n    finally:\n        print('finally')\nfor how in 'break', 'return', 'raise', 'end':\n    print(how, f(how))\n`,
      after: /finally:\n            del \w+\n        print\('after'\)/,
    },
    {
      name: "else, with breaks of every kind",
      before:
        "from contextlib import nullcontext\ndef f(xs, stop):\n    for x in xs:\n        if stop == 1: break\n        for y in ():\n            break\n        else:\n            if stop == 2: break\n        while stop == 3:\n            break\n        with nullcontext():\n            match stop:\n                case 4:\n                    break\n        try:\n            if stop == 5:\n                print('five')\n                break\n        finally:\n            print('fin')\n        if stop == 6: print('six'); break\n    else:\n        return 'all'\n    return stop\nprint([f([1, 2], n) for n in range(8)])\n",
      after:
        /(\w+) = False; break\n[^]*\n {20,}(\w+) = False\n +break\n[^]*if \2:\n        return 'all'/,
    },
    {
      name: "a target that is unpacked, an attribute, an item",
      before:
        "class O: pass\ndef f(pairs):\n    o, d = O(), {}\n    for a, in [[1], (2,)]: print(a)\n    for a, (b, *c) in pairs: print(a, b, c)\n    for o.x in range(2): print(o.x)\n    for d['k'] in 'ab': print(d)\n    for [x, y] in zip('ab', 'cd'): print(x, y)\nf([(1, 'xyz')])\n",
      after:
        /    a, = (\w+)\n        del \1\n        print\(a\)[^]*a, \(b, \*c\) = (\w+)\n +del \2\n[^]*o\.x = (\w+)\n[^]*d\['k'\] = (\w+)\n[^]*\[x, y\] = /,
    },
    {
      name: "StopIteration from the target, the body, and an iterator's iter",
      before:
        "class Slot:\n    cur = property(lambda self: 0)\n    @cur.setter\n    def cur(self, v):\n        if v == 2: raise StopIteration('setter')\nclass Bad:\n    def __iter__(self): raise StopIteration('iter')\ndef f():\n    for Slot().cur in [1, 2]: print('set')\ndef g(ys):\n    for x in [1, 2]: print(next(ys))\ndef h():\n    for a, b in [(1, 2), Bad()]: print(a)\ndef k():\n    for x in Bad(): pass\nfor job in f, lambda: g(iter([1])), h, k:\n    try: job()\n    except StopIteration as error: print('stop', error)\n",
      after: /Slot\(\)\.cur = /,
    },
    {
      name: "generators, whose own StopIteration is an error",
      before:
        "def zipper(xs, ys):\n    ys = iter(ys)\n    for x in xs:\n        yield x, next(ys)\ntry:\n    print(list(zipper('ab', [1])))\nexcept RuntimeError as error:\n    print(error)\ng = zipper([1, 2], [3, 4])\nprint(next(g))\ng.close()\n",
      after: /yield x, next\(ys\)\n    finally:/,
    },
    {
      name: "a bare tuple, one item, stars",
      before:
        "def tick(): return 1\nfor x in tick, 3:\n    print(x == 3)\nfor x in 1,:\n    print(x)\nfor x in *[1], *(2, 3):\n    print(x)\nfor x in (1, 2): print(x)\n",
      after:
        /iter\(\(tick, 3\)\)[^]*iter\(\(1,\)\)[^]*iter\(\(\*\[1\], \*\(2, 3\)\)\)[^]*iter\(\(1, 2\)\)/,
    },
    {
      name: "lambdas, ternaries, generator expressions and yields",
      before:
        "def f(c):\n    for x in [1] if c else [2]: print(x)\n    for x in (y * 2 for y in [1, 2]): print(x)\n    for x in (yield): print(x)\n    for x in (z := [1]): print(x, z)\ng = f(0)\nnext(g)\ntry: g.send('ab')\nexcept StopIteration: print('done')\n",
      after:
        /iter\(\[1\] if c else \[2\]\)[^]*iter\(\(y \* 2 for y in \[1, 2\]\)\)[^]*iter\(\(yield\)\)[^]*iter\(\(z := \[1\]\)\)/,
    },
    {
      name: "bodies on the header's line, among others",
      before:
        "def f(xs):\n    for x in xs: print(x); print(-x)  # two\n    for x in range(3): continue\n    else: print('else')\n    return x\nprint(f([1]))\n",
      after: /                break\n            print\(x\); print\(-x\)  # two\n    finally:/,
    },
    {
      name: "nested loops that share nothing",
      before:
        "def f(rows):\n    for row in rows:\n        for row in row:\n            for x in row:\n                if x == 2: continue\n                if x == 5: break\n                print(x)\n            else:\n                print('end')\n    return row\nprint(f([[[1, 2, 3], [4, 5, 6]], [[7]]]))\n",
      after: /while True:\n[^]*while True:\n[^]*while True:\n/,
    },
    {
      name: "lists that grow, dicts that must not, the loop's own iterator",
      before:
        "todo = [3]\nfor n in todo:\n    if n: todo.append(n - 1)\nprint(todo)\ndef f(d):\n    for k in d:\n        d[k + 1] = k\ntry: f({1: 1})\nexcept RuntimeError as error: print(error)\ndef g(xs):\n    it = iter(xs)\n    for x in it:\n        print(x, next(it, None))\ng('abc')\n",
      after: /iter\(todo\)/,
    },
    {
      name: "what can't be iterated",
      before:
        "class I:\n    def __iter__(self): return 3\nclass S:\n    def __getitem__(self, i):\n        if i > 2: raise IndexError\n        return i\ndef f(x):\n    for y in x: print(y)\nfor x in 5, None, I(), I, S():\n    try: f(x)\n    except TypeError as error: print(error)\n",
      after: /iter\(x\)/,
    },
    {
      name: "lines of several, with strings and brackets",
      before:
        'def f(xs):\n    for x in (xs +  # more\n              [3]):\n        s = """a\n  b"""\n        print(x, s,\n              x)\nf([1])\n',
      after:
        /iter\(\(xs \+  # more\n              \[3\]\)\)[^]*            s = """a\n  b"""\n            print\(x, s,\n                  x\)\n/,
    },
    {
      name: "a module's own loops leave no name",
      before: "for a in range(2):\n    for b, c in [(a, 1)]:\n        print(a, b)\n",
      after: /del \w+\n        print\(a, b\)\n    del \w+\ndel \w+\n$/,
    },
    {
      name: "async functions and comprehensions around",
      before:
        "import asyncio\nasync def f(xs):\n    for x in xs:\n        await asyncio.sleep(0)\n        print([y for y in range(x)])\nasyncio.run(f([1, 2]))\n",
      after: /await asyncio/,
    },
    {
      name: "global targets and deleted targets",
      before:
        "def f():\n    global z\n    for z in [1, 2]: pass\nf()\nprint(z)\ndef g(xs):\n    for x in xs:\n        del x\n    try: return x\n    except NameError as error: return str(error)\nprint(g([1]), g([]))\n",
      after: /z = next\(/,
    },
    {
      name: "exceptions that are handled around the loop",
      before:
        "def f(xs):\n    try:\n        raise KeyError(1)\n    except KeyError:\n        for x in xs:\n            print(x)\n            if x == 2: raise\ntry: f([1, 2])\nexcept KeyError as error: print(repr(error), error.__context__)\n",
      after: /if x == 2: raise\n/,
    },
  ],
  refuses: [
    {
      name: "async for",
      source: "async def f(xs):\n    async for x in xs: pass\n",
      why: "no-site",
    },
    {
      name: "names of its own, on both levels",
      source: "def f(xs, next):\n    for x in xs: next(x)\n",
      why: "shadowed-builtin",
      level: "paper",
    },
    {
      name: "the module's",
      source: "def iter(x): return x\ndef f(xs):\n    for x in xs: pass\n",
      why: "shadowed-builtin",
      level: "paper",
    },
    {
      name: "as a target",
      source: "for next in [1]: pass\n",
      why: "shadowed-builtin",
      level: "paper",
    },
    {
      name: "a global statement elsewhere",
      source: "def g():\n    global next\n    next = 1\ndef f(xs):\n    for x in xs: pass\n",
      why: "builtin-may-be-shadowed",
    },
    {
      name: "a star import",
      source: "from m import *\nfor x in []: pass\n",
      why: "builtin-may-be-shadowed",
    },
    { name: "class bodies", source: "class C:\n    for x in []: pass\n", why: "class-body" },
    {
      name: "locals()",
      source: "def f(xs):\n    for x in xs: pass\n    return locals()\n",
      why: "reads-own-locals",
    },
    {
      name: "frames",
      source: "import sys\ndef f(xs):\n    for x in xs: sys._getframe()\n",
      why: "frames-are-read",
    },
    {
      name: "globals() in the module",
      source: "for k, v in globals().items(): pass\n",
      why: "module-names-are-read",
    },
    {
      name: "a module's loop that would leave its flag",
      source: "for x in []: break\nelse: pass\n",
      why: "module-names-are-read",
    },
    {
      name: "blocks to the limit",
      source: `${Array.from({ length: 10 }, (_, n) => `${" ".repeat(n)}for a in b:\n`).join("")}${" ".repeat(10)}x\n`,
      why: "nesting",
      level: "paper",
    },
  ],
});
