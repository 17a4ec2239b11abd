import { testTransformation } from "../../../testing/test-transformation.ts";
import { doubleNegation } from "./double-negation.ts";

testTransformation(doubleNegation, {
  rewrites: [
    {
      name: "if, elif and while",
      before: "n = 3\nwhile n:\n    n -= 1\nif n:\n    print(1)\nelif n == 0 or n:\n    print(2)\n",
      after:
        "n = 3\nwhile not not (n):\n    n -= 1\nif not not (n):\n    print(1)\n" +
        "elif not not (n == 0 or n):\n    print(2)\n",
    },
    {
      name: "keeps parentheses and needs no space before them",
      before: 'x = 1\nif(x):print("a")\nif (x) and (x):\n    print("b")\n',
      after: 'x = 1\nif not not (x):print("a")\nif not not ((x) and (x)):\n    print("b")\n',
    },
    {
      name: "a walrus gets parentheses",
      before: "xs = [1, 0]\nwhile x := xs.pop(0):\n    print(x)\n",
      after: "xs = [1, 0]\nwhile not not (x := xs.pop(0)):\n    print(x)\n",
    },
    {
      name: "a condition over several lines, with a comment",
      before: "a = b = 1\nif (a  # first\n        and b):\n    print(a)\n",
      after: "a = b = 1\nif not not (a  # first\n        and b):\n    print(a)\n",
    },
    {
      name: "a condition continued with a backslash",
      before: "a = b = 1\nif a \\\n        and b: print(a)\n",
      after: "a = b = 1\nif not not (a \\\n        and b): print(a)\n",
    },
    {
      name: "a condition that merely contains a negation",
      before: "a, b = 0, 1\nif not a and b:\n    print(1)\n",
      after: "a, b = 0, 1\nif not not (not a and b):\n    print(1)\n",
    },
    {
      name: "asks for the truth once",
      before:
        "class T:\n    def __bool__(self):\n        print('asked')\n        return False\n" +
        "while T():\n    pass\n",
      after: /while not not \(T\(\)\):/,
    },
    {
      name: "a yield as the condition",
      before:
        "def g():\n    if (yield 1):\n        print('sent')\ng = g()\nnext(g)\ntry:\n    g.send(1)\nexcept StopIteration:\n    pass\n",
      after: /if not not \(yield 1\):/,
    },
  ],
  refuses: [
    { name: "literal True", source: "while True:\n    break\n", why: "no-site" },
    { name: "a negation as a whole", source: "x = 1\nif not x:\n    pass\n", why: "no-site" },
    { name: "values", source: "x = 1\ny = x or 2 if x else 3\n", why: "no-site" },
    {
      name: "a function that numba compiles",
      source:
        "from numba import njit\n@njit\ndef f(x):\n    if x:\n        return 1\n    return 0\n",
      why: "compiled-from-source",
    },
    {
      name: "a module that reads source",
      source:
        "import inspect\ndef f(x):\n    if x:\n        return 1\nprint(inspect.getsource(f))\n",
      why: "source-is-read",
    },
  ],
});
