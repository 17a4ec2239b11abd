import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalisePatch } from "./normalise-patch.ts";

const PATCH = "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n";

describe("a patch that is handed in", () => {
  it("is left alone where git takes it as it is", () => {
    expect(normalisePatch(PATCH)).toEqual({ text: PATCH, mended: [] });
  });

  it("gets the end of its last line back", () => {
    const { text, mended } = normalisePatch(PATCH.slice(0, -1));
    expect(text).toBe(PATCH);
    expect(mended).toHaveLength(1);
  });

  it("that was converted as a whole gets its line ends back", () => {
    expect(normalisePatch(PATCH.replaceAll("\n", "\r\n")).text).toBe(PATCH);
  });

  it("of a file with CRLF keeps them", () => {
    const patch = PATCH.replace(" a\n-b\n+c\n", " a\r\n-b\r\n+c\r\n");
    expect(normalisePatch(patch)).toEqual({ text: patch, mended: [] });
  });

  it.each(["", "\n", " \r\n\n"])("of white space alone is empty: %j", (patch) => {
    expect(normalisePatch(patch).text).toBe("");
  });

  it("is stable: a mended patch needs no mending", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "--- a", "@@ -1") }),
        (patch) => {
          const { text } = normalisePatch(patch);
          expect(normalisePatch(text)).toEqual({ text, mended: [] });
        },
      ),
    );
  });
});
