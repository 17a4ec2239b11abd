import { testTransformation } from "../../../testing/test-transformation.ts";
import { commutativeOperandPermuter } from "./commutative-operand-permuter.ts";

testTransformation(commutativeOperandPermuter, {
  rewrites: [
    {
      name: "all five operators",
      before: "a = 6\nb = 3\nprint(a + b, a * b, a & b, a | b, a ^ b)\n",
      after: "a = 6\nb = 3\nprint(b + a, b * a, b & a, b | a, b ^ a)\n",
    },
    {
      name: "commutes and never re-associates",
      before: "a, b, c = 0.1, 0.2, 2.2\nprint(a + b + c, 3 * a + b)\n",
      after: "a, b, c = 0.1, 0.2, 2.2\nprint(c + (b + a), b + a * 3)\n",
    },
    {
      name: "operators of the same strength stay together",
      before: "a = 7\nprint(a // 2 * 4, a - 2 + 3, a % 4 * 2, a * 2 // 3, 5 & a ^ 1 & a)\n",
      after: "a = 7\nprint(4 * (a // 2), 3 + (a - 2), 2 * (a % 4), 2 * a // 3, a & 1 ^ a & 5)\n",
    },
    {
      name: "signs, powers and parentheses",
      before: "a = 2\nb = 3\nprint(-a * b, a ** 2 * b, (a + 1) * b, a * -b ** 2, ~a & b)\n",
      after: "a = 2\nb = 3\nprint(b * -a, b * a ** 2, b * (1 + a), -b ** 2 * a, b & ~a)\n",
    },
    {
      name: "truth values and complex numbers",
      before: "t = True\nz = 1 + 2j\nprint(t & False, t + 1, z * (0.5 - 1j))\n",
      after: "t = True\nz = 2j + 1\nprint(False & t, 1 + t, (0.5 - 1j) * z)\n",
    },
    {
      name: "a comment between the operands",
      before: "rent, food = 5, 2\ntotal = (\n    rent  # monthly\n    + food\n)\nprint(total)\n",
      after: "rent, food = 5, 2\ntotal = (\n    food  # monthly\n    + rent\n)\nprint(total)\n",
    },
    {
      name: "a call on one side of a constant",
      before: "def f() -> int:\n    print('f')\n    return 1\nprint(f() + 1)\n",
      after: "def f() -> int:\n    print('f')\n    return 1\nprint(1 + f())\n",
    },
    {
      name: "needs a space where none was needed",
      before: "a = 1\nprint([3 for b in [4]if a+0if b], a*1or 2)\n",
      after: "a = 1\nprint([3 for b in [4]if 0+a if b], 1*a or 2)\n",
    },
    {
      name: "by the paper's rules also what is only inferred, and sets",
      level: "paper",
      before: "def f(n=1):\n    return n + 2\nprint(f(), {1, 2} & {2, 3})\n",
      after: "def f(n=1):\n    return 2 + n\nprint(f(), {2, 3} & {1, 2})\n",
    },
  ],
  refuses: [
    { name: "strings", source: "a = 'x'\nprint(a + 'y')\n", why: "types-differ" },
    { name: "lists", source: "xs = [1]\nprint(xs + [2], xs * 2)\n", why: "types-differ" },
    {
      name: "strings at the paper's level",
      source: "print('a' + 'b')\n",
      why: "types-differ",
      level: "paper",
    },
    { name: "sets", source: "a, b = {1}, {True}\nprint(a | b)\n", why: "sets" },
    { name: "mappings", source: "a = {1: 2}\nprint(a | {1: 3})\n", why: "types-differ" },
    { name: "and and or", source: "a = 1\nprint(a and 2, a or 3)\n", why: "no-site" },
    { name: "augmented assignment", source: "a = 1\na += 2\nprint(a)\n", why: "no-site" },
    {
      name: "parameters of which nothing is known",
      source: "def f(a, b):\n    return a + b\nprint(f('x', 'y'))\n",
      why: "types-unknown",
    },
    {
      name: "a default value that callers need not follow",
      source: "def f(a=0, b=0):\n    return a + b\nprint(f('x', 'y'))\n",
      why: "types-guessed",
    },
    {
      name: "annotations that a call contradicts",
      source: "def f(a: int, b: int):\n    return a + b\nprint(f('x', 'y'))\n",
      why: "types-guessed",
    },
    {
      name: "a branch that makes strings of both",
      source:
        "def f(t):\n    a, b = 1, 2\n    if t:\n        a, b = 'n', 'm'\n    return a + b\n" +
        "print(f(0), f(1))\n",
      why: "types-differ",
    },
    {
      name: "a class called int",
      source: "class int(str):\n    pass\nprint(int('3') + int('4'))\n",
      why: "types-unknown",
    },
    {
      name: "conversions that may fail, one after the other",
      source: "def f(a: str, b: str):\n    return int(a) + int(b)\n",
      why: "evaluation-order",
    },
    { name: "a walrus", source: "n = 10\nprint((n := 4) * (n + 1))\n", why: "walrus" },
    {
      name: "subclasses with operators of their own",
      source:
        "class Celsius(float):\n    def __add__(self, other):\n        return 'sum'\n" +
        "    def __radd__(self, other):\n        return 'reflected'\n" +
        "def f(a: float):\n    return a + 1.0\nprint(f(Celsius(1)))\n",
      why: "subclass-operators",
    },
    {
      name: "union types in annotations",
      source:
        "from __future__ import annotations\ndef f(x: int | str): pass\nprint(f.__annotations__)\n",
      why: "annotation",
    },
  ],
});
