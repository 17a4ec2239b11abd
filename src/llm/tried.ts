// One try of a provider: what it gave, or that nothing came of it.
import type { ModelRequest } from "./model-source.ts";

/** What one try gave. */
export interface Tried {
  readonly status: number;
  readonly headers: Headers;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Throws a TransportFault, or the reason of an abort. */
export type ProviderClient = (request: ModelRequest) => Promise<Tried>;

/** The connection failed or was cut: nothing that the request could have caused. */
export class TransportFault extends Error {
  override readonly name = "TransportFault";
}

/** What lies under an error that only says that something failed. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message} ${causeOf(cause)}` : error.message;
}

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

export async function* bytesOf(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  try {
    yield* response.body;
  } catch (error) {
    throw new TransportFault(causeOf(error));
  }
}
