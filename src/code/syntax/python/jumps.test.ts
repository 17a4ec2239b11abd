import { describe, expect, it } from "vitest";
import { jumpsOf } from "./jumps.ts";
import { walk } from "./node.ts";
import { parsePython } from "./parse.ts";

/** Line numbers of the jumps of the first loop. */
function jumps(text: string) {
  const parsed = parsePython(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  const loop = [...walk(parsed.module.root)].find(({ kind }) => kind === "For" || kind === "While");
  if (loop === undefined) throw new Error("no loop");
  const line = ({ start }: { start: number }) => text.slice(0, start).split("\n").length;
  const { breaks, continues } = jumpsOf(loop);
  return { breaks: breaks.map(line), continues: continues.map(line) };
}

describe("jumpsOf", () => {
  it("looks through other blocks and into the else of an inner loop", () => {
    const text =
      "for x in y:\n  if x: break\n  elif y: continue\n  else:\n    break\n  with a:\n    match x:\n      case 1:\n        break\n" +
      "  try:\n    break\n  except A:\n    continue\n  else:\n    break\n  finally:\n    break\n" +
      "  while z:\n    break\n  else:\n    for w in v: continue\n    else: break\n";
    expect(jumps(text)).toEqual({ breaks: [2, 5, 9, 11, 15, 17, 22], continues: [3, 13] });
  });

  it("leaves out what belongs to the loop around", () => {
    const text =
      "for a in b:\n  while x:\n    break\n  else:\n    continue\n  def f():\n    for c in d: break\n";
    expect(jumps(text)).toEqual({ breaks: [], continues: [5] });
  });
});
