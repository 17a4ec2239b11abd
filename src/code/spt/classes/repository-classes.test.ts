// Whether a method may be added to a class, by what the rest of a repository says.
import { describe, expect, it } from "vitest";
import type { FileTree } from "../../../core/file-tree.ts";
import { child } from "../../syntax/python/node.ts";
import { ModuleCache } from "../module-cache.ts";
import { deadMethodInjection } from "../python/dead-method-injection.ts";
import { hierarchyProblem } from "./hierarchy.ts";

const NAME = "merge_totals";

function treeOf(files: Readonly<Record<string, string>>): FileTree {
  return new Map(
    Object.entries(files).map(([path, text]) => [
      path,
      { bytes: Buffer.from(text), mode: "100644" },
    ]),
  );
}

/** Why the method isn't added to a class of a file, or null where it is. */
function refusalOf(
  files: Readonly<Record<string, string>>,
  path: string,
  name: string,
): string | null | undefined {
  const tree = treeOf(files);
  const cache = new ModuleCache();
  const file = cache.load(tree.get(path)?.bytes ?? new Uint8Array());
  if (!file.ok) throw new Error(file.reason);
  const context = {
    level: "conservative",
    keyword: NAME,
    repository: cache.repository(tree),
    path,
  } as const;
  const sites = cache.sites(deadMethodInjection, file.facts, context);
  return sites.find(({ node }) => child(node, "name")?.value === name)?.refusal;
}

const PLAIN = "class Base:\n    x = 1\n";
const ABSTRACT = "import abc\nclass Base(abc.ABC):\n    x = 1\n";

describe("bases are followed", () => {
  it.each([
    ["from an import", "pkg/b.py", "from pkg.a import Base"],
    ["from a relative import", "pkg/b.py", "from .a import Base"],
    ["from a relative import of the package", "pkg/b.py", "from . import a\nBase = a.Base"],
    ["from an alias", "pkg/b.py", "from pkg.a import Base as Other\nBase = Other"],
    ["from a module", "pkg/b.py", "import pkg.a\nBase = pkg.a.Base"],
    ["from a module under another name", "pkg/b.py", "import pkg.a as m\nBase = m.Base"],
    ["through the package", "pkg/b.py", "from pkg import Base"],
    ["through a star import", "pkg/b.py", "from .a import *"],
    ["through two star imports", "pkg/b.py", "from .star import *"],
    [
      "from two branches",
      "pkg/b.py",
      "try:\n    from .a import Base\nexcept ImportError:\n    Base = object",
    ],
    ["from a script beside the package", "run.py", "from pkg.a import Base"],
  ])("%s", (_title, path, imports) => {
    const files = (base: string) => ({
      "pkg/__init__.py": "from .a import Base\n",
      "pkg/a.py": base,
      "pkg/star.py": "from .a import *\n",
      [path]: `${imports}\nclass Derived(Base):\n    y = 1\n`,
    });
    expect(refusalOf(files(PLAIN), path, "Derived")).toBeNull();
    expect(refusalOf(files(ABSTRACT), path, "Derived")).toBe("unknown-base");
    const named = PLAIN + `    def ${NAME}(self): return 1\n`;
    expect(refusalOf(files(named), path, "Derived")).toBe("name-in-hierarchy");
  });

  it("below a folder of sources, and to inner classes", () => {
    const files = {
      "src/pkg/__init__.py": "",
      "src/pkg/a.py": "class Outer:\n    class Base:\n        x = 1\n",
      "tests/test_b.py": "from pkg.a import Outer\nclass Derived(Outer.Base):\n    y = 1\n",
    };
    expect(refusalOf(files, "src/pkg/a.py", "Base")).toBeNull();
    const enumerated = files["tests/test_b.py"].replace("Base)", "Base, Unknown)");
    expect(refusalOf({ ...files, "tests/test_b.py": enumerated }, "src/pkg/a.py", "Base")).toBe(
      "unknown-base",
    );
  });

  it.each([
    ["an import of what is not there", "from pkg.missing import Base"],
    [
      "an import that is hidden in one branch",
      "try:\n    from .a import Base\nexcept ImportError:\n    Base = make()",
    ],
    ["a parameter", "def f(Base):\n    class Derived(Base):\n        y = 1\ndef Base(): pass"],
    ["a star import of a library", "from lib import *"],
    ["modules that import each other", "from .c import Base"],
  ])("but not through %s", (_title, imports) => {
    const files = {
      "pkg/__init__.py": "",
      "pkg/a.py": PLAIN,
      "pkg/c.py": "from .b import Base\n",
      "pkg/b.py": `${imports}\nclass Derived(Base):\n    y = 1\n`,
    };
    expect(refusalOf(files, "pkg/b.py", "Derived")).toBe("unknown-base");
  });

  it("not to one of two modules of a name, nor to one that hides a standard one", () => {
    const user = "from tool import Base\nclass Derived(Base):\n    y = 1\n";
    const twice = { "a/tool.py": PLAIN, "b/tool.py": PLAIN, "c/user.py": user };
    expect(refusalOf(twice, "c/user.py", "Derived")).toBe("unknown-base");
    const hidden = {
      "abc.py": "class ABC:\n    x = 1\n",
      "user.py": "from abc import ABC as B\nclass Derived(B):\n    y = 1\n",
    };
    expect(refusalOf(hidden, "user.py", "Derived")).toBe("unknown-base");
  });
});

