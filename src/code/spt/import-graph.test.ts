import { describe, expect, it } from "vitest";
import type { FileTree, TreeFile } from "../../core/file-tree.ts";
import { ImportGraph } from "./import-graph.ts";

function graph(files: Readonly<Record<string, string>>): ImportGraph {
  const tree: FileTree = new Map(
    Object.entries(files).map(([path, text]): [string, TreeFile] => [
      path,
      { bytes: Buffer.from(text), mode: "100644" },
    ]),
  );
  return new ImportGraph(tree);
}

const PACKAGE = {
  "src/shop/__init__.py": "",
  "src/shop/cart.py": "from . import money\n",
  "src/shop/money.py": "import decimal\n",
  "src/shop/mail.py": "from shop.money import Sum as S\n",
  "src/shop/late.py": "import importlib\nimportlib.import_module(name)\n",
};

describe("the import graph", () => {
  it.each([
    ["import shop.cart\n", "src/shop/cart.py", true],
    ["import shop.cart\n", "src/shop/money.py", true],
    ["import shop.cart\n", "src/shop/mail.py", false],
    ["import shop.money\n", "src/shop/__init__.py", true],
    ["from shop import (\n    mail,\n)\n", "src/shop/money.py", true],
    ["def test():\n    from shop.mail import S\n", "src/shop/mail.py", true],
    ["import os, decimal\n", "src/shop/money.py", false],
    ["from shop import late\n", "src/shop/mail.py", true],
    ["this is no Python\n", "src/shop/mail.py", true],
  ])("of %j: %s is reached: %s", (test, path, expected) => {
    const found = graph({ ...PACKAGE, "tests/test_it.py": test });
    expect(found.reaches("tests/test_it.py", new Set([path]))).toBe(expected);
  });

  it("has what pytest reads before a test", () => {
    const found = graph({
      ...PACKAGE,
      "tests/conftest.py": "import shop.mail\n",
      "tests/deep/test_it.py": "",
    });
    expect(found.reaches("tests/deep/test_it.py", new Set(["src/shop/mail.py"]))).toBe(true);
  });

  it("takes a name that fits several files for any of them", () => {
    const found = graph({ "a/x.py": "", "b/x.py": "", "c/y.py": "", "t/test_it.py": "import x\n" });
    expect(found.reaches("t/test_it.py", new Set(["c/y.py"]))).toBe(true);
  });
});
