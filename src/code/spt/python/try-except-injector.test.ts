import { testTransformation } from "../../../testing/test-transformation.ts";
import { tryExceptInjector } from "./try-except-injector.ts";

testTransformation(tryExceptInjector, {
  rewrites: [
    {
      name: "passes on what is raised, with its context and traceback",
      before:
        "import traceback\ndef f(n):\n    try:\n        a = 1\n        b = a\n        c = b\n        d = c\n        return d // n\n    except ZeroDivisionError as e:\n        a = 2\n        b = 3\n        c = 4\n        d = 5\n        raise KeyError(a + b + c + d) from None\ntry:\n    f(0)\nexcept KeyError as e:\n    print(e, e.__context__, e.__cause__, len(traceback.format_exception(e)))\n",
      after:
        /try:\n {12}try:\n[^]*except .*:\n {16}raise\n {8}except ZeroDivisionError as e:\n {12}try:/,
    },
    {
      name: "bare raise and sys.exc_info inside of a handler",
      before:
        "import sys\ndef f():\n    try:\n        raise OSError(1)\n    except OSError:\n        a = sys.exc_info()[0]\n        b = a\n        c = b\n        print(c)\n        raise\ntry:\n    f()\nexcept OSError as e:\n    print(e.args, e.__context__)\nprint(sys.exc_info())\n",
      after: /except OSError:\n {12}try:\n {16}a = sys/,
    },
    {
      name: "generators: close, throw and StopIteration",
      before:
        "def g(log):\n    log.append(1)\n    try:\n        yield 1\n        yield next(iter([]))\n    finally:\n        log.append(2)\nfor step in ['close', 'throw', 'next']:\n    log = []\n    it = g(log)\n    next(it)\n    try:\n        if step == 'close':\n            it.close()\n        elif step == 'throw':\n            it.throw(KeyError(step))\n        else:\n            next(it)\n    except Exception as e:\n        print(type(e), e.args)\n    print(log)\n",
      after: /def g\(log\):\n {4}try:\n {8}log/,
    },
    {
      name: "coroutines, return, continue and break",
      before:
        "import asyncio\nasync def f(n):\n    for i in range(n):\n        await asyncio.sleep(0)\n        if i == 1:\n            continue\n        if i == 3:\n            break\n        print(i)\n    return i\nprint(asyncio.run(f(9)))\n",
      after: /for i in range\(n\):\n {12}try:\n {16}await/,
    },
    {
      name: "classes",
      before:
        "class C:\n    a = 1\n    b = 2\n    @classmethod\n    def m(cls):\n        return __class__\n    c = 3\nprint(C.m(), sorted(n for n in vars(C) if n[0] != '_'))\n",
      after: /^class C:\n {4}try:\n {8}a = 1/,
    },
    {
      name: "as the paper has it in the plain style",
      before: "if 1 + 1:\n  a = 1\n  b = 2\n  c = 3\n  d = 4\n  print(a, b, c, d)\n  # end\n",
      after:
        "if 1 + 1:\n  try:\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    print(a, b, c, d)\n    # end\n  except Exception:\n    raise\n",
      style: "plain",
    },
  ],
  refuses: [
    {
      name: "a parameter called Exception",
      source:
        "def f(Exception):\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    return Exception\n",
      why: "exception-shadowed",
      level: "paper",
    },
    {
      name: "a class of the module called Exception",
      source:
        "class Exception: pass\ndef f():\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    return a\n",
      why: "exception-shadowed",
    },
    {
      name: "a global statement elsewhere",
      source:
        "def g():\n    global Exception\n    Exception = 1\ndef f():\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    return a\n",
      why: "exception-unclear",
    },
    {
      name: "star imports",
      source:
        "from os import *\ndef f():\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    return a\n",
      why: "exception-unclear",
    },
    {
      name: "namespaces of a metaclass",
      source: "class C(metaclass=M):\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n    e = 5\n",
      why: "class-namespace",
    },
    {
      name: "what was wrapped before",
      source:
        "def f():\n    try:\n        a = 1\n        b = 2\n        c = 3\n        d = 4\n        e = 5\n    except Exception:\n        raise\n",
      why: "wrapped-before",
    },
    {
      name: "blocks that are nested too deeply",
      source:
        "def f(x):\n" +
        Array.from({ length: 17 }, (_, i) => `${"  ".repeat(i + 1)}for i${i} in x:\n`).join("") +
        ["a", "b", "c", "d", "e"].map((name) => `${"  ".repeat(18)}${name} = 1\n`).join(""),
      why: "nesting",
      level: "paper",
    },
  ],
});