describe("the rest of the repository is asked", () => {
  const files = { "a.py": PLAIN, "b.py": "from a import Base\n" };
  const refusal = (path: string, text: string) =>
    refusalOf({ ...files, [path]: text }, "a.py", "Base");

  it.each([
    ["a method elsewhere", "c.py", `def ${NAME}(x): pass\nclass C:\n    def ${NAME}(self): pass\n`],
    ["attributes of a module", "c.py", `import a\na.${NAME}\n`],
    ["attributes of another class", "c.py", `class C:\n    def f(self): return self.${NAME}\n`],
    ["attributes of a library", "c.py", `import lib\nlib.x.${NAME}\n`],
    ["sentences and docstrings", "c.py", `"""See ${NAME}."""\nx = "Use \`${NAME}\`, please!"\n`],
    ["prose", "README.md", `Call ${NAME} first.\n`],
    ["names of what it can't be", "c.py", "class C:\n    def f(self): return dir(self)\n"],
    ["the namespaces of instances", "c.py", "def f(x): return x.__dict__\n"],
  ])("and may have %s", (_title, path, text) => {
    expect(refusal(path, text)).toBeNull();
  });

  it.each([
    ["asks anything", "c.py", `def f(x): return x.${NAME}\n`, "name-is-asked-for"],
    ["asks the class", "c.py", `import a\na.Base.${NAME}\n`, "name-is-asked-for"],
    ["asks what it made", "c.py", `from a import Base\nBase().${NAME}\n`, "name-is-asked-for"],
    [
      "asks a relative",
      "c.py",
      `import a\nclass C:\n    def f(self): return self.${NAME}\nclass D(C, a.Base):\n    y = 1\n`,
      "name-is-asked-for",
    ],
    ["has it as a string", "c.py", `x = "${NAME}"\n`, "name-is-data"],
    ["has it in a template", "page.html", `{{ cart.${NAME} }}`, "name-is-data"],
    ["has it in a field", "c.py", `x = "{0.${NAME}}"\n`, "name-is-data"],
    ["has it in an example", "docs.rst", `>>> x.${NAME}\nAttributeError\n`, "name-is-data"],
    ["has it in what is no Python", "c.py", `x = = ${NAME}\n`, "name-is-data"],
    [
      "makes a class of unknown kind of it",
      "c.py",
      "import a, lib\nclass C(a.Base, lib.X):\n    y = 1\n",
      "unknown-base",
    ],
    [
      "decorates a derived class",
      "c.py",
      "import a, lib\n@lib.x\nclass C(a.Base):\n    y = 1\n",
      "processed-class",
    ],
    [
      "answers for a derived class",
      "c.py",
      "import a\nclass C(a.Base):\n    def __getattr__(self, n): return n\n",
      "attribute-hooks",
    ],
    ["lists its names", "c.py", "from a import Base\nvars(Base)\n", "names-are-listed"],
    [
      "lists names of what it is given",
      "c.py",
      "from a import Base\nfrom d import show\ndef show_all(x): return show(x)\nshow_all(Base)\ndef dump(x): return dir(x)\n",
      "names-are-listed",
    ],
  ])("unless it %s", (_title, path, text, why) => {
    expect(refusal(path, text)).toBe(why);
  });

  it("follows functions that list names through modules", () => {
    const tools = {
      "show.py": "def show(x):\n    names = [n for n in dir(x)]\n    return names\n",
      "pass_on.py": "from show import show\ndef report(thing):\n    return show(thing)\n",
    };
    const caller = "import a\nfrom pass_on import report\nreport(a.Base())\n";
    expect(refusalOf({ ...files, ...tools, "c.py": caller }, "a.py", "Base")).toBe(
      "names-are-listed",
    );
    const other = "from pass_on import report\nreport(1)\n";
    expect(refusalOf({ ...files, ...tools, "c.py": other }, "a.py", "Base")).toBeNull();
  });

  it("follows class namespaces only to classes that are handed on", () => {
    const tools = { "show.py": "def show(kind):\n    return sorted(kind.__dict__)\n" };
    const handed = "import a\nfrom show import show\nshow(a.Base)\n";
    expect(refusalOf({ ...files, ...tools, "c.py": handed }, "a.py", "Base")).toBe(
      "names-are-listed",
    );
    const instance = "import a\nfrom show import show\nshow(a.Base())\n";
    expect(refusalOf({ ...files, ...tools, "c.py": instance }, "a.py", "Base")).toBeNull();
  });
});

describe("a file of the repository", () => {
  it("has to be known by its path", () => {
    const tree = treeOf({ "a.py": PLAIN });
    const cache = new ModuleCache();
    const file = cache.load(tree.get("a.py")?.bytes ?? new Uint8Array());
    if (!file.ok) throw new Error(file.reason);
    const context = {
      level: "conservative",
      keyword: NAME,
      repository: cache.repository(tree),
    } as const;
    expect(cache.sites(deadMethodInjection, file.facts, context)[0]?.refusal).toBe("unknown-class");
  });

  it("is read only once, whatever is asked", () => {
    const cache = new ModuleCache();
    const tree = treeOf({
      "a.py": PLAIN,
      "tests/test_a.py": "import a\nclass T(a.Base):\n    y = 1\n",
    });
    const classes = cache.repository(tree).classes?.();
    expect(cache.repository(tree).classes?.()).toBe(classes);
    const [base = -1] = classes?.table.names.find("a.py", "Base") ?? [];
    expect(classes?.table.relatives(base).size).toBe(2);
    expect(classes === undefined ? null : hierarchyProblem(classes.table, base)).toBeNull();
  });
});
