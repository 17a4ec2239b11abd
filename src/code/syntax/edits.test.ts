import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteOffsets } from "./byte-offsets.ts";
import { applyEdits, editSet } from "./edits.ts";
import { decodeSource, encodeSource } from "./source-text.ts";

describe("applyEdits", () => {
  it("swaps two ranges and carries along what changes inside of them", () => {
    const text = "aXbYc";
    const swap = [
      { start: 1, end: 2, pieces: [{ start: 3, end: 4 }] },
      { start: 3, end: 4, pieces: [{ start: 1, end: 2 }] },
    ];
    expect(applyEdits(text, [swap])).toBe("aYbXc");
    const inner = [{ start: 4, end: 5, pieces: ["!"] }];
    const outer = [{ start: 0, end: 5, pieces: ["<", { start: 0, end: 5 }, ">"] }];
    expect(applyEdits(text, [outer, inner])).toBe("<aXbY!>");
  });

  it("copies a range with what changes inside of it, each copy as deep as it is asked to be", () => {
    const text = "a\n  b\n";
    const copy = { start: 0, end: 5, deeper: { unit: "  ", strings: [] } };
    const outer = [{ start: 0, end: 5, pieces: [{ start: 0, end: 5 }, "\n", copy] }];
    const inner = [{ start: 4, end: 5, pieces: ["x\n  y"] }];
    expect(applyEdits(text, [outer, inner])).toBe("a\n  x\n  y\na\n    x\n    y\n");
    const string = { ...copy, deeper: { unit: "  ", strings: [{ start: 1, end: 3 }] } };
    expect(applyEdits(text, [[{ start: 0, end: 5, pieces: [string] }]])).toBe("a\n  b\n");
  });

  it("makes the edits of a site in what it keeps of its own range", () => {
    const site = [
      { start: 0, end: 3, pieces: ["<", { start: 0, end: 3 }, ">"] },
      { start: 1, end: 2, pieces: ["!"] },
    ];
    expect(applyEdits("abc", [site])).toBe("<a!c>");
  });

  it("refuses edits that overlap or lie outside", () => {
    const edit = (start: number, end: number) => [{ start, end, pieces: ["x"] }];
    expect(() => applyEdits("abcdef", [edit(0, 3), edit(2, 4)])).toThrow(RangeError);
    expect(() => applyEdits("abcdef", [edit(0, 6), edit(2, 4)])).toThrow(RangeError);
    expect(() => applyEdits("abc", [edit(2, 4)])).toThrow(RangeError);
  });

  it("equals replacing from the end, for disjoint edits", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(60), fc.string())),
        (text, drawn) => {
          const cuts = [...new Set(drawn.map(([at]) => Math.min(at, text.length)))].sort(
            (a, b) => a - b,
          );
          const edits = cuts.slice(0, -1).map((start, i) => ({
            start,
            end: Math.max(start, (cuts[i + 1] ?? start) - 1),
            pieces: [drawn[i]?.[1] ?? ""],
          }));
          let expected = text;
          for (const { start, end, pieces } of [...edits].reverse()) {
            expected = expected.slice(0, start) + pieces.join("") + expected.slice(end);
          }
          expect(
            applyEdits(
              text,
              edits.map((edit) => [edit]),
            ),
          ).toBe(expected);
          const parts = editSet(
            text,
            edits.map((edit) => [edit]),
          ).segments({ start: 0, end: text.length });
          expect(
            parts.map((p) => (typeof p === "string" ? p : text.slice(p.start, p.end))).join(""),
          ).toBe(expected);
        },
      ),
    );
  });
});

describe("byteOffsets", () => {
  it("counts as UTF-8 does at every character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
        const offsets = byteOffsets(text, 3);
        let at = 0;
        for (const character of text) {
          expect(offsets.at(at)).toBe(3 + Buffer.byteLength(text.slice(0, at)));
          at += character.length;
        }
        expect(offsets.at(text.length)).toBe(3 + Buffer.byteLength(text));
      }),
    );
  });
});

describe("decodeSource", () => {
  it("gives back the same bytes, whatever the line ends and marks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, bom) => {
        fc.pre(!text.includes("\0") && !/^.*coding/m.test(text) && !text.startsWith("\uFEFF"));
        const bytes = encodeSource(text, bom);
        const decoded = decodeSource(bytes);
        expect(decoded).toMatchObject({ ok: true, source: { text, hasBom: bom } });
      }),
    );
  });

  const reason = (text: string, encoding: BufferEncoding = "utf8") => {
    const decoded = decodeSource(Buffer.from(text, encoding));
    return decoded.ok ? null : decoded.reason;
  };

  it("leaves other encodings alone and says which", () => {
    expect(reason("# -*- coding: latin-1 -*-\nx = 'é'\n", "latin1")).toBe(
      "not UTF-8 (declared as latin-1)",
    );
    expect(reason("#!/usr/bin/python\n# vim: set fileencoding=koi8-r :\n")).toBe(
      "not UTF-8 (declared as koi8-r)",
    );
    expect(reason("x = 'é'\n", "latin1")).toBe("not UTF-8");
    expect(reason("x = '\0'\n")).toBe("contains a null byte");
  });

  it("knows a cookie from a comment that mentions one", () => {
    expect(reason("# coding: UTF_8\n")).toBeNull();
    expect(reason("x = 1\n# coding: latin-1\n")).toBeNull();
    expect(reason("\n\n# coding: latin-1\n")).toBeNull();
  });
});
