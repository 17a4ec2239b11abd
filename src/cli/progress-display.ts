// Live progress on standard error: redrawn in place on a terminal, a line now and then elsewhere.
import { createLogUpdate } from "log-update";
import type { QueueProgress } from "../study/queue/run-queue.ts";

export interface ProgressDisplay {
  update(progress: QueueProgress): void;
  close(): void;
}

/** Between two lines where the output is not a terminal. */
const LINE_EVERY_MS = 10_000;
const REDRAW_EVERY_MS = 100;

/** A display on `stream`; silent where `quiet`. */
export function progressDisplay(
  stream: NodeJS.WriteStream,
  quiet: boolean,
  now: () => number = () => performance.now(),
): ProgressDisplay {
  if (quiet) return { update: () => undefined, close: () => undefined };
  const startedAt = now();
  const redraw = stream.isTTY ? createLogUpdate(stream) : null;
  const every = redraw === null ? LINE_EVERY_MS : REDRAW_EVERY_MS;
  let shownAt = -Infinity;
  let atStart: number | null = null;
  return {
    update: (progress) => {
      atStart ??= progress.finished;
      const done = progress.finished === progress.total;
      if (!done && now() - shownAt < every) return;
      shownAt = now();
      const summary = summaryLine(progress, atStart, now() - startedAt);
      if (redraw === null) stream.write(`${summary}\n`);
      else redraw([bar(progress), summary, ...activeLines(progress)].join("\n"));
    },
    close: () => redraw?.done(),
  };
}

function summaryLine(progress: QueueProgress, atStart: number, elapsedMs: number): string {
  const { finished, total, outcomes } = progress;
  const counts = [...outcomes].map(([kind, count]) => `${kind} ${count}`).join(", ");
  const rate = (finished - atStart) / elapsedMs;
  const left = rate > 0 ? `, about ${clockTime((total - finished) / rate)} left` : "";
  return `${finished}/${total} runs, ${clockTime(elapsedMs)}${left}${counts === "" ? "" : ` | ${counts}`}`;
}

function bar({ finished, total }: QueueProgress): string {
  const width = 60;
  const full = total === 0 ? width : Math.round((finished / total) * width);
  return `[${"#".repeat(full)}${".".repeat(width - full)}]`;
}

function activeLines({ active }: QueueProgress): string[] {
  return active.map(({ instanceId, condition, agent, replicate }) => {
    return `  ${instanceId}  ${condition}  ${agent} ${replicate}`;
  });
}

function clockTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
