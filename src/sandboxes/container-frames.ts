// Engines send both streams of a command through one connection, in frames: a byte that names the
// stream, three empty ones, the length in four bytes, and so many bytes of output.

const HEADER_BYTES = 8;

/** Takes what arrives, in whatever pieces, and gives on the output of each stream (1, 2). */
export function splitFrames(
  onOutput: (stream: number, bytes: Buffer) => void,
): (chunk: Buffer) => void {
  let header = Buffer.alloc(0);
  let stream = 0;
  let missingBytes = 0;
  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (missingBytes === 0) {
        const needed = HEADER_BYTES - header.length;
        header = Buffer.concat([header, rest.subarray(0, needed)]);
        rest = rest.subarray(needed);
        if (header.length < HEADER_BYTES) return;
        stream = header[0] ?? 0;
        missingBytes = header.readUInt32BE(4);
        header = Buffer.alloc(0);
        continue;
      }
      const part = rest.subarray(0, missingBytes);
      onOutput(stream, part);
      missingBytes -= part.length;
      rest = rest.subarray(part.length);
    }
  };
}
