// Keeps the beginning and the end of a stream in memory that does not grow with the stream.
// The end matters as much as the beginning: test runners print their verdict last.

/** What is kept of a stream when the request does not say. */
export const DEFAULT_OUTPUT_LIMIT_BYTES = 16 * 1024 * 1024;

export class OutputCapture {
  readonly #limitBytes: number;
  readonly #headBytes: number;
  /** The head, followed by a ring that holds the latest bytes. Grows up to the limit. */
  #buffer = Buffer.alloc(0);
  #seenBytes = 0;

  constructor(limitBytes: number = DEFAULT_OUTPUT_LIMIT_BYTES) {
    this.#limitBytes = limitBytes;
    this.#headBytes = Math.ceil(limitBytes / 2);
  }

  get truncated(): boolean {
    return this.#seenBytes > this.#limitBytes;
  }

  push(chunk: Uint8Array): void {
    let rest = chunk;
    if (this.#seenBytes < this.#headBytes) {
      const part = rest.subarray(0, this.#headBytes - this.#seenBytes);
      this.#store(part, this.#seenBytes);
      this.#seenBytes += part.length;
      rest = rest.subarray(part.length);
    }
    const ringBytes = this.#limitBytes - this.#headBytes;
    if (rest.length > ringBytes) {
      this.#seenBytes += rest.length - ringBytes;
      rest = rest.subarray(rest.length - ringBytes);
    }
    while (rest.length > 0) {
      const at = (this.#seenBytes - this.#headBytes) % ringBytes;
      const part = rest.subarray(0, ringBytes - at);
      this.#store(part, this.#headBytes + at);
      this.#seenBytes += part.length;
      rest = rest.subarray(part.length);
    }
  }

  /** What was kept. Where bytes are missing, they are missing after the first half of the limit. */
  bytes(): Buffer {
    if (!this.truncated) return Buffer.from(this.#buffer.subarray(0, this.#seenBytes));
    const ring = this.#buffer.subarray(this.#headBytes, this.#limitBytes);
    const oldest = ring.length === 0 ? 0 : (this.#seenBytes - this.#headBytes) % ring.length;
    return Buffer.concat([
      this.#buffer.subarray(0, this.#headBytes),
      ring.subarray(oldest),
      ring.subarray(0, oldest),
    ]);
  }

  #store(part: Uint8Array, at: number): void {
    const needed = at + part.length;
    if (needed > this.#buffer.length) {
      const grown = Buffer.alloc(
        Math.min(this.#limitBytes, Math.max(needed, 2 * this.#buffer.length)),
      );
      this.#buffer.copy(grown);
      this.#buffer = grown;
    }
    this.#buffer.set(part, at);
  }
}
