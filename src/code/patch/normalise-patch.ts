// A patch as text that somebody hands in, made into what git takes: only what was lost in transport
// is put back. What a patch says of lines is never touched.

export interface NormalisedPatch {
  readonly text: string;
  /** What was mended, in words; empty where nothing had to be. */
  readonly mended: readonly string[];
}

/** Lines that git writes itself: where they end with CR, the whole patch was converted. */
const OWN_LINES = /^(?:diff --git |--- |\+\+\+ |@@ -\d)/;

/** Mends line ends and the end of a patch. A patch of white space alone is empty. */
export function normalisePatch(patch: string): NormalisedPatch {
  if (patch.trim() === "") return { text: "", mended: [] };
  const mended: string[] = [];
  let text = patch;
  const own = text.split("\n").filter((line) => OWN_LINES.test(line));
  if (own.length > 0 && own.every((line) => line.endsWith("\r"))) {
    text = text.replaceAll("\r\n", "\n");
    mended.push("line ends of the whole patch were CRLF");
  }
  if (!text.endsWith("\n")) {
    text = `${text}\n`;
    mended.push("the last line had no end");
  }
  return { text, mended };
}
