// Which instances a reference agent resolved, out of the files in which results are published.
import { z } from "zod";
import { PlumblineError } from "../../core/errors.ts";

const ids = z.array(z.string().min(1));
const report = z.object({ resolved_ids: ids });
const resultsFile = z.object({ resolved: ids });
const verdict = z.union([z.boolean(), z.object({ resolved: z.boolean() })]);
const byId = z.record(z.string(), verdict);

/**
 * Reads a list of ids (JSON, or one a line), a run report with `resolved_ids`, a leaderboard's
 * `resolved`, or verdicts by instance id. Throws a usage error on anything else.
 */
export function parseResolvedIds(text: string, file: string): ReadonlySet<string> {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) {
    const lines = trimmed.split(/\r?\n/).map((line) => line.trim());
    const found = lines.filter((line) => line !== "" && !line.startsWith("#"));
    if (found.some((line) => /\s/.test(line))) throw unreadable(file, "one id a line is expected");
    return new Set(found);
  }
  let value: unknown;
  try {
    value = JSON.parse(trimmed);
  } catch (cause) {
    throw unreadable(file, "not JSON", cause);
  }
  const list = ids.safeParse(value);
  if (list.success) return new Set(list.data);
  const summary = report.safeParse(value);
  if (summary.success) return new Set(summary.data.resolved_ids);
  const results = resultsFile.safeParse(value);
  if (results.success) return new Set(results.data.resolved);
  const verdicts = byId.safeParse(value);
  if (!verdicts.success) throw unreadable(file, "no list of resolved instances is found in it");
  const resolved = Object.entries(verdicts.data).filter(([, entry]) =>
    typeof entry === "boolean" ? entry : entry.resolved,
  );
  return new Set(resolved.map(([id]) => id));
}

function unreadable(file: string, why: string, cause?: unknown): PlumblineError {
  return new PlumblineError("bad-results", "usage", `${file}: ${why}.`, {
    hint: "a list of ids, or a report with resolved_ids",
    cause,
  });
}
