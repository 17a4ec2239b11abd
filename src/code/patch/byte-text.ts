// Byte text: a string that holds one byte in each character. Lines of unknown encoding can then be
// compared, split and joined as strings without any byte being lost.

/** Byte text of bytes, or of the UTF-8 encoding of ordinary text. */
export function byteText(content: string | Uint8Array): string {
  const bytes =
    typeof content === "string"
      ? Buffer.from(content, "utf8")
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return bytes.toString("latin1");
}

/** The bytes that byte text stands for. */
export function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "latin1"));
}

/** Lines with their line ends; the last one has none where the text does not end in a newline. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
