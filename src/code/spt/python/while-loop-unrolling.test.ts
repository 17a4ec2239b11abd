import { testTransformation } from "../../../testing/test-transformation.ts";
import { whileLoopUnrolling } from "./while-loop-unrolling.ts";

testTransformation(whileLoopUnrolling, {
  rewrites: [
    {
      name: "body, loop and break",
      before: "n = 3\nwhile n:  # down\n    print(n)  # now\n    n -= 1\nprint('end')\n",
      after:
        "n = 3\nwhile n:  # down\n    print(n)  # now\n    n -= 1\n    while n:\n        print(n)  # now\n        n -= 1\n    break\nprint('end')\n",
    },
    {
      name: "tests with effects run as often",
      before:
        "def t(xs):\n    print('asked', len(xs))\n    return xs\nfor count in range(5):\n    xs = list(range(count))\n    while t(xs):\n        if xs.pop() == 2: continue\n        if len(xs) == 3: break\n        print('body')\n",
      after:
        /while t\(xs\):\n        if xs[^]*\n        while t\(xs\):\n            if xs[^]*\n        break\n/,
    },
    {
      name: "continue and break in both copies",
      before:
        "log = []\nfor stop in range(6):\n    k = 0\n    while True:\n        k += 1\n        if k == 1: continue\n        if k > stop: break\n        log.append((stop, k))\nprint(log)\n",
      after: /while True:\n        k \+= 1\n[^]*while True:\n            k \+= 1/,
    },
    {
      name: "nested loops",
      before:
        "a = 3\nwhile a:\n    b = a\n    while b:\n        print(a, b)\n        b -= 1\n        if b == 2: break\n    a -= 1\n",
      after:
        "a = 3\nwhile a:\n    b = a\n    while b:\n        print(a, b)\n        b -= 1\n        if b == 2: break\n        while b:\n            print(a, b)\n            b -= 1\n            if b == 2: break\n        break\n    a -= 1\n" +
        "    while a:\n        b = a\n        while b:\n            print(a, b)\n            b -= 1\n            if b == 2: break\n            while b:\n                print(a, b)\n                b -= 1\n                if b == 2: break\n            break\n        a -= 1\n    break\n",
    },
    {
      name: "a nested loop at the end of the body, with comments behind both",
      before:
        "a = 2\nwhile a:\n    a -= 1\n    b = a\n    while b:\n        b -= 1\n        # inner\n    # outer\n# out\nprint(a, b)\n",
      after:
        /b -= 1\n        # inner\n        while b:\n            b -= 1\n            # inner\n        break\n    # outer\n    while a:/,
    },
    {
      name: "jumps through the else of an inner loop, try, with and match",
      before:
        "from contextlib import nullcontext\nn = 0\nwhile n < 9:\n    n += 1\n    for x in ():\n        pass\n    else:\n        if n == 2: continue\n    with nullcontext():\n        match n:\n            case 4: continue\n    try:\n        if n == 6: break\n    finally:\n        print(n)\n    print('body')\n",
      after: /\n    break\n$/,
    },
    {
      name: "generators, with return and finally",
      before:
        "def g(n):\n    try:\n        while n:\n            got = yield n\n            n -= 1\n            if n == 1: return 'r'\n    finally:\n        print('closed')\nprint(list(g(4)))\ni = g(3); next(i); i.close()\n",
      after: /\n            while n:\n                got = yield n/,
    },
    {
      name: "strings and brackets of several lines, and a test of two lines",
      before:
        'n, p = 2, []\nwhile (n and\n       n > 0):\n    p.append("""a\n  b""")\n    p += [n,\n          n]\n    n -= 1\nprint(p)\n',
      after:
        /    n -= 1\n    while \(n and\n           n > 0\):\n        p\.append\("""a\n  b"""\)\n        p \+= \[n,\n              n\]\n        n -= 1\n    break/,
    },
    {
      name: "walrus and await",
      before:
        "import asyncio\nxs = [3, 2, 1, 0]\nasync def f():\n    while (x := xs.pop(0)):\n        await asyncio.sleep(0)\n        print(x)\nasyncio.run(f())\n",
      after: /        print\(x\)\n        while \(x := xs\.pop\(0\)\):\n            await/,
    },
    {
      name: "names that are deleted and bound again",
      before:
        "def f(n):\n    while n:\n        x = n\n        n -= 1\n        del x\n    try:\n        return x\n    except NameError as e:\n        return str(e)\nprint(f(3), f(0))\n",
      after: /del x\n        while n:\n            x = n/,
    },
    {
      name: "class bodies",
      before:
        "class C:\n    n = 3\n    seen: list = []\n    while n:\n        seen.append(n)\n        n -= 1\nprint(C.seen, sorted(k for k in vars(C) if k[0] != '_'))\n",
      after: /n -= 1\n        while n:/,
    },
    {
      name: "a body behind a form feed and blank lines",
      before: "n = 2\nwhile n:\n\n\f\n    n -= 1\n\n    print(n)\n\n\nprint('end')\n",
      after:
        "n = 2\nwhile n:\n\n\f\n    n -= 1\n\n    print(n)\n    while n:\n\n\f\n        n -= 1\n\n        print(n)\n    break\n\n\nprint('end')\n",
    },
  ],
  refuses: [
    { name: "an else", source: "while x:\n    pass\nelse:\n    pass\n", why: "no-site" },
    { name: "one line", source: "while x: x -= 1\n", why: "no-site" },
    {
      name: "global, on both levels",
      source: "def f(n):\n    while n:\n        global z\n        z = n\n",
      why: "declares-names",
      level: "paper",
    },
    {
      name: "a function in the body",
      source: "while x:\n    def f(): return x\n",
      why: "defines-code",
    },
    {
      name: "warnings in the body",
      source: "import warnings\nwhile x:\n    warnings.warn('x')\n",
      why: "reads-location",
    },
    {
      name: "warnings in the test",
      source: "from warnings import *\nwhile warn('x'):\n    pass\n",
      why: "reads-location",
    },
    {
      name: "a loop that runs once",
      source: "while x:\n    y = 1\n    while x:\n        y = 1\n    break\n",
      why: "runs-once",
    },
    {
      name: "copies of copies",
      source: Array.from(
        { length: 8 },
        (_, n) => `${"    ".repeat(n)}while a:\n${"    ".repeat(n + 1)}x\n`,
      ).join(""),
      why: "growth",
      level: "paper",
    },
    {
      name: "blocks to the limit",
      source: `${Array.from({ length: 17 }, (_, n) => `${" ".repeat(n)}for a in b:\n`).join("")}${" ".repeat(17)}while a:\n${" ".repeat(18)}x\n`,
      why: "nesting",
      level: "paper",
    },
  ],
});
