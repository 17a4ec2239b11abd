// Means for opening benchmarks in tests: no network, a cache in memory.
import type { BenchmarkMeans, ByteCache } from "../src/benchmarks/benchmark.ts";

/** A cache that lasts as long as the test. */
export function memoryCache(): ByteCache & { readonly entries: Map<string, Uint8Array> } {
  const entries = new Map<string, Uint8Array>();
  return {
    entries,
    read: (key) => entries.get(key) ?? null,
    write: (key, bytes) => void entries.set(key, bytes),
  };
}

export const noMeans: BenchmarkMeans = {
  cache: memoryCache(),
  cloneFolder: "/nonexistent",
  offline: true,
  hub: "http://hub.invalid",
  notice: () => undefined,
};
