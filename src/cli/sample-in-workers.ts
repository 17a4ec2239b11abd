// Samples variants in worker threads. Each parses for itself, so that two need twice the memory;
// which of them makes a variant changes no byte of it.
import { Worker } from "node:worker_threads";
import { PlumblineError } from "../core/errors.ts";
import type { SampleMessage, SampleTask } from "./sample-worker.ts";
import type { SampleRequest, UnreadableSource, WrittenSample } from "./write-samples.ts";

/**
 * Room for what is short-lived. A file's tree outgrows V8's own choice and is then carried along as
 * if it were kept, which costs a third of the time and as much memory again.
 */
const YOUNG_GENERATION_MB = 96;

export interface WorkerOptions {
  /** The variants 1 … `samples` are written. */
  readonly samples: number;
  readonly workers: number;
  readonly signal: AbortSignal;
  /** Called in the order of the numbers. */
  readonly onSample: (sample: WrittenSample) => void;
  readonly onUnreadable: (file: UnreadableSource) => void;
}

/** Writes variants with several threads; rejects with what the first failing one threw. */
export async function sampleInWorkers(
  request: SampleRequest,
  { samples, workers, signal, onSample, onUnreadable }: WorkerOptions,
): Promise<void> {
  const threads = shares(samples, workers).map((indices, number) =>
    start({ request, indices, tellsUnreadable: number === 0 }),
  );
  const terminate = () => void Promise.all(threads.map((thread) => thread.terminate()));
  signal.addEventListener("abort", terminate, { once: true });
  try {
    const receiveSample = inOrder(onSample);
    const receive = (message: SampleMessage) => {
      if ("sample" in message) receiveSample(message.sample);
      else onUnreadable(message.unreadable);
    };
    await Promise.all(threads.map((thread) => finished(thread, receive)));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", terminate);
    terminate();
  }
}

/** Numbers from 1 dealt out in turn. */
function shares(samples: number, workers: number): number[][] {
  const numbers = Array.from({ length: samples }, (_, at) => at + 1);
  return Array.from({ length: workers }, (_, worker) =>
    numbers.filter((number) => (number - 1) % workers === worker),
  );
}

function start(workerData: SampleTask): Worker {
  return new Worker(new URL("./sample-worker.js", import.meta.url), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
}

function finished(thread: Worker, receive: (message: SampleMessage) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    thread.on("message", receive);
    thread.on("error", reject);
    thread.on("exit", (code) => {
      if (code === 0) resolve();
      else
        reject(new PlumblineError("worker-ended", "environment", `A thread ended with ${code}.`));
    });
  });
}

/** Holds back what comes before its turn. */
function inOrder(onSample: (sample: WrittenSample) => void): (sample: WrittenSample) => void {
  const waiting = new Map<number, WrittenSample>();
  let next = 1;
  return (sample) => {
    waiting.set(sample.index, sample);
    for (let ready = waiting.get(next); ready !== undefined; ready = waiting.get(++next)) {
      waiting.delete(next);
      onSample(ready);
    }
  };
}
