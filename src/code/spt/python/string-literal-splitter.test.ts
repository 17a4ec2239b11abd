import { testTransformation } from "../../../testing/test-transformation.ts";
import { stringLiteralSplitter } from "./string-literal-splitter.ts";

testTransformation(stringLiteralSplitter, {
  rewrites: [
    {
      name: "an assigned literal",
      before: 'x = "payload"\nprint(x)\n',
      after: /^x = "\w+" \+ "\w+"\n/,
    },
    {
      name: "a subscript base gets parentheses",
      before: "print('abcdef'[2])\n",
      after: /^print\(\('\w+' \+ '\w+'\)\[2\]\)/,
    },
    {
      name: "the right side of a sum gets parentheses, the left side needs none",
      before: "a = 'u'\nprint(a + 'right', 'left' + a)\n",
      after: /a \+ \('\w+' \+ '\w+'\), '\w+' \+ '\w+' \+ a/,
    },
    {
      name: "escapes stay whole",
      before: String.raw`print(ascii("\N{BULLET}\x41\u00e9\U0001F600\0012\\\'\"\t"))` + "\n",
      after: /" \+ "/,
    },
    {
      name: "an octal escape before digits",
      before: String.raw`print(ascii("ab\x0012"), ascii("\0001234"))` + "\n",
      after: /" \+ "/,
    },
    {
      name: "lone surrogates and astral characters",
      before: String.raw`print(ascii("\ud800\udc00ab"), ascii("🎈🎉🎊🎁"))` + "\n",
      after: /" \+ "/,
    },
    {
      name: "an escaped line break",
      before: 'x = "first \\\nsecond"\nprint(x)\n',
      after: /" \+ "/,
    },
    {
      name: "triple quotes, with a quote before the end",
      before: 'x = """say "hi" \'\'x\'\'"""\nprint(x)\n',
      after: /""" \+ """/,
    },
    {
      name: "triple quotes over lines",
      before: 'x = """a\nb\n  c"""\nprint(repr(x))\n',
      after: /""" \+ """/,
    },
    {
      name: "keys, defaults, arguments, arms, comparisons",
      before:
        "d = {'first': 'value'}\ndef f(a='default', *b, k='keyword'): return a, b, k\n" +
        "print(d['first'], f(), f('given', *'star'), 'yes!' if 'first' in d else 'none', 'abcd' == 'abcd', not 'text')\n" +
        "print([c for c in 'loop'], (lambda: 'body')(), f\"{d!r:>40}\", {'left' 'right'})\n",
      after: /d\['\w+' \+ '\w+'\], f\(\), f\('\w+' \+ '\w+', \*\('\w+' \+ '\w+'\)\)/,
    },
    {
      name: "no space is needed around it",
      before: "def f():\n    return'abcd'if(1)else'efgh'\nprint(f())\n",
      after: /return'\w+' \+ '\w+'if\(1\)else'\w+' \+ '\w+'/,
    },
    {
      name: "the docstring stays, the other strings don't",
      before: 'def f():\n    """Docs."""\n    return "value"\nprint(f(), f.__doc__)\n',
      after: /"""Docs\."""\n    return "\w+" \+ "\w+"/,
    },
    {
      name: "await and yield keep their operand",
      before: "def g():\n    x = yield 'abcd'\n    yield from 'wxyz'\nprint(list(g()))\n",
      after: /yield '\w+' \+ '\w+'\n    yield from \('\w+' \+ '\w+'\)/,
    },
  ],
  refuses: [
    { name: "an attribute base", source: "print('{}:{}'.format(1, 2))\n", why: "no-site" },
    {
      name: "an attribute base in parentheses",
      source: "print(('ab:cd').upper())\n",
      why: "no-site",
    },
    {
      name: "prefixes and f-strings",
      source: "x = b'abcd', r'abcd', u'abcd', f'abcd{1}'\n",
      why: "no-site",
    },
    { name: "implicit concatenation", source: "x = ('abcd' 'efgh')\n", why: "no-site" },
    {
      name: "operands of other operators",
      source: "x = 'ab %s cd' % 1, 'abcd' * 2\n",
      why: "no-site",
    },
    { name: "short strings", source: "x = 'abc', '\\x41\\x42'\n", why: "no-site" },
    {
      name: "patterns",
      source:
        "def f(x):\n    match x:\n        case 'open':\n            return 1\n        case {'keys': 1} | ['item', *_]:\n            return 2\n",
      why: "no-site",
    },
    {
      name: "annotations",
      source: "x: 'List[int]' = None\ndef f(a: 'Node') -> 'Node': pass\n",
      why: "no-site",
    },
    { name: "a module's docstring", source: "'Docs of it.'\n", why: "string-statement" },
    {
      name: "a one-line class's docstring",
      source: "class E(Exception): 'Raised when wrong.'\n",
      why: "string-statement",
    },
    {
      name: "a docstring with a statement behind it",
      source: "def f():\n    'Docs of it.'; x = 1\n",
      why: "string-statement",
    },
    {
      name: "an attribute's docstring",
      source: "class C:\n    x = 1\n    'Docs of x.'\n",
      why: "string-statement",
    },
    {
      name: "a future import behind a docstring",
      source: "'Docs of it.'\nfrom __future__ import annotations\n",
      why: "string-statement",
    },
    {
      name: "a literal in an f-string field",
      source: "d = {}\nprint(f\"{d.get('abcd')}\")\n",
      why: "format-field",
    },
    {
      name: "metadata",
      source: "__version__ = '1.2.3'\n__all__ = ['name', 'other']\n",
      why: "metadata",
    },
    {
      name: "metadata that is extended",
      source: "__all__ = []\n__all__.extend(['name'])\n",
      why: "metadata",
    },
    { name: "slots", source: "class C:\n    __slots__ = ('size', 'colour')\n", why: "metadata" },
    {
      name: "messages to translate",
      source: "from gettext import gettext as _\nx = _('Hello there')\n",
      why: "text-reader",
    },
    {
      name: "a literal type",
      source: "from typing import Literal\nMode = Literal['read', 'write']\n",
      why: "text-reader",
    },
    { name: "identity", source: "x = 'abcd'\ny = x is 'abcd'\n", why: "identity" },
    { name: "an invalid escape", source: "x = 'a\\dbc'\n", why: "invalid-escape" },
  ],
});
