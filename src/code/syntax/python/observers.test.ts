import { describe, expect, it } from "vitest";
import { observersOf } from "./observers.ts";
import { parsePython } from "./parse.ts";

function observers(text: string) {
  const parsed = parsePython(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return observersOf(parsed.module);
}

describe("observersOf", () => {
  it.each([
    "import inspect\nx = inspect.stack()\n",
    "look = locals\n",
    "from builtins import locals as look\n",
    "look = getattr(builtins, 'vars')\n",
    "def f(g): return g.gi_frame\n",
    "import sys\nsys.settrace(print)\n",
  ])("sees a reader of frames in %j", (text) => {
    expect(observers(text).frames).not.toBeNull();
  });

  it.each(["def f(dir): return dir\n", "x.stack()\n", "y = df.eval\n", "print(vars(x), dir(x))\n"])(
    "sees none in %j",
    (text) => {
      expect(observers(text).frames).toBeNull();
    },
  );

  it.each([
    "def f(e): return e.tb_lineno\n",
    "import traceback\nx = traceback.extract_tb(tb)[-1]\n",
    "x = len(extract_tb(tb)[-1])\n",
  ])("sees a reader of line numbers in %j", (text) => {
    expect(observers(text).lines).not.toBeNull();
  });

  it("sees none where frames are only counted", () => {
    expect(observers("import traceback\nx = len(traceback.extract_tb(tb))\n").lines).toBeNull();
  });

  it.each([
    "import inspect\ninspect.getsource(f)\n",
    "import linecache\n",
    "print(open(__file__).read())\n",
    "me = __file__\ntext = Path(me).read_text()\n",
  ])("sees a reader of source in %j", (text) => {
    expect(observers(text).source).not.toBeNull();
  });

  it.each([
    "x = open(os.path.join(os.path.dirname(__file__), 'data.txt'))\n",
    "x = (Path(__file__).parent / 'data.txt').read_text()\n",
    "x = re.compile('a')\n",
  ])("sees none in %j", (text) => {
    expect(observers(text).source).toBeNull();
  });
});
