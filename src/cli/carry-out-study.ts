// Carries out the runs of an open study, with live progress.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { cacheFolder } from "../store/cache-folder.ts";
import { gradeCache } from "../store/grade-cache.ts";
import { runQueue } from "../study/queue/run-queue.ts";
import { makeKeywords } from "../study/run/make-keywords.ts";
import { preparedStates } from "../study/run/prepared-states.ts";
import type { CommandIo } from "./command.ts";
import type { OpenStudy } from "./open-study.ts";
import { progressDisplay } from "./progress-display.ts";

/**
 * Returns when every run has ended. Throws what is no outcome: an abort, a full disk. With
 * `reuseGrades`, grades that earlier studies kept stand for new ones where nothing differs.
 */
export async function carryOutStudy(
  opened: OpenStudy,
  io: CommandIo,
  { reuseGrades = false } = {},
): Promise<void> {
  const { runs } = opened;
  const kept = reuseGrades ? { gradeCache: gradeCache(join(cacheFolder(), "grades")) } : {};
  const context = { ...opened.context, ...kept };
  const workers = io.workers ?? availableParallelism();
  await makeKeywords({ context, runs, workers, notice: io.err });
  const display = progressDisplay(process.stderr, io.quiet);
  try {
    await runQueue({
      context,
      states: preparedStates(context),
      runs,
      workers,
      onProgress: (progress) => display.update(progress),
    });
  } finally {
    display.close();
  }
}
