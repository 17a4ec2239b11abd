// A worker thread that samples its share of the variants.
import { parentPort, workerData } from "node:worker_threads";
import { writeSamples } from "./write-samples.ts";
import type { SampleRequest, UnreadableSource, WrittenSample } from "./write-samples.ts";

export interface SampleTask {
  readonly request: SampleRequest;
  readonly indices: readonly number[];
  /** Whether this thread is the one that tells which files can't be read. */
  readonly tellsUnreadable: boolean;
}

export type SampleMessage =
  { readonly sample: WrittenSample } | { readonly unreadable: UnreadableSource };

const { request, indices, tellsUnreadable } = workerData as SampleTask;
const say = (message: SampleMessage) => parentPort?.postMessage(message);
const onUnreadable = tellsUnreadable
  ? (unreadable: UnreadableSource) => say({ unreadable })
  : undefined;
for (const sample of writeSamples(request, indices, onUnreadable)) say({ sample });
