// Carries out the runs of an open study, with live progress.
import { availableParallelism } from "node:os";
import { runQueue } from "../study/queue/run-queue.ts";
import { preparedStates } from "../study/run/prepared-states.ts";
import type { CommandIo } from "./command.ts";
import type { OpenStudy } from "./open-study.ts";
import { progressDisplay } from "./progress-display.ts";

/** Returns when every run has ended. Throws what is no outcome: an abort, a full disk. */
export async function carryOutStudy({ context, runs }: OpenStudy, io: CommandIo): Promise<void> {
  const display = progressDisplay(process.stderr, io.quiet);
  try {
    await runQueue({
      context,
      states: preparedStates(context),
      runs,
      workers: io.workers ?? availableParallelism(),
      onProgress: (progress) => display.update(progress),
    });
  } finally {
    display.close();
  }
}
